/** Filings for tests: submissions with a cover and an earnings release, as they are read. */
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import type { ListedFiling } from '#pipeline/ingest/sec/listed-filing.ts';
import { RawFiling } from '#schemas/raw.ts';
import { lines, release, table } from '#test/support/release.ts';
import { submissionText, type SyntheticFiling } from '#test/support/submission.ts';

const at = '2026-01-02T03:04:05.000Z';
export const listingOf = (accession: string): ListedFiling => ({
  accession,
  cik: '0000000001',
  seenAt: at,
  fetchedAt: at,
  acceptedAt: null,
  filedOn: null,
});
export const read = (filing: SyntheticFiling, listing: Partial<ListedFiling> = {}): RawFiling => {
  const result = readFiling(splitSubmission(submissionText(filing)), { ...listingOf(filing.accession ?? '0000320193-24-000005'), ...listing });
  if (!result.ok) throw new Error(result.detail);
  return RawFiling.parse(result.filing);
};

export const cover = (...body: readonly string[]): string =>
  release(
    lines('UNITED STATES', 'FORM 8-K', 'CURRENT REPORT', 'Indicate by check mark whether the registrant is an emerging growth company.', ...body),
  );
/** Returns the main document of an 8-K with this body. */
export const main8k = (...body: readonly string[]) => ({ type: '8-K', filename: 'main.htm', text: cover(...body) });
export const exhibit = (text: string, type = 'EX-99.1', filename = 'a.htm') => ({ type, filename, text });
export const results = 'Results of Operations and Financial Condition';
export const pointer = 'A release is attached as Exhibit 99.1.';
export const group = { text: 'Three Months Ended December 31,', span: 2 };
export const earningsRelease = release(
  lines(
    'Exhibit 99.1',
    'FOR IMMEDIATE RELEASE',
    'Contact: Jane Doe, Investor Relations, (408) 555-0100',
    'Example Corp Reports First Quarter Results',
    'CUPERTINO, Calif., February 1, 2024 — Example Corp (NASDAQ: EXMP) today announced revenue of $119.6 billion, up 2 percent, and net income of $33.9 billion.',
    'Demand for the new product was strong in every region where the company sells it.',
    'This release contains forward-looking statements that involve risks and uncertainties.',
    'About Example Corp',
    'Example Corp is a maker of many things that people use every day in many places.',
    '(in millions)',
  ),
  table(['', group], ['', '2023', '2022'], ['Net sales', '119,575', '117,154'], ['Net income', '33,916', '29,998']),
);
