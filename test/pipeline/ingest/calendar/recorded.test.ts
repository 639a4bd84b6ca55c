/** Every date of every series in the recorded pages, compared with a separate reading by plain patterns, written for this test. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agencyOf, readCalendarDocument } from '#pipeline/ingest/calendar/read-document.ts';
import type { ParsedSchedule } from '#pipeline/ingest/calendar/parsed-schedule.ts';
import { dataDir } from '#test/support/data.ts';

const folder = dataDir('macro');
const recorded = (name: string): string => readFileSync(join(folder!, name), 'utf8');

function read(name: string): ParsedSchedule {
  const body = readFileSync(join(folder!, name));
  return readCalendarDocument({ body, agency: agencyOf(body)! });
}
const easternDay = (instant: string): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date(instant));
const easternClock = (instant: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
const momentsOf = ({ occurrences }: ParsedSchedule, event: string): string[] =>
  occurrences
    .filter(({ event_key, schedule_basis }) => event_key === event && schedule_basis === 'official')
    .map(({ scheduled_at }) => `${easternDay(scheduled_at)} ${easternClock(scheduled_at)}`)
    .sort();
const monthsOf = 'January February March April May June July August September October November December'.split(' ');
const iso = (year: string, month: string, day: string): string =>
  `${year}-${String(monthsOf.findIndex((name) => name.startsWith(month.slice(0, 3))) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;

describe.skipIf(folder === null)('the recorded pages (skipped where the folder of real documents is absent)', () => {
  test('BLS: each date and time of the four series, each month of them once', () => {
    const reading = read('bls.ics');
    expect(reading.problems).toEqual([]);
    const text = recorded('bls.ics').replaceAll('\r', '');
    for (const [event, name] of [
      ['cpi', 'Consumer Price Index'],
      ['ppi', 'Producer Price Index'],
      ['nfp', 'Employment Situation'],
      ['jolts', 'Job Openings and Labor Turnover Survey'],
    ] as const) {
      const stated = [
        ...text.matchAll(
          new RegExp(`DTSTART;TZID=US-Eastern:(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)00\\nDURATION:PT0M\\nSUMMARY:${name} *\\n`, 'g'),
        ),
      ];
      expect(momentsOf(reading, event)).toEqual(stated.map(([, y, m, d, hour, minute]) => `${y}-${m}-${d} ${hour}:${minute}`).sort());
      expect(stated).toHaveLength(24);
      const periods = reading.occurrences.filter(({ event_key }) => event_key === event).map(({ reference_period }) => reference_period);
      const first = event === 'jolts' ? '2022-11' : '2022-12';
      const expected = Array.from({ length: 24 }, (_, at) => Temporal.PlainYearMonth.from(first).add({ months: at }).toString());
      expect(periods.sort()).toEqual(expected);
    }
  });

  test('BEA: each estimate of GDP and each month of PCE, under its own uid', () => {
    const reading = read('bea_schedule_2026_table.html');
    expect(reading.problems).toEqual([]);
    const rows = [
      ...recorded('bea_schedule_2026_table.html').matchAll(
        /release-date">(\w+) (\d+)<[^]*?text-muted">([\d:]+) AM<[^]*?release-title[^>]*>([^<]*)</g,
      ),
    ];
    const expected = rows.flatMap(([, month = '', day = '', clock = '', title = '']) => {
      const moment = `${iso('2026', month, day)} 0${clock}`;
      const gdp = /^GDP \((\w+) Estimate\).*?(\d)\w\w Quarter (\d+)/.exec(title);
      if (gdp !== null) return [`US-GDP-${gdp[3]}-Q${gdp[2]}-${gdp[1]!.toUpperCase()} ${moment}`];
      const pce = /^Personal Income and Outlays, (\w+) (\d+)/.exec(title);
      return pce === null ? [] : [`US-PCE-${iso(pce[2]!, pce[1]!, '1').slice(0, 7)} ${moment}`];
    });
    expect(expected).toHaveLength(10);
    expect(reading.occurrences.map(({ uid, scheduled_at }) => `${uid} ${easternDay(scheduled_at)} ${easternClock(scheduled_at)}`).sort()).toEqual(
      expected.sort(),
    );
  });

  const fomc = (): { decision: string; hasSep: boolean; minutes: string | null }[] =>
    recorded('fomccalendars_a.htm')
      .split(/(?=<a id="\d+">\d{4} FOMC Meetings)/)
      .flatMap((panel) => {
        const year = /<a id="\d+">(\d{4}) FOMC Meetings/.exec(panel)?.[1];
        if (year === undefined) return [];
        return panel
          .split(/(?=fomc-meeting__month)/)
          .slice(1)
          .flatMap((row) => {
            const month = /<strong>([A-Za-z/]+)<\/strong>/.exec(row)![1]!;
            const days = /fomc-meeting__date[^>]*>([^<]*)</.exec(row)![1]!;
            if (days.includes('notation')) return [];
            const [, released = ''] = /\(Released ([^)]*)\)/.exec(row) ?? [];
            const [name = '', day = '', of = ''] = released.replace(',', '').split(' ');
            return [
              {
                decision: iso(year, month.split('/').at(-1)!, /-(\d+)/.exec(days)![1]!),
                hasSep: days.includes('*'),
                minutes: released === '' ? null : iso(of, name, day),
              },
            ];
          });
      });

  test('FOMC: each decision of seven years with its projections, each date of published minutes', () => {
    const reading = read('fomccalendars_a.htm');
    expect(reading.problems).toEqual([]);
    const stated = fomc();
    expect(stated).toHaveLength(56);
    const decisions = reading.occurrences.filter(({ event_key }) => event_key === 'fomc_decision');
    expect(
      decisions.map(({ scheduled_at, has_sep, press_conference_at }) => [
        easternDay(scheduled_at),
        easternClock(scheduled_at),
        has_sep,
        easternClock(press_conference_at!),
      ]),
    ).toEqual(stated.map(({ decision, hasSep }) => [decision, '14:00', hasSep, '14:30']));
    expect(momentsOf(reading, 'fomc_minutes')).toEqual(stated.flatMap(({ minutes }) => (minutes === null ? [] : [`${minutes} 14:00`])).sort());
    expect(reading.occurrences.filter(({ event_key }) => event_key === 'fomc_minutes')).toHaveLength(stated.length);
  });
});
