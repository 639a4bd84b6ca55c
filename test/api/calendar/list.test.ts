import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { compatPath } from '#api/compatibility.ts';
import type { CalendarList } from '#api/calendar/list.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { occurrenceOf, type Facts } from '#pipeline/ingest/calendar/parsed-schedule.ts';
import type { AgencySchedule } from '#schemas/calendar.ts';
import { buckets } from '#schemas/subjects.ts';
import { call, type Answer } from '#test/support/api.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

type List = z.infer<typeof CalendarList>;

/** Half an hour after the day's first release. */
const at = '2026-03-10T12:30:00.000Z';
const get = <T = List>(query: string): Promise<Answer<T>> => call(`${api.url}/api/calendar/${query}`, { key });
const uids = async (query: string): Promise<string[]> => (await get(query)).body.results.map(({ uid }) => uid);

const facts: Record<string, Facts[]> = {
  bls: [
    { event: 'nfp', period: '2026-02', date: '2026-03-06', time: '08:30' },
    { event: 'jolts', period: '2026-01', date: '2026-03-10', time: '08:00' },
    { event: 'cpi', period: '2026-02', date: '2026-03-11', time: '08:30' },
    { event: 'ppi', period: '2026-02', date: '2026-03-12', time: '08:30', status: 'postponed' },
    { event: 'cpi', period: '2027-03', date: '2027-04-13', time: '08:30' },
  ],
  dol: [{ event: 'jobless_claims', period: '2026-03-07', date: '2026-03-12', time: '08:30', basis: 'inferred' }],
  fed: [{ event: 'fomc_decision', period: '2026-03', date: '2026-03-18', time: '14:00', pressConference: '14:30', hasSep: true }],
};
async function keep(agency: AgencySchedule['agency'], of: readonly Facts[]): Promise<void> {
  const occurrences = of.map((one) => ({ ...occurrenceOf(one), category: 'of_an_earlier_release', absent_since: null }));
  const schedule: AgencySchedule = { v: 1, agency, synced_at: at, synced_for: at, occurrences };
  await (await openBucket(ground.bus, buckets.calendar)).put(agency, JSON.stringify(schedule));
}

const ground = await sharedGround();
for (const [agency, of] of Object.entries(facts)) await keep(agency as AgencySchedule['agency'], of);
const { api, key } = await keyedApi('free', ground, {}, () => Date.parse(at));

describe('200', () => {
  test('without a window: seven days from today 00:00 UTC, in order of time, then uid', async () => {
    const { status, body, headers } = await get('');
    expect(status).toBe(200);
    expect(body.results.map(({ uid, phase }) => [uid, phase])).toEqual([
      ['US-JOLTS-2026-01', 'elapsed'],
      ['US-CPI-2026-02', 'upcoming'],
      ['US-JOBLESS-CLAIMS-2026-03-07', 'upcoming'],
      ['US-PPI-2026-02', 'upcoming'],
    ]);
    expect(body.next_cursor).toBeNull();
    expect(body.results[0]).not.toHaveProperty('source_id');
    expect(new Set(body.results.map(({ category }) => category))).toEqual(new Set(['macro_economy']));
    expect(headers.get('etag')).toMatch(/^W\//);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
  });

  test('a window includes its start and excludes its end, given as instants or as bare dates', async () => {
    expect(await uids('?from_date=2026-03-11T12:30:00Z&to_date=2026-03-12T12:30:00Z')).toEqual(['US-CPI-2026-02']);
    expect(await uids('?from_date=2026-03-11T12:30:01Z&to_date=2026-03-12T12:30:01Z')).toEqual(['US-JOBLESS-CLAIMS-2026-03-07', 'US-PPI-2026-02']);
    expect(await uids('?from_date=2026-03-06&to_date=2026-03-11')).toEqual(['US-NFP-2026-02', 'US-JOLTS-2026-01']);
    expect(await uids('?from_date=2026-03-11&to_date=2026-03-11')).toEqual([]);
  });

  test('with one end: seven days from a start; from today to a future end; the seven days before a past end', async () => {
    expect(await uids('?from_date=2026-03-12')).toEqual(['US-JOBLESS-CLAIMS-2026-03-07', 'US-PPI-2026-02', 'US-FOMC-2026-03']);
    expect(await uids('?to_date=2026-03-12')).toEqual(['US-JOLTS-2026-01', 'US-CPI-2026-02']);
    expect(await uids('?to_date=2026-03-07')).toEqual(['US-NFP-2026-02']);
  });

  test('series and tiers filter it, as comma-separated or repeated lists', async () => {
    const window = '&from_date=2026-03-01&to_date=2027-04-05';
    expect(await uids(`?event_key=cpi,nfp,${window}`)).toEqual(['US-NFP-2026-02', 'US-CPI-2026-02']);
    expect(await uids(`?event_key=cpi&event_key=nfp${window}`)).toEqual(['US-NFP-2026-02', 'US-CPI-2026-02']);
    expect(await uids(`?importance=high${window}`)).toEqual(['US-NFP-2026-02', 'US-CPI-2026-02', 'US-FOMC-2026-03']);
    expect(await uids(`?importance=low,medium&event_key=ppi${window}`)).toEqual(['US-PPI-2026-02']);
  });

  test('status, basis, press conference and projections are those of the stored release', async () => {
    const { results } = (await get('?from_date=2026-03-12&to_date=2026-03-19')).body;
    expect(
      results.map(({ schedule_status, schedule_basis, press_conference_at, has_sep }) => [
        schedule_status,
        schedule_basis,
        press_conference_at,
        has_sep,
      ]),
    ).toEqual([
      ['scheduled', 'inferred', null, false],
      ['postponed', 'official', null, false],
      ['scheduled', 'official', '2026-03-18T18:30:00.000Z', true],
    ]);
  });

  test('follows the synced schedule: a moved release keeps its uid', async () => {
    await keep('fed', [{ event: 'fomc_decision', period: '2026-03', date: '2026-03-25', time: '14:00' }]);
    await until('the move', async () => (await uids('?event_key=fomc_decision&from_date=2026-03-20&to_date=2026-03-30')).length === 1);
    expect(await uids('?event_key=fomc_decision&from_date=2026-03-01&to_date=2026-05-01')).toEqual(['US-FOMC-2026-03']);
  });

  test('for clients of another service the list is `events`', async () => {
    const { body } = await call<{ events: List['results'] }>(`${api.url}${compatPath}/api/calendar/`, { key });
    expect(body).toEqual({ events: (await get('')).body.results, next_cursor: null });
  });
});

describe('400', () => {
  test.each([
    ['an end before the beginning', '?from_date=2026-03-12&to_date=2026-03-11', 'from_date', 'after to_date'],
    ['more than four hundred days', '?from_date=2026-01-01&to_date=2027-02-06', 'to_date', '400'],
    ['more than four hundred days from now', '?to_date=2027-04-20', 'to_date', '400'],
  ])('%s', async (_, query, field, says) => {
    const { status, body } = await get<{ code: string; extra: { fields: Record<string, string[]> } }>(query);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect(body.extra.fields[field]?.join()).toContain(says);
  });

  test('four hundred days are allowed', async () => {
    expect((await get('?from_date=2026-01-01&to_date=2027-02-05')).status).toBe(200);
  });
});
