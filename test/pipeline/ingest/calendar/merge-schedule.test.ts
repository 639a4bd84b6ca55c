import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inferClaims } from '#pipeline/ingest/calendar/agencies/dol.ts';
import { mergeSchedule, withInferred } from '#pipeline/ingest/calendar/merge-schedule.ts';
import { occurrenceOf, type Facts, type ReadOccurrence, type ParsedSchedule } from '#pipeline/ingest/calendar/parsed-schedule.ts';
import { AgencySchedule, type StoredOccurrence } from '#schemas/calendar.ts';

const now = '2026-03-10T05:00:00.000Z';
const later = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString();

const cpi = (period: string, date: string, more: Partial<Facts> = {}): ReadOccurrence =>
  occurrenceOf({ event: 'cpi', period, date, time: '08:30', sourceId: `id ${period}`, ...more });
const year = [
  cpi('2026-01', '2026-02-11'),
  cpi('2026-02', '2026-03-11'),
  cpi('2026-03', '2026-04-10'),
  cpi('2026-04', '2026-05-12'),
  cpi('2026-05', '2026-06-10'),
  cpi('2026-06', '2026-07-14'),
];
const scheduleOf = (occurrences: readonly ReadOccurrence[], more: Partial<ParsedSchedule> = {}): ParsedSchedule => ({
  occurrences,
  undated: [],
  unplaced: [],
  problems: [],
  ...more,
});

function merged(kept: readonly StoredOccurrence[], schedule: ParsedSchedule, at = now): readonly StoredOccurrence[] {
  const result = mergeSchedule([...kept], schedule, at);
  if (!result.ok) throw new Error(result.detail);
  return result.occurrences;
}
const stored = merged([], scheduleOf(year));
const statusOf = (occurrences: readonly StoredOccurrence[], uid: string) => occurrences.find((one) => one.uid === uid);

