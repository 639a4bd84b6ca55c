/** The calendar from the agencies' pages to /api/calendar/, with pages that move, break and shrink. */
import { metricOf, stageDeps } from '#test/pipeline/ingest/stage-deps.ts';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { calendarPage } from '#ops/lab/upstream/calendar/pages.ts';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { calendarSource, calendarStage } from '#pipeline/ingest/calendar/calendar-stage.ts';
import { createSourceHealth, type SourceHealth } from '#pipeline/ingest/source-health.ts';
import { AgencySchedule, agencies, type Agency, type CalendarOccurrence } from '#schemas/calendar.ts';
import { buckets } from '#schemas/subjects.ts';
import { call } from '#test/support/api.ts';
import { testLog } from '#test/support/log.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const pathOf: Readonly<Record<Agency, string>> = {
  bls: '/schedule/news_release/bls.ics',
  bea: '/news/schedule',
  census: '/economic-indicators/calendar-listview.html',
  fed: '/monetarypolicy/fomccalendars.htm',
  dol: '/newsroom/releases/eta',
};

let outbound: Outbound;
let registry: Registry;
let health: SourceHealth;
let stopping: AbortController;
let running: Promise<void>;
let clock: { atMs: number; sinceMs: number };
/** Replies that replace an agency's page, by path; for the Census Bureau they replace the lists of all years. */
let spoiled: Map<string, { readonly status: number; readonly body: (good: string) => string }>;
let asked: string[];

const goTo = (instant: string): void => void (clock = { atMs: Date.parse(instant), sinceMs: performance.now() });
const now = (): Date => new Date(clock.atMs + performance.now() - clock.sinceMs);

