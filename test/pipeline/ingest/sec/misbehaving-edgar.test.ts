import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import type { RawFiling, RawMessage } from '#schemas/raw.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { until } from '#test/support/until.ts';
import { ask, truthOf, type TruthLine } from '#test/ops/lab/upstream/client.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import { readRaw, runStage, type RunningStage } from './running-stage.ts';

const sources = Object.keys(collectedForms) as SecSourceType[];
const feed = '/cgi-bin/browse-edgar';
const archive = '/Archives/edgar/data/';

let bus: Bus;
let upstream: Upstream;
let stages: RunningStage[] = [];

const nats = await sharedNats();
beforeEach(async () => {
  bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
  await forget();
});
afterEach(async () => {
  await Promise.all(stages.map((stage) => stage.stop()));
  stages = [];
  await upstream.stop();
  await bus.close();
});

/** Empties RAW with its message ids and resets the stages' positions: every upstream gives its filings the same numbers. */
async function forget(): Promise<void> {
  await bus.jsm.streams.delete('RAW').catch(() => false);
  await applyStreams(bus, readConfig({ NATS_URL: nats.url }));
  const positions = await openBucket(bus, 'positions');
  for (const source of sources) for (const key of ['done', 'progress']) await positions.purge(`${source}.${key}`);
}

const post = async (path: string, value: unknown): Promise<void> => {
  const { status } = await ask(`${upstream.url}${path}`, { 'content-type': 'application/json' }, 'POST', JSON.stringify(value));
  expect(status).toBe(200);
};
const misbehave = (rules: readonly { kind: string; match: string; [more: string]: unknown }[]): Promise<void> => post('/__control/misbehave', rules);
const stats = async () => JSON.parse((await ask(`${upstream.url}/__control/stats`)).text) as { rules: readonly unknown[]; served: number };
const rulesLeft = async (): Promise<number> => (await stats()).rules.length;

/** Runs the stages, each with a client of its own, as if in a process of its own. */
async function run(names: readonly SecSourceType[] = sources): Promise<void> {
  // All sources poll at once, and their polls would leave no time for the filings at a shorter cadence.
  const cadence = { pollMs: 250, pollOffHoursMs: 250 };
  for (const source of names) stages.push(await runStage(bus, { source, baseUrl: upstream.url, log: testLog, ...cadence }));
}

/** Waits until RAW has every filing that a listing showed; checks that it has each once, as itself, and no other. */
async function everythingServed(): Promise<readonly RawMessage[]> {
  return until('every served filing in RAW', async () => {
    const [count, { state }] = [(await stats()).served, await bus.jsm.streams.info('RAW')];
    if (count === 0 || state.messages < count) return null;
    const served = (await truthOf(upstream.url)).map(({ accession = '' }) => accession);
    const found = await readRaw(bus, new Set(served));
    // More filings may have been listed since the count. A message too many would stay.
    if (state.messages !== served.length || new Set(found.map(({ identity }) => identity)).size < served.length) return null;
    expect(found.map(({ identity }) => identity).toSorted()).toEqual(served.toSorted());
    expect(found.filter(({ kind }) => kind === 'refusal')).toEqual([]);
    return found;
  });
}

const textPath = ({ url, accession = '' }: TruthLine): string => {
  const cik = /\/data\/(\d+)\//.exec(url)?.[1] ?? '';
  return `${archive}${cik}/${accession.replaceAll('-', '')}/${accession}.txt`;
};

/** Requests the feed as another client, so that the truth lists its filings before a stage runs. */
async function shown(form: '8-K' | '6-K'): Promise<readonly TruthLine[]> {
  await ask(`${upstream.url}${feed}?action=getcurrent&type=${form}&owner=include&count=100&start=0&output=atom`);
  return truthOf(upstream.url);
}

async function filingWithResults(): Promise<TruthLine> {
  for (const line of await shown('8-K')) {
    const { text } = await ask(`${upstream.url}${textPath(line)}`);
    if (text.includes('Results of Operations and Financial Condition')) return line;
  }
  throw new Error('the upstream has no 8-K with results');
}