describe('a schedule that is accepted', () => {
  test('moves a release under its uid, into another month too', () => {
    const moved = merged(stored, scheduleOf(year.map((one) => (one.uid === 'US-CPI-2026-02' ? cpi('2026-02', '2026-04-02') : one))));
    expect(moved).toHaveLength(6);
    expect(statusOf(moved, 'US-CPI-2026-02')).toMatchObject({ scheduled_at: '2026-04-02T12:30:00.000Z', schedule_status: 'scheduled' });
  });

  test("knows a release by the agency's own id where its date suggests another month, or none", () => {
    const past = { ...cpi('2026-04', '2026-05-20'), source_id: 'id 2026-02' };
    const among = year.filter(({ uid }) => uid !== 'US-CPI-2026-02' && uid !== 'US-CPI-2026-04');
    const moved = merged(stored, scheduleOf([...among, past, cpi('2026-04', '2026-05-12')]));
    expect(statusOf(moved, 'US-CPI-2026-02')).toMatchObject({ scheduled_at: '2026-05-20T12:30:00.000Z', reference_period: '2026-02' });
    expect(statusOf(moved, 'US-CPI-2026-04')).toMatchObject({ scheduled_at: '2026-05-12T12:30:00.000Z' });
    const unplaced = merged(
      stored,
      scheduleOf(year.slice(2), { unplaced: [{ event: 'cpi', date: '2026-04-13', time: '08:30', status: 'scheduled', sourceId: 'id 2026-02' }] }),
    );
    expect(statusOf(unplaced, 'US-CPI-2026-02')).toMatchObject({ scheduled_at: '2026-04-13T12:30:00.000Z' });
  });

  test('replaces what was inferred, and is not replaced by it', () => {
    const minutes = (date: string, basis: 'official' | 'inferred') =>
      occurrenceOf({ event: 'fomc_minutes', period: '2026-01', date, time: '14:00', basis });
    const inferred = merged([], scheduleOf([minutes('2026-02-18', 'inferred')]));
    const published = merged(inferred, scheduleOf([minutes('2026-02-17', 'official')]));
    expect(published).toMatchObject([{ scheduled_at: '2026-02-17T19:00:00.000Z', schedule_basis: 'official' }]);
    expect(merged(published, scheduleOf([minutes('2026-02-18', 'inferred')]))).toEqual(published);
  });

  test('an inferred release ahead is removed once it is no longer inferred', () => {
    const claims = inferClaims('2026-03-07').slice(0, 4);
    const first = merged([], scheduleOf(claims));
    expect(merged(first, scheduleOf(claims.slice(0, 2))).map(({ uid }) => uid)).toEqual(claims.slice(0, 2).map(({ uid }) => uid));
  });

  test('keeps its newest 1,500 releases', () => {
    const claims = inferClaims('2026-03-07')[0]!;
    const weekly = Array.from({ length: 1_600 }, (_, week): ReadOccurrence => ({
      ...claims,
      uid: `US-CLAIMS-${week}`,
      scheduled_at: later(7 * (week - 1_590)),
    }));
    expect(merged([], scheduleOf(weekly.toReversed())).map(({ uid }) => uid)).toEqual(weekly.slice(100).map(({ uid }) => uid));
  });

  test('postponed and cancelled by the word of the agency, with and without a date', () => {
    const changed = merged(
      stored,
      scheduleOf(
        year.filter(({ uid }) => uid !== 'US-CPI-2026-03'),
        { undated: [{ uid: 'US-CPI-2026-03', schedule_status: 'postponed' }] },
      ),
    );
    expect(statusOf(changed, 'US-CPI-2026-03')).toMatchObject({ schedule_status: 'postponed', scheduled_at: '2026-04-10T12:30:00.000Z' });
    const off = merged(
      changed,
      scheduleOf(year.map((one) => (one.uid === 'US-CPI-2026-03' ? { ...one, schedule_status: 'cancelled' as const } : one))),
    );
    expect(statusOf(off, 'US-CPI-2026-03')).toMatchObject({ schedule_status: 'cancelled' });
    expect(statusOf(merged(off, scheduleOf(year)), 'US-CPI-2026-03')).toMatchObject({ schedule_status: 'scheduled' });
  });

  test('a release that the page leaves out counts as postponed once it has been missing for two days, not before, and comes back', () => {
    const without = scheduleOf(year.filter(({ uid }) => uid !== 'US-CPI-2026-03'));
    const [first, second, third] = [0, 1, 2].reduce<(readonly StoredOccurrence[])[]>(
      (all, day) => [...all, merged(all.at(-1) ?? stored, without, later(day))],
      [],
    ) as [readonly StoredOccurrence[], readonly StoredOccurrence[], readonly StoredOccurrence[]];
    expect([first, second, third].map((one) => statusOf(one, 'US-CPI-2026-03')?.schedule_status)).toEqual(['scheduled', 'scheduled', 'postponed']);
    expect(statusOf(merged(third, scheduleOf(year), later(3)), 'US-CPI-2026-03')).toMatchObject({ schedule_status: 'scheduled', absent_since: null });
    const unread = { ...without, problems: ['a row that could not be read'] };
    expect(statusOf(merged(merged(stored, unread), unread, later(5)), 'US-CPI-2026-03')).toMatchObject({
      schedule_status: 'scheduled',
      absent_since: null,
    });
  });

  test('what has passed stays when the page lists it no more, and counts as postponed where the page lists releases around it', () => {
    expect(merged(stored, scheduleOf(year.slice(2)), later(30))).toHaveLength(6);
    const without = scheduleOf(year.filter(({ uid }) => uid !== 'US-CPI-2026-02'));
    const off = merged(merged(stored, without, later(30)), without, later(33));
    expect(off.filter(({ schedule_status }) => schedule_status === 'postponed').map(({ uid }) => uid)).toEqual(['US-CPI-2026-02']);
  });

  test('a meeting moved into another month keeps its uid, its minutes theirs, on that day and after', () => {
    const meeting = (period: string, date: string, minutesOn: string): ReadOccurrence[] => [
      occurrenceOf({ event: 'fomc_decision', period, date, time: '14:00', pressConference: '14:30' }),
      occurrenceOf({ event: 'fomc_minutes', period, date: minutesOn, time: '14:00', basis: 'inferred' }),
    ];
    const [june, july, september] = [
      meeting('2026-06', '2026-06-17', '2026-07-08'),
      meeting('2026-07', '2026-07-29', '2026-08-19'),
      meeting('2026-09', '2026-09-16', '2026-10-07'),
    ];
    const first = merged([], scheduleOf([...june, ...july, ...september]));
    const moved = scheduleOf([...june, ...meeting('2026-08', '2026-08-05', '2026-08-26'), ...september]);
    const second = merged(first, moved);
    expect(second.map(({ uid, scheduled_at }) => `${uid} ${scheduled_at.slice(0, 10)}`)).toEqual([
      'US-FOMC-2026-06 2026-06-17',
      'US-FOMC-MINUTES-2026-06 2026-07-08',
      'US-FOMC-2026-07 2026-08-05',
      'US-FOMC-MINUTES-2026-07 2026-08-26',
      'US-FOMC-2026-09 2026-09-16',
      'US-FOMC-MINUTES-2026-09 2026-10-07',
    ]);
    for (const days of [3, 160, 163, 200]) expect(merged(second, moved, later(days)), `${days} days later`).toEqual(second);
  });
});

