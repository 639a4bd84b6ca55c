/** Makes insider trades and earnings reads as valid records of the feed log. */
import type { EarningsAnalysis } from '#schemas/earnings.ts';
import type { FeedRevision, FeedRow, FeedTrade } from '#schemas/feed-log.ts';
import { form4EventIdentity, uidOf } from '#schemas/identity.ts';
import type { InsiderTrade } from '#schemas/insider.ts';
import type { InsiderBlock } from '#schemas/item.ts';
import { rowRecord } from './records.ts';

type Owner = InsiderTrade['owners'][number];

export const ownerOf = (changes: Partial<Owner> = {}): Owner => ({
  cik: '0001000001',
  name: 'Doe Jane',
  title: 'Chief Executive Officer',
  is_officer: true,
  is_director: false,
  is_ten_percent_owner: false,
  ...changes,
});

const filedAt = '2026-11-18T22:11:03.120Z';

/** Returns a trade, by default one fill of 100 shares at 10 dollars; with `tranches`, their sums. */
export function insiderTrade(changes: Partial<InsiderTrade> = {}): InsiderTrade {
  const date = changes.last_date ?? '2026-11-17';
  return {
    issuer_cik: '0000320193',
    issuer_name: 'Acme Inc',
    ticker: 'ACME',
    accession_number: '0001234567-26-000001',
    form: '4',
    accepted_at: filedAt,
    filed_at: filedAt,
    owners: [ownerOf()],
    transaction_code: 'S',
    side: ({ P: 'buy', S: 'sell', D: 'other' } as const)[changes.transaction_code ?? 'S'],
    ownership_form: 'direct',
    security_title: 'Common Stock',
    first_date: date,
    last_date: date,
    shares: '100',
    avg_price_usd: '10',
    total_value_usd: '1000.00',
    shares_after: '900',
    stake_change_pct: '-10',
    tranches: [{ transaction_date: date, shares: '100', price_usd: '10' }],
    is_10b5_1: false,
    late_filing: false,
    label: null,
    ...changes,
  };
}

const identityOf = ({ accession_number, transaction_code, ownership_form }: InsiderTrade): string =>
  form4EventIdentity(accession_number, transaction_code, ownership_form);

const blockOf = (trade: InsiderTrade): InsiderBlock => {
  const { name, title, is_officer, is_director, is_ten_percent_owner } = trade.owners[0]!;
  const { side, transaction_code, shares, avg_price_usd, total_value_usd, is_10b5_1, filed_at, accepted_at, late_filing, accession_number } = trade;
  return {
    side,
    transaction_code,
    shares,
    avg_price_usd,
    total_value_usd,
    is_10b5_1: is_10b5_1 === true,
    is_10b5_1_basis: trade.is_10b5_1_basis ?? (is_10b5_1 === null ? 'none' : 'checkbox'),
    insider_name: name,
    insider_title: title,
    is_officer,
    is_director,
    is_ten_percent_owner,
    transaction_date: trade.last_date,
    filed_at,
    accepted_at,
    late_filing,
    tranche_count: trade.tranches.length,
    accession_number,
  };
};

export function tradeRow(trade: InsiderTrade, changes: Parameters<typeof rowRecord>[1] & { readonly title?: string } = {}): FeedRow {
  const { title = `${trade.owners[0]!.name} trades ${trade.ticker}`, ...own } = changes;
  const times = { publishedAt: trade.accepted_at ?? trade.filed_at, refinedAt: trade.filed_at };
  const record = rowRecord(identityOf(trade), { category: 'insider', tickers: [trade.ticker], ...times, ...own });
  const original = { ...record.item.original, title, source_type: 'sec_form4' as const, source: 'SEC Form 4', ownership_form: trade.ownership_form };
  return { ...record, kind: 'form4', item: { ...record.item, original, insider: blockOf(trade) }, trade };
}

/** Returns a backfilled trade, which has no article. */
export const tradeRecord = (trade: InsiderTrade): FeedTrade => {
  const { uid, identity, source, instants } = rowRecord(identityOf(trade), { publishedAt: trade.filed_at });
  return { type: 'trade', v: 1, uid, identity, source, kind: 'form4', instants, trade };
};

/** Returns the revision that an amended filing makes of a row or a trade. */
export function revisionRecord(of: FeedRow | FeedTrade, trade: InsiderTrade, changes: { readonly relevance?: number } = {}): FeedRevision {
  const identity = identityOf(trade);
  const { source, instants } = of;
  const base = { type: 'revision', v: 1, uid: uidOf(identity), identity, source, kind: 'form4', instants, revises: of.uid, trade } as const;
  if (of.type === 'trade') return { ...base, item: null, key_entities: [] };
  const { original, enrichment } = of.item;
  const item: FeedRow['item'] = {
    ...of.item,
    original: { ...original, title: `${original.title}, corrected`, updated_at: trade.filed_at },
    enrichment: { ...enrichment, relevance_score: changes.relevance ?? enrichment.relevance_score },
    insider: blockOf(trade),
  };
  return { ...base, item, key_entities: [{ name: 'Acme Inc', type: 'company', description: 'as corrected' }] };
}

export const earningsAnalysis = (changes: Partial<EarningsAnalysis> = {}): EarningsAnalysis => ({
  company: 'Acme Inc',
  ticker: 'ACME',
  fiscal_period: 'Q3 2026',
  period_end: '2026-09-30',
  headline: 'Acme Reports Third Quarter Results',
  verdict: 'solid',
  verdict_reason: 'Revenue up 4.0% on the year.',
  key_metrics: [
    {
      name: 'Revenue',
      value: '1,040',
      basis: 'GAAP',
      prior_year: '1,000',
      prior_quarter: null,
      yoy_change: '4.0',
      qoq_change: null,
      change_basis: 'computed',
      numeric: 1_040,
      unit: 'USD',
      scale: 'millions',
      evidence: { start: 120, end: 125 },
    },
  ],
  segments: [],
  guidance: null,
  vs_prior_guidance: [],
  capital_returns: [],
  balance_sheet_cash_flow: [],
  drivers: [],
  concerns: [],
  what_to_watch: [],
  quotes: [],
  analysis: 'Revenue up on the year.',
  missing_items: [],
  numbers_verified_from_document: true,
  table_scale: 'millions',
  source_text_url: null,
  ...changes,
});

/** Returns an 8-K row with a published read. */
export function earningsRow(identity: string, earnings: EarningsAnalysis, changes: Parameters<typeof rowRecord>[1] = {}): FeedRow {
  const record = rowRecord(identity, { category: 'earnings', tickers: [earnings.ticker ?? 'ACME'], ...changes });
  const filing = {
    items: ['2.02', '9.01'],
    primary_item: '2.02',
    accession_number: '0001234567-26-000124',
    filed_at: record.item.original.created_at,
    event_date: '2026-10-29',
    exhibit_url: 'https://www.sec.gov/Archives/edgar/data/1/000123456726000124/ex99.htm',
  };
  const original = { ...record.item.original, source_type: 'sec_form8k' as const, source: 'SEC EDGAR 8-K' };
  return { ...record, kind: 'filing', item: { ...record.item, original, filing }, earnings };
}
