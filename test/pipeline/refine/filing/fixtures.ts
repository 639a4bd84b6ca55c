/** RawFiling values, an earnings read and a context for this folder's tests: whole and valid, changed where a test asks for it. */
import type { EarningsAnalysis, KeyMetric } from '#schemas/earnings.ts';
import { uidOf } from '#schemas/identity.ts';
import { RawFiling } from '#schemas/raw.ts';
import type { FilingContext } from '#pipeline/refine/filing/refine.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { entry } from '../form4/fixtures.ts';
import { surfacedItems } from '#schemas/vocabulary.ts';

export const cik = '0001617553';

export const metric = (name: string, value: string, changes: Partial<KeyMetric> = {}): KeyMetric => ({
  name,
  value,
  basis: 'GAAP',
  prior_year: null,
  prior_quarter: null,
  yoy_change: null,
  qoq_change: null,
  change_basis: 'computed',
  numeric: Number(value.replace(/[^\d.]/g, '')),
  unit: 'USD',
  scale: 'millions',
  evidence: { start: 0, end: value.length },
  ...changes,
});

export const analysis = (changes: Partial<EarningsAnalysis> = {}): EarningsAnalysis => ({
  company: 'ACME CORP',
  ticker: '',
  fiscal_period: 'Q1 FY2025',
  period_end: '2025-03-31',
  headline: 'Acme Reports First Quarter Results',
  verdict: 'strong',
  verdict_reason: 'Revenue up on the year, Diluted EPS up on the year',
  key_metrics: [
    metric('Revenue', '1,200', { prior_year: '1,000', yoy_change: '+20.0%' }),
    metric('Diluted EPS', '$0.50', { prior_year: '(0.10)', unit: 'USD', scale: 'ones', numeric: 0.5 }),
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
  missing_items: ['Net income', 'Guidance'],
  numbers_verified_from_document: true,
  table_scale: 'millions',
  source_text_url: null,
  ...changes,
});

export const filing = (changes: Partial<RawFiling> = {}): RawFiling =>
  RawFiling.parse({
    kind: 'filing',
    identity: '0001617553-25-000031',
    source: 'sec_form8k',
    seen_at: '2025-04-22T20:10:00.000Z',
    fetched_at: '2025-04-22T20:10:01.000Z',
    form: '8-K',
    accession: '0001617553-25-000031',
    url: 'https://www.sec.gov/Archives/edgar/data/1617553/000161755325000031/0001617553-25-000031-index.htm',
    accepted_at: '2025-04-22T20:05:00.000Z',
    filed_on: '2025-04-22',
    event_date: '2025-04-22',
    filers: [{ cik, name: 'ACME CORP' }],
    symbols: [],
    items: ['2.02', '9.01'],
    primary_item: '2.02',
    form6k: null,
    document: { type: 'EX-99.1', url: 'https://www.sec.gov/Archives/edgar/data/1617553/000161755325000031/ex991.htm', is_exhibit: true },
    headline: 'Acme Reports First Quarter Results',
    lead: 'Acme Corp (NYSE: ACME) today announced results for the first quarter.\nRevenue grew by a fifth as demand held up. Costs fell in every part of the business. The order book is full for the year. Nothing else happened.',
    earnings: { kind: 'read', analysis: analysis() },
    ...changes,
  } satisfies RawFiling);

export const directoryOf = (...entries: readonly SymbolEntry[]): Directory => createDirectory(entries);

export const context = (changes: Partial<FilingContext> = {}): FilingContext => ({
  refinedAt: '2025-04-22T20:10:02.000Z',
  claimUid: (identity) => uidOf(identity),
  directory: directoryOf(entry('ACME', { rank: 3 })),
  settings: { majorTickers: { kind: 'all' }, surfacedItems },
  ...changes,
});
