import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createSourceHealth } from '#pipeline/ingest/source-health.ts';
import type { FailureCause, FetchResult } from '#pipeline/ingest/stage.ts';
import { ingestTroubles } from '#pipeline/ingest/trouble.ts';
import { readConfig } from '#schemas/config.ts';

const url = (path: string): string => `https://news.example.com/${path}`;
function failed(detail: string, cause: FailureCause = 'unreachable'): FetchResult {
  return { outcome: 'failed', cause, status: null, retryAfterMs: null, detail };
}
const at = (second: number): string => `2026-01-02T03:04:0${second}.000Z`;
const failing = { source: 'cnbc', last_success_at: null, failing_since: at(5), failures: 2, error: 'ENOTFOUND' };
const unchanged: FetchResult = { outcome: 'not_modified' };

function start() {
  let second = 0;
  const answers = new Map<string, FetchResult>();
  const stopping = new AbortController();
  const registry = new Registry();
  const health = createSourceHealth({ now: () => new Date(Date.UTC(2026, 0, 2, 3, 4, second)), signal: stopping.signal, registry });
  const asking = (options?: { isJudged: boolean }) => {
    const fetch = health.watching(
      async (request) => answers.get(request.url) ?? unchanged,
      (request) => (request.url.endsWith('/document') ? null : request.url.slice(url('').length)),
      options,
    );
    return async (path: string, answer: FetchResult): Promise<void> => {
      second += 1;
      answers.set(url(path), answer);
      await fetch({ url: url(path), bodyBytesMax: 1, timeoutMs: 1 });
    };
  };
  return { health, ask: asking(), judged: asking({ isJudged: true }), registry, stop: () => stopping.abort() };
}

test('a source has the instants of its last success and of the first failure since', async () => {
  const { health, ask, registry } = start();
  health.expect(['b', 'a']);
  expect(health.states()).toMatchObject(['a', 'b'].map((source) => ({ source, failing_since: null, last_success_at: null })));
  await ask('b', unchanged);
  await ask('b', failed('ECONNREFUSED'));
  await ask('b', failed('status 403'));
  await ask('a', failed('ENOTFOUND'));
  await ask('b', failed('the host asked for a pause', 'host_pause'));
  const [first, second] = health.states();
  expect(first).toEqual({ source: 'b', last_success_at: at(1), failing_since: at(2), failures: 3, error: 'status 403' });
  expect(second).toMatchObject({ source: 'a', failing_since: at(4), error: 'ENOTFOUND' });
  expect(await registry.metrics()).toContain('tickerwire_sources_failing 2');
  await ask('b', unchanged);
  expect(health.states()[1]).toEqual({ source: 'b', last_success_at: at(6), failing_since: null, failures: 0, error: null });
});

test('a missing document, and a request that the end of the process cuts off, are no failures of a source', async () => {
  const { health, ask, stop } = start();
  health.expect(['a']);
  await ask('a/document', failed('status 404'));
  stop();
  await ask('a', failed('aborted', 'aborted'));
  expect(health.states()).toMatchObject([{ source: 'a', failures: 0, failing_since: null }]);
});

test('late reports about a source that another process polls now are ignored', async () => {
  const { health, ask } = start();
  health.expect(['a']);
  health.forget(['a']);
  await ask('a', failed('ECONNREFUSED'));
  health.recordOutcome('a', 'implausible', at(5));
  health.recordListing('a', { empty_since: '2026-01-02T02:00:00.000Z' }, at(5));
  expect(health.states()).toEqual([]);
});

test('each poll of a listing that stays empty is one more failure', async () => {
  const { health, ask } = start();
  health.expect(['a']);
  for (const day of ['05', '06', '07']) {
    await ask('a', unchanged);
    health.recordListing('a', { entries: 3, empty_since: '2026-01-01T00:00:00.000Z' }, `2026-01-${day}T00:00:00.000Z`);
  }
  expect(health.states()).toMatchObject([{ failures: 3, failing_since: '2026-01-01T00:00:00.000Z' }]);
});