const ground = await sharedGround();
goTo('2025-03-12T04:55:00.000Z');
const base = await sharedOrigin((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  asked.push(path);
  const good = calendarPage(path, now().getTime());
  const { status, body } = spoiled.get(path.replace(/-20\d\d\.html$/, '.html')) ?? { status: 200, body: (text: string) => text };
  response.writeHead(good === null ? 404 : status).end(body(good === null ? '' : good.body.toString()));
});
const key = (await ground.account('pro', { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await sharedApi(ground, {}, () => now().getTime());
await until('the key', async () => (await call(`${api.url}/api/calendar/`, { key })).status === 200);
beforeEach(async () => {
  [spoiled, asked] = [new Map(), []];
  goTo('2025-03-12T04:55:00.000Z');
  const bucket = await openBucket(ground.bus, buckets.calendar);
  for (const agency of agencies) await bucket.delete(agency);
  start();
});
afterEach(() => stop());

function start(baseUrl = base): void {
  [stopping, registry] = [new AbortController(), new Registry()];
  const { signal } = stopping;
  outbound = createOutbound({ allowedOrigins: [baseUrl] });
  health = createSourceHealth({ now, signal, registry });
  health.expect(agencies.map(calendarSource));
  running = (async () => {
    const bucket = await openBucket(ground.bus, buckets.calendar);
    const stage = calendarStage({
      baseUrls: { bls: baseUrl, bea: baseUrl, census: baseUrl, fed: baseUrl, dol: baseUrl },
      bucket,
      retryOptions: { log: testLog, signal },
      registry,
      recordOutcome: health.recordOutcome,
      checkMs: 10,
      retryMs: { first: 10, last: 20 },
    });
    await stage.run(stageDeps({ outbound, signal }, { now }));
  })();
}

async function stop(): Promise<void> {
  stopping.abort();
  await running;
  await outbound.close();
}

const list = async (query: string): Promise<CalendarOccurrence[]> =>
  (await call<{ results: CalendarOccurrence[] }>(`${api.url}/api/calendar/${query}`, { key })).body.results;
const everything = '?from_date=2024-09-01&to_date=2025-09-30';
const heldOf = async (agency: Agency): Promise<AgencySchedule | null> => {
  const entry = await (await openBucket(ground.bus, buckets.calendar)).get(agency);
  return entry?.operation === 'PUT' ? AgencySchedule.parse(entry.json()) : null;
};
const syncedFor = (agency: Agency, day: string): Promise<unknown> =>
  until(`${agency} of ${day}`, async () => (await heldOf(agency))?.synced_for === `${day}T04:50:00.000Z`);
const allSyncedFor = (day: string): Promise<unknown> => Promise.all(agencies.map((agency) => syncedFor(agency, day)));
const counted = (agency: Agency, outcome: string): Promise<number> => metricOf(registry, 'tickerwire_calendar_syncs_total', { agency, outcome });
const stateOf = (agency: Agency) => health.states().find(({ source }) => source === `calendar_${agency}`);

describe('the calendar', () => {
  test('every series is served after a start after 04:50, and then synced once a day', async () => {
    await allSyncedFor('2025-03-12');
    const keys = await until('every series', async () => {
      const found = new Set((await list(everything)).map(({ event_key }) => event_key));
      return found.size === 10 ? found : null;
    });
    expect(keys).toBeTruthy();
    const basis = async (event: string) => new Set((await list(`${everything}&event_key=${event}`)).map(({ schedule_basis }) => schedule_basis));
    expect(await basis('jobless_claims')).toEqual(new Set(['official', 'inferred']));
    expect(await basis('fomc_minutes')).toEqual(new Set(['official', 'inferred']));
    expect(await basis('cpi')).toEqual(new Set(['official']));
    const times = asked.length;
    goTo('2025-03-13T04:49:00.000Z');
    await stop();
    start();
    goTo('2025-03-13T04:50:00.000Z');
    await allSyncedFor('2025-03-13');
    // The Census Bureau's list has a second page, of another year.
    expect(asked.length - times).toBe(6);
  });

  test.each<[string, number, (good: string) => string, string]>([
    ['broken', 200, (good) => good.slice(0, 150), 'unreadable'],
    ['another one, with no dates', 200, () => '<html><body><h1>We are moving to a new site</h1></body></html>', 'unreadable'],
    ['not there', 503, () => 'unavailable', 'unavailable'],
    ['there with far fewer dates', 200, (good) => fewer(good), 'implausible'],
  ])(
    'after a page that is %s the last good schedule is served, the failure is counted and reported, and a good page ends it',
    async (_, status, body, outcome) => {
      await allSyncedFor('2025-03-12');
      const held = Object.fromEntries(await Promise.all(agencies.map(async (agency) => [agency, await heldOf(agency)] as const)));
      const days = new URLSearchParams(everything);
      const planned = Object.values(held)
        .flatMap((schedule) => schedule?.occurrences ?? [])
        .filter(({ scheduled_at }) => scheduled_at >= days.get('from_date')! && scheduled_at < days.get('to_date')!);
      expect(planned.length).toBeGreaterThan(100);
      // The API receives each agency's schedule separately.
      const before = await until('the list of all agencies', async () => {
        const found = await list(everything);
        const uids = new Set(found.map(({ uid }) => uid));
        return planned.every(({ uid }) => uids.has(uid)) ? found : null;
      });
      const spoilt = agencies.filter((agency) => outcome !== 'implausible' || agency !== 'dol');
      for (const agency of spoilt) spoiled.set(pathOf[agency], { status, body });
      goTo('2025-03-13T05:00:00.000Z');
      for (const agency of spoilt) await until(`${agency} refused`, async () => (await counted(agency, outcome)) > 0);
      for (const agency of spoilt) {
        expect((await heldOf(agency))?.synced_at).toBe(held[agency]!.synced_at);
        expect(stateOf(agency)).toMatchObject({ last_success_at: held[agency]!.synced_at, failures: expect.any(Number), error: expect.any(String) });
        expect(stateOf(agency)!.failing_since).not.toBeNull();
      }
      const after = await list(everything);
      const kept = (all: readonly CalendarOccurrence[]) =>
        all
          .filter(({ event_key }) => event_key !== 'jobless_claims')
          .map(({ uid, scheduled_at, schedule_status }) => ({ uid, scheduled_at, schedule_status }));
      expect(kept(after)).toEqual(kept(before));
      const age = await registry.getSingleMetric('tickerwire_calendar_age_seconds')!.get();
      expect(age.values.every(({ value }) => value >= 0)).toBe(true);
      expect(age.values.some(({ value }) => value > 80_000)).toBe(true);
      spoiled.clear();
      await allSyncedFor('2025-03-13');
      expect(agencies.map((agency) => stateOf(agency)?.failing_since)).toEqual([null, null, null, null, null]);
    },
  );

  test('a failing agency does not delay others, and jobless claims are inferred if the Department never answers', async () => {
    await stop();
    const bucket = await openBucket(ground.bus, buckets.calendar);
    for (const agency of agencies) await bucket.delete(agency);
    for (const agency of ['bls', 'dol'] as const) spoiled.set(pathOf[agency], { status: 403, body: () => 'Access Denied' });
    start();
    await Promise.all((['bea', 'census', 'fed'] as const).map((agency) => syncedFor(agency, '2025-03-12')));
    const claims = await until('claims', async () => {
      const found = await list('?event_key=jobless_claims&from_date=2025-03-12&to_date=2025-07-11');
      return found.length > 0 ? found : null;
    });
    // 19 June is a Thursday and a holiday; 4 July is a Friday.
    expect(claims.map(({ scheduled_at }) => scheduled_at.slice(0, 10))).toEqual(
      ['13', '20', '27']
        .map((day) => `2025-03-${day}`)
        .concat(
          ['03', '10', '17', '24'].map((day) => `2025-04-${day}`),
          ['01', '08', '15', '22', '29'].map((day) => `2025-05-${day}`),
          ['05', '12', '18', '26'].map((day) => `2025-06-${day}`),
          ['03', '10'].map((day) => `2025-07-${day}`),
        ),
    );
    expect(claims.every(({ schedule_basis }) => schedule_basis === 'inferred')).toBe(true);
    expect(await counted('bls', 'unavailable')).toBeGreaterThan(0);
  });

  test('a moved release keeps its uid; a release that the agency drops is cancelled', async () => {
    await allSyncedFor('2025-03-12');
    const uid = 'US-GDP-2024-Q4-THIRD';
    const dateOf = async (): Promise<string | undefined> => (await list(`${everything}&event_key=gdp`)).find((one) => one.uid === uid)?.scheduled_at;
    await until('the release', async () => (await dateOf()) === '2025-03-27T12:30:00.000Z');
    const row = /<tr class="scheduled-releases-type-press">(?:(?!<tr)[^])*GDP \(Third Estimate\)(?:(?!<tr)[^])*4th Quarter 2024[^]*?<\/tr>/;
    spoiled.set(pathOf.bea, { status: 200, body: (good) => good.replace(row, (found) => found.replace('March 27', 'April 3')) });
    goTo('2025-03-13T05:00:00.000Z');
    await until('the move', async () => (await dateOf()) === '2025-04-03T12:30:00.000Z');
    spoiled.set(pathOf.bea, {
      status: 200,
      body: (good) => good.replace(row, (found) => found.replace('4th Quarter 2024', '4th Quarter 2024 (Canceled)')),
    });
    goTo('2025-03-14T05:00:00.000Z');
    await until('the end', async () => (await list(`${everything}&event_key=gdp`)).find((one) => one.uid === uid)?.schedule_status === 'cancelled');
  });

  test('the local upstream serves every agency, with a release in the next seven days', async () => {
    await stop();
    const upstream = await startUpstream({ rate: 0, burst: 0 });
    try {
      goTo(new Date().toISOString());
      start(upstream.url);
      await until('the next seven days', async () => (await list('')).length > 0);
      await until('every agency', async () => (await Promise.all(agencies.map(heldOf))).every((held) => (held?.synced_at ?? null) !== null));
    } finally {
      await upstream.stop();
    }
  });
});

/** Returns the page without its last 70 % of rows. */
function fewer(good: string): string {
  const rows =
    good.match(
      /BEGIN:VEVENT[^]*?END:VEVENT\r\n|<tr class="sched[^]*?<\/tr>|<tr><td>[^]*?<\/tr>|<div class="row fomc-meeting[^]*?<\/div>\s*<\/div>/g,
    ) ?? [];
  return rows.slice(Math.ceil(rows.length * 0.3)).reduce((text, row) => text.replace(row, ''), good);
}
