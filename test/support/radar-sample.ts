/** Puts the page of the API's own example into the tables, for the minutes of a test. */
import { radarExample } from '#api/radar/example.ts';
import { storeSnapshot } from '#clickhouse/radar.ts';
import type { Store } from '#clickhouse/store.ts';
import { RadarHead, radarWindows } from '#schemas/radar.ts';

const minuteMs = 60_000;
const minutesAhead = 15;

/** A snapshot a window and minute, from the last one on: a plan without delay has one whenever the test asks. */
export async function storeSampleSnapshots(store: Store, nowMs = Date.now()): Promise<void> {
  const firstMs = Math.floor(nowMs / minuteMs) * minuteMs;
  const { freshness, results, ...said } = radarExample;
  for (const [at, window] of radarWindows.entries())
    for (let minute = 0; minute <= minutesAhead; minute += 5)
      for (const step of [0, 2]) {
        const as_of = new Date(firstMs + (minute + step) * minuteMs).toISOString();
        const { generated_at, source_watermark, source_checked_at } = freshness;
        const snapshot_id = `${at}${String(minute + step).padStart(15, '0')}`;
        const head = RadarHead.parse({
          ...said,
          generated_at,
          source_watermark,
          source_checked_at,
          snapshot_id,
          window,
          as_of,
          to_seq: 1,
          quiet_tickers: 'CALM',
        });
        await storeSnapshot(store, { head, rows: results.map((row) => ({ row, cells: [1, 2, 3] })) });
      }
}