describe('nothing lost and nothing doubled', { timeout: 90_000 }, () => {
  test('of any source, from a feed that also lists forms which only begin alike', async () => {
    upstream = await startUpstream({ rate: 0, burst: 500, filingShare: 1, seed: 40, edgarPerSecondMax: 0 });
    await run();
    const forms = new Set((await everythingServed()).map((message) => ('form' in message ? message.form : message.kind)));
    const truth = (await truthOf(upstream.url)).map(({ form }) => String(form));
    expect([...forms].toSorted()).toEqual([...new Set(truth)].toSorted());
    expect([...forms]).toEqual(expect.arrayContaining(['4', '4/A', '6-K', '6-K/A', '8-K', '8-K/A', '144', 'SCHEDULE 13D', 'SCHEDULE 13G']));
    expect(new Set((await everythingServed()).map(({ source }) => source)).isSubsetOf(new Set(sources))).toBe(true);
  });

  test('when the feed is refused, unavailable, empty or cut', async () => {
    upstream = await startUpstream({ rate: 0, burst: 200, filingShare: 1, seed: 42, edgarPerSecondMax: 0 });
    await misbehave([
      { kind: 'undeclared', match: feed, times: 2 },
      { kind: 'rate_exceeded', match: feed },
      { kind: 'html_503', match: feed, times: 3 },
      { kind: 'empty', match: feed, times: 3 },
      { kind: 'cut', match: feed, bytes: 5_000, times: 3 },
      { kind: 'truncate', match: feed, bytes: 5_000, times: 2 },
      { kind: 'reset', match: feed, times: 2 },
      { kind: 'status', match: feed, status: 429, times: 1 },
    ]);
    await run();
    await until('every rule to be used up', async () => (await rulesLeft()) === 0);
    await everythingServed();
  });

  test('when filings are refused, unavailable, empty, cut short, or their connection dies in the middle', async () => {
    upstream = await startUpstream({ rate: 0, burst: 200, filingShare: 1, seed: 43, edgarPerSecondMax: 0 });
    await misbehave([
      { kind: 'undeclared', match: archive },
      { kind: 'cut', match: archive, bytes: 4_000, times: 4 },
      { kind: 'html_503', match: archive, times: 2 },
      { kind: 'truncate', match: archive, bytes: 6_000, times: 4 },
      { kind: 'empty', match: archive, times: 2 },
      { kind: 'reset', match: archive, times: 2 },
      { kind: 'rate_exceeded', match: archive },
    ]);
    await run();
    await everythingServed();
    expect(await rulesLeft()).toBe(0);
  });

  test('while new filings shift the pages that are being read', async () => {
    upstream = await startUpstream({ rate: 60, burst: 400, filingShare: 1, filingsPerSecondMax: 60, seed: 44, edgarPerSecondMax: 0 });
    await run();
    await until('some hundred filings more', async () => (await stats()).served > 400);
    await post('/__control/rate', { rate: 0 });
    await everythingServed();
  });
});

describe('one 8-K', { timeout: 60_000 }, () => {
  const message = async (accession: string): Promise<RawMessage> =>
    until('its message', async () => (await readRaw(bus, new Set([accession]))).at(0) ?? null);

  test('that never comes whole is refused after the last try, with its reason', async () => {
    upstream = await startUpstream({ rate: 0, burst: 60, filingShare: 1, seed: 46, edgarPerSecondMax: 0 });
    const [line] = await shown('8-K');
    await misbehave([{ kind: 'cut', match: textPath(line!), bytes: 3_000, times: 100 }]);
    await run(['sec_form8k']);
    expect(await message(line!.accession!)).toMatchObject({
      kind: 'refusal',
      source: 'sec_form8k',
      reason: 'malformed',
      detail: expect.stringContaining('attempt 4 of 4'),
    });
  });

  test('of 200 MB is read in the memory that a small one takes', async () => {
    upstream = await startUpstream({ rate: 0, burst: 60, filingShare: 1, seed: 47, edgarPerSecondMax: 0 });
    const line = await filingWithResults();
    const script = fileURLToPath(new URL('read-process.ts', import.meta.url));
    const read = async () => {
      const cik = (/\/data\/(\d+)\//.exec(line.url)?.[1] ?? '').padStart(10, '0');
      const env = { ...process.env, TEST_EDGAR_URL: upstream.url, TEST_ACCESSION: line.accession, TEST_CIK: cik };
      const { stdout } = await promisify(execFile)(process.execPath, [script], { env });
      return JSON.parse(stdout) as { outcome: { outcome: string; message: RawFiling }; peakBytes: number };
    };
    const small = await read();
    await misbehave([{ kind: 'bulky', match: textPath(line), bytes: 200_000_000 }]);
    const large = await read();
    expect(await rulesLeft()).toBe(0);
    expect(large.outcome).toMatchObject({ outcome: 'read', message: { kind: 'filing', earnings: { kind: 'read' } } });
    expect(large.outcome.message.earnings).toEqual(small.outcome.message.earnings);
    expect(large.peakBytes - small.peakBytes).toBeLessThan(60_000_000);
  });
});
