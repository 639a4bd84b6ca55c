/** Stores and reads Radar snapshots: heads, rows, and digests, which are kept longer than the snapshots. */
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { RadarHead, radarWindows, type RadarRow, type RadarWindow } from '#schemas/radar.ts';
import { timeBound } from './columns.ts';
import { loadQuery } from './sql.ts';
import { insertRowsMax, type Store } from './store.ts';

export interface SnapshotRow {
  readonly row: RadarRow;
  /** Number of stories on each day of the baseline, newest first. */
  readonly cells: readonly number[];
}

export interface Snapshot {
  readonly head: RadarHead;
  readonly rows: readonly SnapshotRow[];
}

/** Stores a snapshot, its head last, so that readers find only complete snapshots. Storing it again has no effect. */
export async function storeSnapshot(store: Store, { head, rows }: Snapshot): Promise<void> {
  const as_of = timeBound(Date.parse(head.as_of));
  const { snapshot_id, window, to_seq, input_hashes } = head;
  const columns = rows.map(({ row, cells }) => ({
    snapshot_id,
    ticker: row.ticker,
    as_of,
    market: row.market,
    score: row.news_z,
    stories: row.stories,
    model_stories: row.model_stories,
    sentiment: row.sent.value,
    sentiment_change: row.sent_delta,
    cells,
    doc: JSON.stringify(row),
  }));
  const digest = store.insert('radar_digests', [{ span: window, as_of, snapshot_id, to_seq, hashes: JSON.stringify(input_hashes) }]);
  const stored = async (): Promise<void> => {
    for (let from = 0; from < columns.length; from += insertRowsMax) await store.insert('radar_rows', columns.slice(from, from + insertRowsMax));
  };
  await Promise.all([digest, stored()]);
  await store.insert('radar_snapshots', [{ span: window, as_of, snapshot_id, reason: '', head: JSON.stringify(head) }]);
}

interface Gap {
  readonly window: RadarWindow;
  readonly asOfMs: number;
  readonly reason: string;
}

export const storeGaps = (store: Store, gaps: readonly Gap[]): Promise<void> =>
  store.insert(
    'radar_snapshots',
    gaps.map(({ window, asOfMs, reason }) => ({ span: window, as_of: timeBound(asOfMs), snapshot_id: '', reason, head: '' })),
  );
export const storeGap = (store: Store, gap: Gap): Promise<void> => storeGaps(store, [gap]);

export interface Minute {
  readonly window: RadarWindow;
  readonly asOfMs: number;
  readonly snapshotId: string | null;
  /** A RadarReason, or one of a later release; null if there is a snapshot. */
  readonly reason: string | null;
}

const minutesQuery = loadQuery('radar/minutes');
const headQuery = loadQuery('radar/head');
const MinuteRow = z.object({ span: z.string(), as_of_ms: z.int(), snapshot_id: z.string(), reason: z.string() });

/** Returns the minutes after `afterMs`, in order. If a minute has a gap and a snapshot, the gap comes first. */
export async function minutesAfter(store: Store, afterMs: number): Promise<Minute[]> {
  const rows = await store.query(minutesQuery, { after_ms: afterMs }, MinuteRow);
  return rows.flatMap(({ span, as_of_ms, snapshot_id, reason }) => {
    const window = radarWindows.find((one) => one === span);
    if (window === undefined) return [];
    return [{ window, asOfMs: as_of_ms, ...(snapshot_id === '' ? { snapshotId: null, reason } : { snapshotId: snapshot_id, reason: null }) }];
  });
}

/** Returns the head of the snapshot of a minute; null if there is no snapshot, or if its head is deleted or unreadable. */
export async function headOf(store: Store, { window, asOfMs, snapshotId }: Minute): Promise<RadarHead | null> {
  if (snapshotId === null) return null;
  const params = { span: window, as_of_ms: asOfMs, snapshot_id: snapshotId };
  const [row] = await store.query(headQuery, params, z.object({ head: z.string() }));
  return RadarHead.safeParse(parseJson(row?.head ?? '')).data ?? null;
}

const rankingQuery = loadQuery('radar/ranking');
const rowsQuery = loadQuery('radar/page-rows');

const Ranked = z
  .tuple([z.string(), z.string(), z.number().nullable(), z.int(), z.int(), z.number().nullable(), z.number().nullable()])
  .transform(([ticker, market, score, stories, model_stories, sentiment, sentiment_change]) => ({
    ticker,
    market,
    score,
    stories,
    model_stories,
    sentiment,
    sentiment_change,
  }));
/** The values of a row by which callers sort and filter. */
export type RankedTicker = Readonly<z.output<typeof Ranked>>;

export async function rankedTickers(store: Store, snapshotId: string): Promise<RankedTicker[]> {
  const [row] = await store.query(rankingQuery, { snapshot_id: snapshotId }, z.object({ rows: z.array(Ranked) }));
  return row?.rows ?? [];
}

/** `doc` is a RadarRow as JSON; `cells` is present if requested. */
const StoredRow = z.object({ ticker: z.string(), doc: z.string(), cells: z.array(z.int()).optional() });

/** Returns the snapshot's rows of these tickers, in the order of `tickers`. */
export async function rowsOf(
  store: Store,
  snapshotId: string,
  tickers: readonly string[],
  { withCells = false }: { readonly withCells?: boolean } = {},
): Promise<z.infer<typeof StoredRow>[]> {
  if (tickers.length === 0) return [];
  const params = { snapshot_id: snapshotId, tickers: [...tickers], ...(withCells && { with_cells: 1 }) };
  const rows = await store.query(rowsQuery, params, StoredRow);
  const byTicker = new Map(rows.map((row) => [row.ticker, row]));
  return tickers.flatMap((ticker) => byTicker.get(ticker) ?? []);
}

const digestQuery = loadQuery('radar/digest-at');
const DigestRow = z.object({ snapshot_id: z.string(), to_seq: z.int(), hashes: z.string() }).transform(({ snapshot_id, to_seq, hashes }) => ({
  snapshotId: snapshot_id,
  toSeq: to_seq,
  hashes: z.record(z.string(), z.string()).parse(JSON.parse(hashes)),
}));
export type SnapshotDigest = z.output<typeof DigestRow>;

/** Returns the digests of a minute. There are several if two processes acted as leader. */
export const digestsAt = (store: Store, window: RadarWindow, asOfMs: number): Promise<SnapshotDigest[]> =>
  store.query(digestQuery, { span: window, as_of_ms: asOfMs }, DigestRow);
