/**
 * Measures how fast Radar's ranking is served: cached, against bare node:http with the same bytes, and uncached, against the promised time.
 */
import { createProducerState } from '#pipeline/radar/feed-reads.ts';
import { radarEveryMs, radarWindows } from '#schemas/radar.ts';
import { spawnApiOn, type TestAccount } from '#test/support/api.ts';
import { alternate, fetchAnswer, loadOf, withGround } from './http.ts';
import { measurement, quantile, timeOf, type Measurement, type Measurements } from './measure.ts';
import { companiesOf, fillRadar, radarRows, radarTickers, snapshotsOnce } from './radar.ts';

const questions = 400;
const warmUp = 20;
/** The promised 99th percentile of uncached queries, in ms. */
const uncachedMs = 50;
const path = '/api/signals/snapshot/';

/** Returns a path that no other turn has: the offset is the turn, and window and order change. */
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

/** Sends one request at a time, so that times include no waiting for others. */
async function uncachedPolls(url: string, account: TestAccount): Promise<Measurement> {
  const times: number[] = [];
  for (let turn = 0; turn < warmUp + questions; turn += 1) {
    const ms = await timeOf(() => fetchAnswer(`${url}${questionAt(turn)}`, account));
    if (turn >= warmUp) times.push(ms);
  }
  const note = `p99 of ${questions} pages of 50 rows, no two alike, one at a time; p50 ${quantile(times, 0.5).toFixed(1)} ms; ceiling: the promise`;
  return measurement(quantile(times, 0.99), uncachedMs, 'ms', note);
}

export const benchRadarPolls = (): Promise<Measurements> =>
  withGround(async ({ ground, account, folder }) => {
    const endMs = Math.floor(Date.now() / radarEveryMs) * radarEveryMs;
    await fillRadar(ground.store, { rows: radarRows, tickers: radarTickers, endMs });
    const ranked = await snapshotsOnce(ground.store, endMs, radarRows, companiesOf(radarTickers), createProducerState(ground.store));
    const api = await spawnApiOn(ground);
    try {
      // Uncached polls are first, because they are quick and a snapshot is served only for some minutes.
      const radar_uncached = await uncachedPolls(api.url, account);
      const url = `${api.url}${path}`;
      const answer = await fetchAnswer(url, account);
      const radar_cached = await alternate(folder, answer, () => loadOf(url, account), `one URL, 50 rows of ${ranked}`);
      return { radar_cached, radar_uncached };
    } finally {
      await api.stop();
    }
  });
