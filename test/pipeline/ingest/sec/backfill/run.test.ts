import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StoredFiling } from '#clickhouse/stored-filings.ts';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { planKey, type BackfillPlan } from '#pipeline/ingest/sec/backfill/plan.ts';
import { runBackfill, type BackfillDeps, type BackfillSummary } from '#pipeline/ingest/sec/backfill/run.ts';
import { secSources } from '#pipeline/ingest/sec/edgar-sources.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { accessDenied, busy, rateExceeded, startLocalEdgar, troubleAt, type LocalEdgar } from '../local-edgar.ts';
import { readRaw } from '../running-stage.ts';

let edgar: LocalEdgar;
let outbound: Outbound;
let logged: Map<string, StoredFiling>;
let pauses: string[];
let serial = 0;

const { bus } = await sharedBus();
await applyStreams(bus);
beforeEach(async () => {
  edgar = await startLocalEdgar();
  outbound = createOutbound({ allowedOrigins: [edgar.url] });
  [logged, pauses] = [new Map(), []];
  await bus.jsm.streams.purge(streams.raw);
  await (await openBucket(bus, 'positions')).purge(planKey(plan));
});
afterEach(async () => {
  await outbound.close();
  await edgar.stop();
});

/** Saturday to Tuesday: two business days. */
const plan: BackfillPlan = { from: '2025-03-15', to: '2025-03-18', families: ['sec_form4'] };
const clockAt = (instant: string) => (): Date => new Date(Date.parse(instant) + performance.now());
const now = clockAt('2025-06-02T16:00:00.000Z');

async function run(changes: Partial<BackfillDeps> & { readonly signal?: AbortSignal } = {}, asked = plan): Promise<BackfillSummary> {
  const { signal = new AbortController().signal, ...deps } = changes;
  const retryOptions = { log: testLog, signal };
  const fetch = createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0, inFlightMax: 4, signal });
  const fetchFiling = secSources.sec_form4.createFetch({ fetch, parse: parseInProcess, baseUrl: edgar.url });
  return runBackfill(
    asked,
    {
      fetch,
      parse: parseInProcess,
      baseUrl: edgar.url,
      fetchFiling: () => fetchFiling,
      positions: createPositions(await openBucket(bus, 'positions'), retryOptions),
      publish: createPublish(bus, retryOptions),
      knownFilings: async () => logged,
      liveOf: async () => () => false,
      now,
      onProgress: () => undefined,
      onPause: (why) => pauses.push(why),
      waits: { retryScheduleMs: [5, 5], indexRetryMs: 5, coolOffMs: { first: 10, last: 20 } },
      ...deps,
    },
    signal,
  );
}

/** Files `count` forms at noon of `day` and returns their accession numbers. */
function file(count: number, day: string, form = '4'): string[] {
  const filed = Array.from({ length: count }, () => {
    serial += 1;
    return { accession: `0000000002-25-${String(serial).padStart(6, '0')}`, acceptedAt: `${day}T16:00:00.000Z`, form };
  });
  edgar.filings.push(...filed);
  return filed.map(({ accession }) => accession);
}

const identities = (messages: readonly RawMessage[]): string[] => messages.map(({ identity }) => identity).toSorted();
const raw = (accessions: readonly string[]): Promise<RawMessage[]> => readRaw(bus, new Set(accessions));

describe('backfill', () => {
  test('every filing of the wanted forms is published once, as history, and days without business are not asked for', async () => {
    const wanted = [...file(30, '2025-03-17'), ...file(3, '2025-03-17', '4/A'), ...file(20, '2025-03-18')];
    file(5, '2025-03-17', '424B2');
    file(5, '2025-03-19');
    const summary = await run();
    const messages = await raw(edgar.filings.map(({ accession }) => accession));
    expect(identities(messages)).toEqual(wanted.toSorted());
    expect(messages.every((message) => message.kind === 'form4' && message.is_history === true)).toBe(true);
    expect(summary).toEqual({
      daysTotal: 2,
      counts: { days: 2, listed: 53, held: 0, published: 53, refused: 0 },
      withoutIndex: [],
      unpublished: null,
    });
    expect(edgar.askedFor('.idx')).toHaveLength(2);
  });

  test('a filing that the log holds is not fetched', async () => {
    const [first, second, third] = file(3, '2025-03-17');
    file(1, '2025-03-18');
    logged = new Map([
      [first!, { as: 'served' }],
      [second!, { as: 'dropped', reason: 'no_open_market_trade' }],
    ]);
    expect((await run()).counts).toMatchObject({ held: 2, published: 2 });
    expect(edgar.askedFor('.txt').some((path) => path.includes(first!) || path.includes(second!))).toBe(false);
    expect(await raw([third!])).toHaveLength(1);
  });

  test('a day, or a filing, that a live stage brings itself is left to it', async () => {
    const [known] = file(4, '2025-03-17');
    file(4, '2025-03-18');
    const summary = await run({ liveOf: async (_family, day) => (accession) => day > '2025-03-17' || accession === known });
    expect(summary.counts).toMatchObject({ held: 5, published: 3 });
    expect(edgar.askedFor('.txt')).toHaveLength(3);
  });

  test('a stopped run begins the same day again, leaves out what the log has meanwhile, and publishes nothing twice', async () => {
    const wanted = [...file(10, '2025-03-17'), ...file(40, '2025-03-18')];
    const stopping = new AbortController();
    const stopped = run({ signal: stopping.signal, onProgress: ({ counts }) => void (counts.published >= 30 && stopping.abort()) });
    await expect(stopped).rejects.toBeInstanceOf(StoppedError);
    const published = await raw(wanted);
    for (const { identity } of published) logged.set(identity, { as: 'served' });
    edgar.asked.length = 0;
    expect(await run()).toMatchObject({ counts: { days: 2, listed: 50, held: published.length - 10, published: 60 - published.length } });
    expect(identities(await raw(wanted))).toEqual(wanted.toSorted());
    expect(edgar.askedFor('.idx')).toHaveLength(1);
    expect(edgar.askedFor('.txt')).toHaveLength(50 - published.length);
  });
});

