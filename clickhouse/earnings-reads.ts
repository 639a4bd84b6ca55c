/** Finds earnings reads by ticker. The table earnings_reads has keys; the reads are in the table feed. */
import type { FeedRow } from '#schemas/feed-log.ts';
import { SeqRow, timeColumnMs, uidColumn } from './columns.ts';
import { RecordRow, restoreRow } from './record.ts';
import { loadQuery } from './sql.ts';
import type { Store } from './store.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { spanParams } from './filter-params.ts';

/** Returns the rows to insert in earnings_reads: none for a row without a read. */
export function earningsKeys({ seq, record }: { readonly seq: number; readonly record: FeedRow }): object[] {
  if (record.earnings === undefined) return [];
  const ticker = record.earnings.ticker || record.item.enrichment.tickers[0];
  if (ticker === undefined) return [];
  return [{ ticker, newest: -timeColumnMs(record.item.original.time_published), uid: uidColumn(record.uid), seq }];
}

const keysQuery = loadQuery('earnings/keys-of-tickers');
const rowsQuery = loadQuery('earnings/records-by-sequence');

export type EarningsRow = FeedRow & Required<Pick<FeedRow, 'earnings'>>;
const hasRead = (record: FeedRow): record is EarningsRow => record.earnings !== undefined;

/** Returns rows with a read of these tickers, newest first. Among the newest `limit` keys (at most 100), withdrawn rows are omitted. */
export async function earningsOf(
  store: Store,
  { tickers, spans }: { readonly tickers: readonly string[]; readonly spans?: readonly TickerSpan[] | null },
  limit: number,
): Promise<EarningsRow[]> {
  const keys = await store.query(keysQuery, { tickers, ...spanParams(spans), limit }, SeqRow);
  if (keys.length === 0) return [];
  const rows = await store.query(rowsQuery, { seqs: keys.map(({ seq }) => seq) }, RecordRow);
  const bySeq = new Map(rows.filter(({ doc }) => doc !== '').map((row) => [row.seq, restoreRow(row)]));
  return keys.flatMap(({ seq }) => bySeq.get(seq) ?? []).filter(hasRead);
}
