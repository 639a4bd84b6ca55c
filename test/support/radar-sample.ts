/** Stores snapshots like the API's own example, for the minutes of a test. */
import { radarExample } from '#api/radar/example.ts';
import { storeSnapshot } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { RadarHead, radarWindows } from '#schemas/radar.ts';

const minuteMs = 60_000;
/** The delays of the plans in minutes, and the maximum duration of a test. */
const delayMinutes = [0, 15, 60];
const minutesAhead = 14;

/** Stores a snapshot of each window every second minute, so that each plan always has one; `tickers` get rows, too. */
export async function storeSampleSnapshots(store: Store, tickers: readonly string[] = []): Promise<void> {
  const firstMs = Math.floor(Date.now() / minuteMs) * minuteMs;
  const { freshness, results, ...said } = radarExample;
  const rows = [...results, ...tickers.map((ticker) => ({ ...results[0]!, ticker }))].map((row) => ({ row, cells: [1, 2, 3] }));
  const minutes = new Set(delayMinutes.flatMap((delay) => Array.from({ length: 1 + minutesAhead / 2 }, (_, at) => 2 * at - delay)));
  for (const [at, window] of radarWindows.entries())
    for (const minute of minutes) {
      const as_of = new Date(firstMs + minute * minuteMs).toISOString();
      const { generated_at, source_watermark, source_checked_at } = freshness;
      const snapshot_id = `${at}${String(minute + 100).padStart(15, '0')}`;
      const own = { snapshot_id, window, as_of, to_seq: 1, quiet_tickers: 'CALM' };
      const head = RadarHead.parse({ ...said, generated_at, source_watermark, source_checked_at, ...own });
      await storeSnapshot(store, { head, rows });
    }
}