test('a document that its stage judges is a success only once the stage says so; until then the failure goes on', async () => {
  const { health, ask, judged } = start();
  health.expect(['a']);
  const page: FetchResult = { outcome: 'ok', url: url('a'), contentType: null, body: Buffer.alloc(0), etag: null, lastModified: null, fetchedAt: '' };
  for (const judgedAt of ['2026-01-02T03:05:00.000Z', '2026-01-02T03:06:00.000Z']) {
    await judged('a', page);
    health.recordOutcome('a', 'unknown_format: html', judgedAt);
  }
  expect(health.states()).toMatchObject([{ failing_since: '2026-01-02T03:05:00.000Z', failures: 2, last_success_at: null }]);
  await judged('a', unchanged);
  expect(health.states()).toMatchObject([{ failing_since: null }]);
  await ask('a', page);
  expect(health.states()).toMatchObject([{ failures: 0, last_success_at: at(4) }]);
});

test('a listing that is refused whole is a failure, whose reason is cut to a bound', async () => {
  const { health, ask } = start();
  health.expect(['a']);
  await ask('a', { outcome: 'refused', reason: 'too_large', detail: 'x'.repeat(1_000) });
  expect(health.states()[0]!.error).toMatch(/^too_large: x{100,190}$/);
});

test('troubles name failing sources, a missing symbol list and wrong settings, each with what to do', () => {
  const well = { ...failing, source: 'fed', failing_since: null, error: null };
  const byDefault = { config: readConfig({}), states: [failing, well], hasSymbols: false, stages: [{ asks: 'EDGAR' }, { asks: 'others' }] } as const;
  expect(ingestTroubles(byDefault)).toEqual({
    symbols: expect.stringContaining('no symbol list yet') as string,
    USER_AGENT: expect.stringContaining('EDGAR refuses') as string,
    'source cnbc': 'failing since 2026-01-02T03:04:05.000Z: ENOTFOUND',
  });
  const own = readConfig({ USER_AGENT: 'Ann Example ann@example.com' });
  expect(ingestTroubles({ ...byDefault, config: own, states: [well], hasSymbols: true })).toEqual({});
  // No trouble: an EDGAR of one's own, no stage that queries EDGAR, a process without stages.
  const quiet = { ...byDefault, states: [], hasSymbols: true };
  expect(ingestTroubles({ ...quiet, config: readConfig({ EDGAR_URL: 'http://127.0.0.1:4500' }) })).toEqual({});
  expect(ingestTroubles({ ...quiet, stages: [{ asks: 'others' }] })).toEqual({});
  expect(ingestTroubles({ ...quiet, stages: [] })).toEqual({});
});

test('of many failing sources the first are named and the rest counted', () => {
  const states = Array.from({ length: 45 }, (_, index) => ({ ...failing, source: `s${index}` }));
  const troubles = ingestTroubles({ config: readConfig({}), states, hasSymbols: true, stages: [] });
  expect(Object.keys(troubles)).toHaveLength(21);
  expect(troubles['sources']).toBe('25 more are failing');
});

test('a listing that stays empty for ten minutes, at first or at last, is a failure since then, with what it held before', async () => {
  const { health, ask } = start();
  const stateOf = (name: string) => health.states().find(({ source }) => source === name);
  health.expect(['a', 'b']);
  await ask('a', unchanged);
  const a = { entries: 25, empty_since: '2026-01-02T02:50:00.000Z' };
  health.recordListing('a', { entries: 25 }, '2026-01-02T02:49:00.000Z');
  health.recordListing('a', a, '2026-01-02T02:50:00.000Z');
  expect(stateOf('a')).toMatchObject({ failing_since: null });
  health.recordListing('a', a, '2026-01-02T03:01:00.000Z');
  const empty = { failing_since: '2026-01-02T02:50:00.000Z', error: 'the feed is empty; it had 25 entries before' };
  expect(stateOf('a')).toMatchObject(empty);
  // An unchanged answer does not end the failure.
  await ask('a', unchanged);
  expect(stateOf('a')).toMatchObject(empty);
  health.recordListing('b', { empty_since: '2026-01-02T03:00:00.000Z' }, '2026-01-02T03:10:00.000Z');
  expect(stateOf('b')).toMatchObject({ failing_since: '2026-01-02T03:00:00.000Z', error: 'the feed has never had entries' });
  health.recordListing('a', { entries: 1 }, '2026-01-02T03:20:00.000Z');
  expect(stateOf('a')).toMatchObject({ failing_since: null, error: null });
});
