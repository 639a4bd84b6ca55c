/**
 * Generates a schedule of US macro releases around a day, by the agencies' usual dates. It is the same whatever the day, except that some
 * releases of producer prices are postponed by a day three weeks ahead.
 */
import { compareText } from '#schemas/compare-text.ts';
import { isFederalHoliday } from '#schemas/edgar-calendar.ts';

export interface Release {
  readonly series: 'cpi' | 'ppi' | 'nfp' | 'jolts' | 'gdp' | 'pce' | 'retail_sales';
  /** Month that the figures are for, as `2026-07`, or quarter for GDP, as `2026-Q2`. */
  readonly period: string;
  readonly stage: 'Advance' | 'Second' | 'Third' | null;
  readonly date: string;
  /** Time in New York, as `08:30`. */
  readonly time: string;
}

export interface Meeting {
  readonly begins: string;
  readonly ends: string;
  readonly hasProjections: boolean;
  readonly minutesOn: string;
}

const [tuesday, wednesday, thursday, friday] = [2, 3, 4, 5];
/** Meetings of a year: the day on or near which the decision is announced, and whether projections are published with it. */
const meetingMonths: readonly (readonly [month: number, nearDay: number, hasProjections: boolean])[] = [
  [1, 29, false],
  [3, 18, true],
  [4, 30, false],
  [6, 17, true],
  [7, 29, false],
  [9, 17, true],
  [10, 29, false],
  [12, 10, true],
];

const plain = (date: string): Temporal.PlainDate => Temporal.PlainDate.from(date);
const isOpen = (day: Temporal.PlainDate): boolean => day.dayOfWeek <= friday && !isFederalHoliday(day.toString());

function openFrom(day: Temporal.PlainDate): Temporal.PlainDate {
  let at = day;
  while (!isOpen(at)) at = at.add({ days: 1 });
  return at;
}
const nextOpen = (day: Temporal.PlainDate): Temporal.PlainDate => openFrom(day.add({ days: 1 }));

/** Returns the first `weekday` from `day` on, or the business day before it when it is a holiday. */
function firstOf(weekday: number, day: Temporal.PlainDate): Temporal.PlainDate {
  let at = day.add({ days: (weekday - day.dayOfWeek + 7) % 7 });
  while (!isOpen(at)) at = at.subtract({ days: 1 });
  return at;
}

/** Returns releases for the periods that end `from` to `to` months after the month of `today`. */
export function releasesAround(today: string, from: number, to: number): readonly Release[] {
  const month = plain(today).toPlainYearMonth();
  const all: Release[] = [];
  for (let offset = from; offset <= to; offset += 1) {
    const ended = month.add({ months: offset });
    const next = ended.add({ months: 1 }).toPlainDate({ day: 1 });
    const period = ended.toString();
    const add = (series: Release['series'], day: Temporal.PlainDate, rest: Partial<Release> = {}): void =>
      void all.push({ series, period, stage: null, date: day.toString(), time: series === 'jolts' ? '10:00' : '08:30', ...rest });
    const prices = openFrom(next.add({ days: 10 }));
    add('cpi', prices);
    const producer = nextOpen(prices);
    const isMoved = ended.month % 4 === 0 && plain(today).until(producer, { largestUnit: 'day' }).days <= 20;
    add('ppi', isMoved ? nextOpen(producer) : producer);
    add('nfp', firstOf(friday, next.add({ days: 1 })));
    add('jolts', openFrom(firstOf(tuesday, next.add({ months: 1 }).add({ days: 1 }))));
    add('retail_sales', openFrom(next.add({ days: 14 })));
    add('pce', firstOf(friday, next.add({ days: 24 })));
    if (ended.month % 3 !== 0) continue;
    const quarter = `${ended.year}-Q${ended.month / 3}`;
    for (const [late, stage] of (['Advance', 'Second', 'Third'] as const).entries())
      add('gdp', firstOf(thursday, next.add({ months: late }).add({ days: 24 })), { period: quarter, stage });
  }
  return all.sort((a, b) => compareText(a.date, b.date));
}

/** Returns the Federal Reserve's meetings of the year in order. */
export function meetingsOf(year: number): readonly Meeting[] {
  return meetingMonths.map(([month, nearDay, hasProjections]) => {
    const near = Temporal.PlainDate.from({ year, month, day: nearDay });
    let ends = near.add({ days: ((wednesday - near.dayOfWeek + 10) % 7) - 3 });
    if (!isOpen(ends)) ends = ends.subtract({ weeks: 1 });
    let minutes = ends.add({ weeks: 3 });
    while (!isOpen(minutes)) minutes = minutes.subtract({ days: 1 });
    return { begins: ends.subtract({ days: 1 }).toString(), ends: ends.toString(), hasProjections, minutesOn: minutes.toString() };
  });
}

/** Returns the dates of the last `count` weekly reports of jobless claims up to `today`, the newest first. */
export function claimsBefore(today: string, count: number): readonly string[] {
  const day = plain(today);
  const saturday = day.subtract({ days: (day.dayOfWeek % 7) + 1 });
  return Array.from({ length: count + 2 }, (_, week) => {
    const usual = saturday.subtract({ weeks: week }).add({ days: 5 });
    return (isOpen(usual) ? usual : usual.subtract({ days: 1 })).toString();
  })
    .filter((date) => date <= today)
    .slice(0, count);
}
