/**
 * Derives the month that each release reports on: a release follows its month within a window of days that fits one month only. A release
 * outside of every window, or the second in one, gets the month that its neighbours leave free. Otherwise the month is unknown.
 */
import type { EventKey } from '#schemas/calendar.ts';
import { compareText } from '#schemas/compare-text.ts';
import { addMonths, daysAfterPeriod, monthPeriod, monthsBetween } from '../format/dates.ts';

export type BlsEvent = Extract<EventKey, 'cpi' | 'ppi' | 'nfp' | 'jolts'>;

export interface Dated {
  readonly date: string;
  readonly period: string | null;
}

type WithPeriod<T> = readonly [entry: T, period: string | { readonly wrong: string }];

interface Window {
  /** Minimum days from the end of the month to the release. */
  readonly first: number;
  /** Minimum days for a release that was not postponed. */
  readonly regular: number;
  readonly last: number;
}

/** Windows by release, from all releases since 2013 except those that the government shutdowns of 2013 and 2025 postponed. */
const windows: Readonly<Record<BlsEvent, Window>> = {
  cpi: { first: 5, regular: 10, last: 27 },
  ppi: { first: 5, regular: 9, last: 27 },
  nfp: { first: 1, regular: 1, last: 24 },
  jolts: { first: 26, regular: 29, last: 50 },
};

/** Schedules that BLS announced after the shutdown of 2025. Each applies to documents that list a date of `revealedBy`. */
const revised: Readonly<Partial<Record<BlsEvent, { readonly revealedBy: readonly string[]; readonly periods: Readonly<Record<string, string>> }>>> = {
  nfp: { revealedBy: ['2025-11-20', '2025-12-16'], periods: { '2025-11-20': '2025-09', '2025-12-16': '2025-11' } },
  ppi: { revealedBy: ['2025-11-25', '2026-01-30'], periods: { '2025-11-25': '2025-09', '2026-01-14': '2025-11', '2026-01-30': '2025-12' } },
};

/** Maximum days from the end of the month to a postponed release; a later one comes out after the next release. */
const lateDaysMax = 75;

/** Returns each entry with its month, or with the reason why the month is unknown. */
export function assignPeriods<T extends Dated>(event: BlsEvent, entries: readonly T[]): WithPeriod<T>[] {
  const inOrder = [...entries].sort((a, b) => compareText(a.date, b.date));
  const window = windows[event];
  const { revealedBy = [], periods: revisedPeriods = {} } = revised[event] ?? {};
  const isRevised = inOrder.some(({ date }) => revealedBy.includes(date));
  const periods: (string | null)[] = inOrder.map(
    ({ date, period }) => period ?? (isRevised ? revisedPeriods[date] : undefined) ?? monthWithin(window, date),
  );
  separate(inOrder, periods, window);
  placeBetween(inOrder, periods);
  doubtEnds(inOrder, periods);
  const wrong = outOfOrder(inOrder, periods);
  return inOrder.map((entry, index): WithPeriod<T> => {
    const period = periods[index] ?? null;
    return [entry, period === null || wrong.has(index) ? { wrong: 'the reported month is uncertain' } : period];
  });
}

function monthWithin({ first, last }: Window, date: string): string | null {
  const month = monthPeriod(Number(date.slice(0, 4)), Number(date.slice(5, 7)));
  const candidates = [0, -1, -2].map((count) => addMonths(month, count));
  return candidates.find((period) => daysAfterPeriod(period, date) >= first && daysAfterPeriod(period, date) <= last) ?? null;
}

/**
 * Resolves two releases in the window of one month. The first counts as the postponed release of the month before when that month has none
 * and the first is too early for a regular release. Otherwise both months are unknown.
 */
function separate(entries: readonly Dated[], periods: (string | null)[], { regular }: Window): void {
  for (let at = 1; at < entries.length; at += 1) {
    const [before, period] = [periods[at - 1] ?? null, periods[at] ?? null];
    const [first, second] = [entries[at - 1]!, entries[at]!];
    if (period === null || before !== period || (first.period !== null && second.period !== null)) continue;
    const previous = addMonths(period, -1);
    const isVacant = !periods.includes(previous);
    // Two entries on one day are one release that is listed twice, unless the month before has no entry.
    if (first.date === second.date && !isVacant) continue;
    const isPostponed = isVacant && at >= 2 && daysAfterPeriod(period, first.date) < regular && daysAfterPeriod(period, second.date) >= regular;
    if (first.period === null) periods[at - 1] = isPostponed ? previous : null;
    if (!isPostponed && second.period === null) periods[at] = null;
  }
}

/** Clears the month of the first or last entry when a month is missing next to it: either may be the postponed one. */
function doubtEnds(entries: readonly Dated[], periods: (string | null)[]): void {
  const known = periods.flatMap((period, at) => (period === null ? [] : [{ at, period }]));
  const doubted = [
    [known.at(-1), known.at(-2)],
    [known[1], known[0]],
  ].flatMap(([later, earlier], end) => {
    if (later === undefined || earlier === undefined || later.period === earlier.period) return [];
    const leftOut = monthsBetween(earlier.period, later.period) - (later.at - earlier.at);
    const { at } = end === 0 ? later : earlier;
    return leftOut > 0 && entries[at]!.period === null ? [at] : [];
  });
  for (const at of doubted) periods[at] = null;
}

/** Gives an entry without a month the month between those of its neighbours when these are two months apart. */
function placeBetween(entries: readonly Dated[], periods: (string | null)[]): void {
  for (const [at, entry] of entries.entries()) {
    const [before, after] = [periods[at - 1] ?? null, periods[at + 1] ?? null];
    if (periods[at] !== null || before === null || after === null || addMonths(before, 2) !== after) continue;
    const between = addMonths(before, 1);
    const late = daysAfterPeriod(between, entry.date);
    if (late > 0 && late <= lateDaysMax) periods[at] = between;
  }
}

/** Returns the entries whose months are out of order. Releases come in the order of their months, so both entries of a pair are wrong. */
function outOfOrder(entries: readonly Dated[], periods: readonly (string | null)[]): ReadonlySet<number> {
  const wrong = new Set<number>();
  for (let at = 0; at < entries.length; at += 1)
    for (let later = at + 1; later < entries.length; later += 1) {
      const [a, b] = [periods[at] ?? null, periods[later] ?? null];
      if (a === null || b === null || a < b) continue;
      // The same release listed twice on one day is not a contradiction.
      if (a === b && entries[at]!.date === entries[later]!.date) continue;
      wrong.add(at);
      wrong.add(later);
    }
  return wrong;
}
