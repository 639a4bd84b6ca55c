/**
 * How long do the snapshots of a minute take, both windows, against reading the columns they are made of once?
 *
 *   node ops/bench/radar.ts [--rows N] [--tickers N]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { migrate } from '#clickhouse/migrate.ts';
import { storeSnapshot } from '#clickhouse/radar.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { computeSnapshot } from '#pipeline/radar/compute.ts';
import { gatherContext } from '#pipeline/radar/context.ts';
import type { Listing } from '#pipeline/radar/listings.ts';
import { radarWindows } from '#schemas/radar.ts';
import { endProcess, startEmbedded } from '../embedded/start.ts';
import { median, type Measurements } from './measure.ts';

/** The specified volume of 31 days; eight million are a hundred times that. */
const usualRows = 80_000;
const usualTickers = 3_000;
const ratioMax = 1.5;
const rounds = 5;
const dayMs = 86_400_000;

const fill = loadQuery('bench/fill-radar');
const narrow = loadQuery('bench/scan-radar');
const documents = loadQuery('bench/scan-radar-documents');

export async function benchRadar(rows: number = usualRows, tickers: number = usualTickers): Promise<Measurements> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-radar-'));
  const { child, url, user, password } = await startEmbedded({ dataDir, port: 0, env: { LOG_LEVEL: 'warn' } });
  const store = openStore({ url, database: 'radar', user, password, requestTimeoutMs: 600_000, maxConnections: 2 });
  try {
    await migrate(store);
    const endMs = Math.floor(Date.now() / 60_000) * 60_000;
    await store.command(fill, { rows, tickers, end_ms: endMs });
    const listings = new Map(
      Array.from({ length: tickers }, (_, at): [string, Listing] => [`T${at}`, { name: `T${at}`, sector: null, market: 'us_equity', cik: null }]),
    );
    const [scans, snapshots]: [number[], number[]] = [[], []];
    let made = 0;
    // In turns, so that what disturbs the machine disturbs both; the first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      const [scan, snapshot] = [
        await timed(() => scanOnce(store, endMs)),
        await timed(async () => void (made = await snapshotsOnce(store, endMs, rows, listings))),
      ];
      if (round === 0) continue;
      scans.push(scan);
      snapshots.push(snapshot);
    }
    const [value, ceiling] = [median(snapshots), median(scans)];
    const note = `median of ${rounds}, both windows with what they store; ${rows} rows of 31 days, ${made} tickers in a snapshot; at most ${ratioMax} is wanted`;
    return { radar: { value, ceiling, ratio: value / ceiling, unit: 'ms', note } };
  } finally {
    await store.close();
    await endProcess(child, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const Any = z.object({}).loose();

async function scanOnce(store: Store, endMs: number): Promise<void> {
  await store.query(narrow, { cutoff_ms: endMs, reach_ms: 31 * dayMs }, Any);
  await store.query(documents, { cutoff_ms: endMs, reach_ms: 2 * dayMs }, Any);
}

async function snapshotsOnce(store: Store, endMs: number, toSeq: number, listings: ReadonlyMap<string, Listing>): Promise<number> {
  const cutoff = { cutoffMs: endMs, toSeq };
  const context = await gatherContext(store, cutoff, listings);
  let rows = 0;
  for (const window of radarWindows) {
    const now = (): Date => new Date();
    const computed = await computeSnapshot(store, { window, cutoff, listings, context, checkedAt: now().toISOString(), now });
    if (!computed.ok) throw new Error(`no snapshot: ${computed.reason}`);
    await storeSnapshot(store, computed.snapshot);
    rows = Math.max(rows, computed.snapshot.rows.length);
  }
  return rows;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: String(usualRows) }, tickers: { type: 'string', default: String(usualTickers) } },
  });
  const { radar } = await benchRadar(Number(values.rows), Number(values.tickers));
  const { value, ceiling, ratio, note } = radar!;
  process.stdout.write(`radar ${value.toFixed(0)} ms of ${ceiling.toFixed(0)}  ratio ${ratio.toFixed(2)}  ${note}\n`);
}
