/** Measures how long the snapshots of one minute take for both windows. Ceiling: one scan of the columns that they use. */
import { z } from 'zod';
import { migrate } from '#clickhouse/migrate.ts';
import { storeSnapshot } from '#clickhouse/radar.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import type { Store } from '#clickhouse/store.ts';
import { computeSnapshot } from '#pipeline/radar/compute.ts';
import { gatherContext } from '#pipeline/radar/company-events.ts';
import { createProducerState, readFeed, type ProducerState } from '#pipeline/radar/feed-reads.ts';
import type { Company } from '#pipeline/radar/companies.ts';
import { radarEveryMs, radarWindows } from '#schemas/radar.ts';
import { inTurns, measurement, median, timeOf, type Measurements } from './measure.ts';
import { withStores } from './store/with-store.ts';

/** Rows and tickers of 31 days, as the specification assumes. */
export const [radarRows, radarTickers] = [80_000, 3_000] as const;
const ratioMax = 1.5;
const rounds = 5;
const dayMs = 86_400_000;

const fill = loadQuery('bench/fill-radar');
const narrow = loadQuery('bench/scan-radar');

export const benchRadar = (): Promise<Measurements> =>
  withStores(async (open) => {
    const store = open('radar');
    await migrate(store);
    const endMs = Math.floor(Date.now() / 60_000) * 60_000;
    await fillRadar(store, { rows: radarRows, tickers: radarTickers, endMs });
    const [companies, kept] = [companiesOf(radarTickers), createProducerState(store)];
    let made = 0;
    const cutoffOf = (round: number): number => endMs - (rounds - round) * radarEveryMs;
    const { own, bare } = await inTurns(rounds, {
      own: (round) => timeOf(async () => (made = await snapshotsOnce(store, cutoffOf(round), radarRows, companies, kept))),
      bare: (round) => timeOf(() => scanOnce(store, cutoffOf(round))),
    });
    const note = `median of ${rounds} minutes, both windows with what they store; ${radarRows} rows of 31 days, ${made} tickers in a snapshot; at most ${ratioMax} is wanted`;
    return { radar: measurement(median(own), median(bare), 'ms', note) };
  });

const Any = z.object({}).loose();

async function scanOnce(store: Store, endMs: number): Promise<void> {
  await store.query(narrow, { cutoff_ms: endMs, reach_ms: 31 * dayMs, tones_ms: 2 * dayMs }, Any);
}

/** Returns companies with the tickers T0, T1 and so on, which fillRadar uses. */
export const companiesOf = (tickers: number): ReadonlyMap<string, Company> =>
  new Map(Array.from({ length: tickers }, (_, at) => [`T${at}`, { name: `T${at}`, sector: null, market: 'us_equity', cik: null }]));

/** Fills the tables with 31 days of rows that end at `endMs`. */
export const fillRadar = (store: Store, { rows, tickers, endMs }: { rows: number; tickers: number; endMs: number }): Promise<void> =>
  store.command(fill, { rows, tickers, end_ms: endMs });

/** Computes and stores the snapshots of both windows as the producer does each minute. Returns the number of tickers in the larger one. */
export async function snapshotsOnce(
  store: Store,
  cutoffMs: number,
  toSeq: number,
  companies: ReadonlyMap<string, Company>,
  kept: ProducerState,
): Promise<number> {
  const cutoff = { cutoffMs, toSeq };
  const context = await gatherContext(store, cutoff, companies);
  const feed = await readFeed(store, cutoff, kept);
  let rows = 0;
  for (const window of radarWindows) {
    const now = (): Date => new Date();
    const computed = await computeSnapshot(store, { window, cutoff, companies, context, checkedAt: now().toISOString(), now, feed });
    if (!computed.ok) throw new Error(`no snapshot: ${computed.reason}`);
    await storeSnapshot(store, computed.snapshot);
    rows = Math.max(rows, computed.snapshot.rows.length);
  }
  return rows;
}
