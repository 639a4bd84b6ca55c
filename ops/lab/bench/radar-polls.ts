/** Measures how fast the ranking is answered: from the cache, against bare node:http with the same headers and bytes, and for uncached queries. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepNothing } from '#pipeline/radar/feed-reads.ts';
import { radarEveryMs, radarWindows } from '#schemas/radar.ts';
import { spawnApiOn, startGround, type TestAccount } from '#test/support/api.ts';
import { alternate, authorized, connections, fetchAnswer, roundSeconds } from './http.ts';
import { quantile, type Measurement, type Measurements } from './measure.ts';
import { fillRadar, companiesOf, snapshotsOnce } from './radar.ts';

/** The specified volume of 31 days. */
const [rows, tickers] = [80_000, 3_000];
const questions = 400;
const warmUp = 20;
/** The promised 99th percentile of uncached queries, in ms. */
const uncachedMs = 50;
const path = '/api/signals/snapshot/';

/** Returns a query unlike all others: each has another offset in the ranking, with changing orders. */
function questionAt(turn: number): string {
  const sorts = ['score', 'stories', 'model_stories', 'sentiment', 'sentiment_change'];
  const query = {
    window: radarWindows[turn % radarWindows.length]!,
    sort: sorts[turn % sorts.length]!,
    order: turn % 3 === 0 ? 'asc' : 'desc',
    offset: String(turn),
  };
  return `${path}?${new URLSearchParams(query).toString()}`;
}

/** Sends one query after another, so that a time contains no queueing. */
async function uncachedPolls(url: string, account: TestAccount): Promise<Measurement> {
  const times: number[] = [];
  for (let turn = 0; turn < warmUp + questions; turn += 1) {
    const startedAtMs = performance.now();
    await fetchAnswer(`${url}${questionAt(turn)}`, account);
    if (turn >= warmUp) times.push(performance.now() - startedAtMs);
  }
  const value = quantile(times, 0.99);
  const note = `p99 of ${questions} pages of 50 rows, no two alike, one at a time; p50 ${quantile(times, 0.5).toFixed(1)} ms; ceiling: the promise`;
  return { value, ceiling: uncachedMs, ratio: value / uncachedMs, unit: 'ms', note };
}

export async function benchRadarPolls(): Promise<Measurements> {
  const ground = await startGround();
  const folder = await mkdtemp(join(tmpdir(), 'tickerwire-bench-'));
  try {
    const account = await ground.account('pro', { perMinute: 1e9, perDay: 1e12 });
    const endMs = Math.floor(Date.now() / radarEveryMs) * radarEveryMs;
    await fillRadar(ground.store, { rows, tickers, endMs });
    const ranked = await snapshotsOnce(ground.store, endMs, rows, companiesOf(tickers), keepNothing(ground.store));
    const api = await spawnApiOn(ground);
    try {
      // Uncached polls come first: a snapshot is served only for some minutes, and they take less of that time.
      const uncached = await uncachedPolls(api.url, account);
      const url = `${api.url}${path}`;
      const answer = await fetchAnswer(url, account);
      const load = () => ({ url, connections, seconds: roundSeconds, headers: authorized(account) });
      const cached = await alternate({ folder }, answer, load, `one URL, 50 rows of ${ranked}`);
      return { radar_cached: cached, radar_uncached: uncached };
    } finally {
      await api.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await ground.stop();
  }
}