describe('a schedule that is refused', () => {
  test.each([
    ['empty', scheduleOf([]), 'no dates'],
    ['with less than half of the dates ahead of a series', scheduleOf(year.slice(0, 3)), 'lists only 2 of the 5 known future releases of cpi'],
    [
      'of another series alone',
      scheduleOf([occurrenceOf({ event: 'ppi', period: '2026-02', date: '2026-03-12', time: '08:30' })]),
      'lists only 0 of the 5 known future releases of cpi',
    ],
    [
      'with inferred dates alone',
      scheduleOf(year.map((one) => ({ ...one, schedule_basis: 'inferred' as const }))),
      'lists only 0 of the 5 known future releases of cpi',
    ],
  ])('%s', (_, schedule, says) => {
    const result = mergeSchedule([...stored], schedule, now);
    expect(result).toMatchObject({ ok: false, detail: expect.stringContaining(says) });
  });

  test('not for dates that have passed, nor for the first schedule', () => {
    expect(mergeSchedule([...stored], scheduleOf(year.slice(3)), later(60)).ok).toBe(true);
    expect(mergeSchedule([], scheduleOf(year.slice(0, 1)), now).ok).toBe(true);
  });
});

test('without a page what follows from cadence is there, and takes nothing away', () => {
  const first = withInferred([], inferClaims('2026-03-07'), now);
  expect(first).toHaveLength(60);
  const official = { ...first[0]!, schedule_basis: 'official' as const, scheduled_at: '2026-03-11T12:30:00.000Z' };
  expect(withInferred([official], inferClaims('2026-03-07'), now)).toHaveLength(60);
  expect(withInferred([official], inferClaims('2026-03-07'), now)[0]).toEqual(official);
});

describe('properties', () => {
  const period = fc.integer({ min: 0, max: 23 }).map((months) => Temporal.PlainYearMonth.from('2025-01').add({ months }).toString());
  const release = fc.tuple(period, fc.integer({ min: 5, max: 40 })).map(([of, days]) => {
    const ended = Temporal.PlainYearMonth.from(of);
    return occurrenceOf({ event: 'pce', period: of, date: ended.toPlainDate({ day: ended.daysInMonth }).add({ days }).toString(), time: '08:30' });
  });
  const schedule = fc.uniqueArray(release, { selector: ({ uid }) => uid, minLength: 1, maxLength: 24 }).map((occurrences) => scheduleOf(occurrences));

  test('a schedule merged twice is merged once', () => {
    fc.assert(
      fc.property(fc.array(schedule, { maxLength: 4 }), schedule, (before, last) => {
        const start = before.reduce<readonly StoredOccurrence[]>(
          (kept, one) => (mergeSchedule([...kept], one, now).ok ? merged(kept, one) : kept),
          [],
        );
        const once = mergeSchedule([...start], last, now);
        if (!once.ok) return;
        expect(merged(once.occurrences, last)).toEqual(once.occurrences);
      }),
    );
  });

  test('one uid one release: whatever is read in whatever order, the last believed date of each stands, and the schedule keeps its form', () => {
    fc.assert(
      fc.property(fc.array(schedule, { minLength: 1, maxLength: 5 }), (schedules) => {
        let kept: readonly StoredOccurrence[] = [];
        const dates = new Map<string, string>();
        for (const one of schedules) {
          const result = mergeSchedule([...kept], one, now);
          if (!result.ok) continue;
          kept = result.occurrences;
          for (const { uid, scheduled_at } of one.occurrences) dates.set(uid, scheduled_at);
        }
        expect(new Map(kept.map(({ uid, scheduled_at }) => [uid, scheduled_at]))).toEqual(dates);
        expect(AgencySchedule.safeParse({ v: 1, agency: 'bea', synced_at: now, synced_for: now, occurrences: kept }).success).toBe(true);
        expect([...kept].map(({ scheduled_at }) => scheduled_at)).toEqual([...kept].map(({ scheduled_at }) => scheduled_at).sort());
      }),
    );
  });

  test('the order in which a page lists its rows changes nothing', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(year, { minLength: year.length }), (shuffled) => {
        expect(merged([], scheduleOf(shuffled))).toEqual(stored);
      }),
    );
  });
});
