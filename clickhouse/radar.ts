/** Stores snapshots of Radar and reads them: what they say of themselves, pages of their rows, and digests of those that are gone. */
import { z } from 'zod';
import { RadarHead, radarWindows, toneThreshold, type RadarMarket, type RadarRow, type RadarWindow } from '#schemas/radar.ts';
import { timeBound } from './columns.ts';
import { loadQuery } from './sql.ts';
import { insertRowsMax, type Params, type Store } from './store.ts';

export interface SnapshotRow {
  readonly row: RadarRow;
  /** Stories of the windows before, the newest first. */
  readonly cells: readonly number[];
}

export interface Snapshot {
  readonly head: RadarHead;
  readonly rows: readonly SnapshotRow[];
}

/** Its rows and digest before itself: who finds it finds it whole. Storing it again changes nothing. */
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

export interface Gap {
  readonly window: RadarWindow;
  readonly asOfMs: number;
  /** A RadarReason, or one of a later release. */
  readonly reason: string;
}

export const storeGaps = (store: Store, gaps: readonly Gap[]): Promise<void> =>
  store.insert(
    'radar_snapshots',
    gaps.map(({ window, asOfMs, reason }) => ({ span: window, as_of: timeBound(asOfMs), snapshot_id: '', reason, head: '' })),
  );
export const storeGap = (store: Store, gap: Gap): Promise<void> => storeGaps(store, [gap]);

/** A minute of a window: its snapshot, or why it has none. */
export interface Minute {
  readonly window: RadarWindow;
  readonly asOfMs: number;
  readonly snapshotId: string | null;
  /** A RadarReason, or one of a later release; null where there is a snapshot. */
  readonly reason: string | null;
}

const minutesQuery = loadQuery('radar/minutes');
const headQuery = loadQuery('radar/head');
const MinuteRow = z.object({ span: z.string(), as_of_ms: z.int(), snapshot_id: z.string(), reason: z.string() });

/** Those behind a cutoff, in order; where a minute has both, the gap stands before the snapshot. */
export async function minutesAfter(store: Store, afterMs: number): Promise<Minute[]> {
  const rows = await store.query(minutesQuery, { after_ms: afterMs }, MinuteRow);
  return rows.flatMap(({ span, as_of_ms, snapshot_id, reason }) => {
    const window = radarWindows.find((one) => one === span);
    if (window === undefined) return [];
    return [{ window, asOfMs: as_of_ms, ...(snapshot_id === '' ? { snapshotId: null, reason } : { snapshotId: snapshot_id, reason: null }) }];
  });
}

/** Null: there is none of that id any more, or it cannot be read. */
export async function headOf(store: Store, { window, asOfMs, snapshotId }: Minute): Promise<RadarHead | null> {
  if (snapshotId === null) return null;
  const params = { span: window, as_of_ms: asOfMs, snapshot_id: snapshotId };
  const [row] = await store.query(headQuery, params, z.object({ head: z.string() }));
  return row === undefined ? null : (RadarHead.safeParse(JSON.parse(row.head)).data ?? null);
}

export const radarSorts = ['score', 'stories', 'model_stories', 'sentiment', 'sentiment_change'] as const;
export type RadarSort = (typeof radarSorts)[number];
export type RadarTonesShown = 'all' | 'positive' | 'negative' | 'mixed';

export interface RadarFilter {
  readonly market: RadarMarket | null;
  /** Null: all. */
  readonly tickers: readonly string[] | null;
  readonly search: string | null;
  readonly minZ: number | null;
  readonly tone: RadarTonesShown;
}

export interface RadarOrder {
  readonly sort: RadarSort;
  readonly order: 'asc' | 'desc';
}

const countQuery = loadQuery('radar/page-count');
const keysQuery = loadQuery('radar/page-keys');
const rowsQuery = loadQuery('radar/page-rows');

const filterParams = (snapshotId: string, { market, tickers, search, minZ, tone }: RadarFilter): Params => ({
  snapshot_id: snapshotId,
  ...(market !== null && { market }),
  ...(tickers !== null && { tickers: [...tickers] }),
  ...(search !== null && { search }),
  ...(minZ !== null && { min_z: minZ }),
  ...(tone !== 'all' && { [tone]: 1, tone: toneThreshold }),
});

export async function countRows(store: Store, snapshotId: string, filter: RadarFilter): Promise<number> {
  const [row] = await store.query(countQuery, filterParams(snapshotId, filter), z.object({ total: z.int() }));
  return row?.total ?? 0;
}

const PageRow = z.object({ ticker: z.string(), doc: z.string(), cells: z.array(z.int()).optional() });

export interface PageRow {
  readonly ticker: string;
  /** RadarRow as JSON. */
  readonly doc: string;
  /** Only where asked for. */
  readonly cells?: readonly number[] | undefined;
}

/** Rows of a snapshot in this order, those without a value last, ties by ticker. */
export async function pageRows(
  store: Store,
  snapshotId: string,
  filter: RadarFilter,
  page: RadarOrder & { readonly offset: number; readonly limit: number; readonly withCells?: boolean },
): Promise<PageRow[]> {
  const params = { ...filterParams(snapshotId, filter), [`by_${page.sort}_${page.order}`]: 1, limit: page.limit, offset: page.offset };
  const keys = await store.query(keysQuery, params, z.object({ ticker: z.string() }));
  if (keys.length === 0) return [];
  const tickers = keys.map(({ ticker }) => ticker);
  const rows = await store.query(rowsQuery, { snapshot_id: snapshotId, tickers, ...(page.withCells === true && { with_cells: 1 }) }, PageRow);
  const byTicker = new Map(rows.map((row) => [row.ticker, row]));
  return tickers.flatMap((ticker) => byTicker.get(ticker) ?? []);
}

const presentQuery = loadQuery('radar/present');

/** Which of these tickers have a row in the snapshot. */
export async function tickersPresent(store: Store, snapshotId: string, tickers: readonly string[]): Promise<Set<string>> {
  const rows = await store.query(presentQuery, { snapshot_id: snapshotId, tickers: [...tickers] }, z.object({ ticker: z.string() }));
  return new Set(rows.map(({ ticker }) => ticker));
}

const digestQuery = loadQuery('radar/digest-at');
const DigestRow = z.object({ snapshot_id: z.string(), to_seq: z.int(), hashes: z.string() }).transform(({ snapshot_id, to_seq, hashes }) => ({
  snapshotId: snapshot_id,
  toSeq: to_seq,
  hashes: z.record(z.string(), z.string()).parse(JSON.parse(hashes)),
}));
export type SnapshotDigest = z.output<typeof DigestRow>;

/** More than one where two producers believed to be the active one. */
export const digestsAt = (store: Store, window: RadarWindow, asOfMs: number): Promise<SnapshotDigest[]> =>
  store.query(digestQuery, { span: window, as_of_ms: asOfMs }, DigestRow);
