/** RawForm4 values and a directory for tests: whole and valid, changed where a test asks for it. */
import { uidOf } from '#schemas/identity.ts';
import { RawForm4, type Form4Owner, type Form4Transaction } from '#schemas/raw.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { IssuerDirectory } from '#pipeline/refine/form4/issuer.ts';
import type { Form4Context } from '#pipeline/refine/form4/refine.ts';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { symbolEntry } from '#test/support/symbols.ts';

export const owner = (changes: Partial<Form4Owner> = {}): Form4Owner => ({
  cik: '0001859449',
  name: 'DOE JANE Q',
  is_director: false,
  is_officer: true,
  is_ten_percent_owner: false,
  is_other: false,
  title: 'Chief Executive Officer',
  ...changes,
});

export const trade = (code = 'P', changes: Partial<Form4Transaction> = {}): Form4Transaction => ({
  security_title: 'Common Stock',
  transaction_date: '2025-03-14',
  code,
  acquired_disposed: code === 'P' ? 'A' : 'D',
  shares: '1000',
  price: '10',
  ownership_form: 'direct',
  nature_of_ownership: '',
  shares_after: null,
  footnotes: [],
  ...changes,
});

export const form4 = (changes: Partial<RawForm4> = {}): RawForm4 =>
  RawForm4.parse({
    kind: 'form4',
    identity: '0001617553-25-000024',
    source: 'sec_form4',
    seen_at: '2025-03-19T00:15:00.000Z',
    fetched_at: '2025-03-19T00:15:01.000Z',
    form: '4',
    accession: '0001617553-25-000024',
    url: 'https://www.sec.gov/Archives/edgar/data/1617553/000161755325000024/0001617553-25-000024-index.htm',
    accepted_at: '2025-03-18T20:14:44.000Z',
    filed_on: '2025-03-18',
    period_of_report: '2025-03-14',
    issuer: { cik: '0001617553', name: 'ACME CORP', symbol: 'ACME' },
    owners: [owner()],
    aff10b5_one: false,
    not_subject_to_section16: false,
    remarks: '',
    transactions: [trade()],
    ...changes,
  } satisfies RawForm4);

export const entry = (symbol: string, changes: Partial<SymbolEntry> = {}): SymbolEntry =>
  symbolEntry(symbol, { name: `${symbol} CORP`, exchange: 'NYSE', currency: 'USD', cik: '0001617553', ...changes });

export const directoryOf = (...entries: readonly SymbolEntry[]): IssuerDirectory => createDirectory(entries);

export const context = (changes: Partial<Form4Context> = {}): Form4Context => ({
  refinedAt: '2025-03-19T00:15:02.000Z',
  claimUid: (identity) => uidOf(identity),
  directory: directoryOf(entry('ACME')),
  knownEvents: { find: () => null, reportedAs: () => [], sameDay: () => [], pricesNear: () => [] },
  ...changes,
});
