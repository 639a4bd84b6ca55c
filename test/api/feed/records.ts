/** A small feed for the API's tests: publisher rows, Form 4 events, 8-Ks, reprints and drops, over the last weeks. */
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { InsiderBlock } from '#schemas/item.ts';
import { categories } from '#schemas/vocabulary.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';

export const dayMs = 86_400_000;

type RowChanges = Parameters<typeof rowRecord>[1];

export function form4Row(identity: string, isPlan: boolean | null, changes: RowChanges = {}, side: 'buy' | 'sell' = 'sell'): FeedRow {
  const record = rowRecord(identity, { category: 'insider', ...changes });
  const insider: InsiderBlock = {
    side,
    transaction_code: side === 'buy' ? 'P' : 'S',
    shares: '100',
    avg_price_usd: '10.5',
    total_value_usd: '1050.00',
    is_10b5_1: isPlan === true,
    is_10b5_1_basis: isPlan === null ? 'none' : 'checkbox',
    insider_name: 'Doe Jane',
    insider_title: '',
    is_officer: false,
    is_director: true,
    is_ten_percent_owner: false,
    transaction_date: '2026-01-02',
    filed_at: record.item.original.created_at,
    accepted_at: null,
    late_filing: null,
    tranche_count: 1,
    accession_number: '0001234567-26-000123',
  };
  const original = { ...record.item.original, source_type: 'sec_form4' as const, source: 'SEC Form 4', ownership_form: 'direct' as const };
  return { ...record, kind: 'form4', item: { ...record.item, original, insider } };
}

export function form8kRow(identity: string, items: string[], changes: RowChanges = {}): FeedRow {
  const record = rowRecord(identity, { category: 'corporate_actions', ...changes });
  const filing = {
    items,
    primary_item: items[0]!,
    accession_number: '0001234567-26-000124',
    filed_at: record.item.original.created_at,
    event_date: null,
    exhibit_url: null,
  };
  return { ...record, item: { ...record.item, original: { ...record.item.original, source_type: 'sec_form8k', source: 'SEC EDGAR 8-K' }, filing } };
}

/** Row `n` of `count` arrives `count - n` steps of `everyMs` before `nowMs`, so the log is in order of time. */
export function mixedFeed(nowMs: number, count: number, everyMs: number): FeedRecord[] {
  return Array.from({ length: count }, (_, index): FeedRecord => {
    const createdAtMs = nowMs - (count - index) * everyMs;
    // Publishers date articles before the service sees them, some by days, so the two orders differ.
    const publishedAtMs = createdAtMs - (index % 7) * 3 * everyMs;
    const at = { publishedAt: new Date(publishedAtMs).toISOString(), refinedAt: new Date(createdAtMs).toISOString() };
    const tickers = index % 4 === 0 ? ['NVDA'] : index % 4 === 1 ? ['ACME', 'NVDA'] : index % 4 === 2 ? ['BTC-USD'] : [];
    const changes = { ...at, tickers, relevance: 1 + (index % 10) };
    if (index % 11 === 10) return dropRecord(`drop ${index}`);
    if (index % 9 === 8)
      return form4Row(`form4 ${index}`, [true, false, null][Math.floor(index / 9) % 3]!, changes, index % 2 === 0 ? 'buy' : 'sell');
    if (index % 13 === 12) return form8kRow(`8-K ${index}`, index % 2 === 0 ? ['2.02', '9.01'] : ['5.02'], changes);
    return rowRecord(`row ${index}`, { ...changes, category: categories[index % categories.length]! });
  });
}

export const rowsOf = (records: readonly FeedRecord[]): FeedRow[] => records.filter((record) => record.type === 'row');