describe('trouble', () => {
  test('a filing that is not to be had is refused after its schedule, while the others go on', async () => {
    const [gone, ...others] = file(9, '2025-03-17');
    file(1, '2025-03-18');
    edgar.trouble = (path, response) => path.includes(gone!) && (response.writeHead(500).end(), true);
    expect((await run()).counts).toMatchObject({ published: 9, refused: 1 });
    expect(await raw([gone!])).toEqual([expect.objectContaining({ kind: 'refusal', reason: 'unavailable', source: 'sec_form4' })]);
    expect(await raw(others)).toHaveLength(8);
    expect(edgar.askedFor(`${gone}.txt`)).toHaveLength(3);
  });

  test('429, 503 and pages with status 200 lose nothing and refuse nothing', async () => {
    const wanted = [...file(30, '2025-03-17'), ...file(10, '2025-03-18')];
    let answers = 0;
    edgar.trouble = (path, response) => {
      answers += 1;
      if (answers % 3 === 0 || answers > 200) return false;
      if (answers % 3 === 1) rateExceeded(response.writeHead(429, { 'retry-after': '0' }));
      else if (path.endsWith('.txt')) rateExceeded(response);
      else busy(response);
      return true;
    };
    const summary = await run();
    expect(identities(await raw(wanted))).toEqual(wanted.toSorted());
    expect(summary.counts).toMatchObject({ published: 40, refused: 0 });
    expect(pauses.length).toBeGreaterThan(0);
  });

  test('an outage in the middle of a day refuses nothing: it waits until EDGAR is back', async () => {
    const wanted = file(20, '2025-03-17');
    file(1, '2025-03-18');
    let texts = 0;
    let down = 0;
    edgar.trouble = (path, response) => {
      texts += path.endsWith('.txt') ? 1 : 0;
      if (texts < 5 || down > 60) return false;
      down += 1;
      busy(response);
      return true;
    };
    expect((await run()).counts).toMatchObject({ published: 21, refused: 0 });
    expect(await raw(wanted)).toHaveLength(20);
  });

  test('a past day without an index is told, and the days after it are replayed', async () => {
    const wanted = file(2, '2025-03-18');
    expect(await run()).toMatchObject({ withoutIndex: ['2025-03-17'], counts: { days: 2, published: 2 } });
    expect(await raw(wanted)).toHaveLength(2);
  });

  test('an index that fails to come once is not taken for missing', async () => {
    const wanted = [...file(2, '2025-03-17'), ...file(2, '2025-03-18')];
    edgar.trouble = troubleAt('.idx', accessDenied);
    expect(await run()).toMatchObject({ withoutIndex: [], counts: { published: 4 } });
    expect(await raw(wanted)).toHaveLength(4);
  });

  test('a client that EDGAR refuses altogether is not a sign that an index is missing', async () => {
    const wanted = [...file(2, '2025-03-17'), ...file(2, '2025-03-18')];
    const undeclared = (response: ServerResponse) =>
      response.writeHead(403).end('<!DOCTYPE html><html><title>SEC.gov | Your Request Originates from an Undeclared Automated Tool</title></html>');
    edgar.trouble = troubleAt('/', ...Array.from({ length: 12 }, () => undeclared));
    expect(await run()).toMatchObject({ withoutIndex: [], counts: { published: 4 } });
    expect(await raw(wanted)).toHaveLength(4);
  });

  test('a day whose index is not published yet ends the run, and the next run goes on there', async () => {
    const earlier = file(2, '2025-03-17');
    const soon = clockAt('2025-03-19T02:05:00.000Z');
    expect(await run({ now: soon })).toMatchObject({ unpublished: '2025-03-18', counts: { days: 1, published: 2 } });
    const later = file(3, '2025-03-18');
    expect(await run({ now: soon })).toMatchObject({ unpublished: null, counts: { days: 2, listed: 5, published: 5 } });
    expect(edgar.askedFor('form.20250317.idx')).toHaveLength(1);
    expect(await raw([...earlier, ...later])).toHaveLength(5);
  });
});
