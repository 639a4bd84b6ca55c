/**
 * Rebuilds a filing from its only recorded document, the main document of an 8-K or an EX-99.1. The time of acceptance is derived from the
 * accession number, because the document does not state it.
 */
import { decodeHTML } from 'entities';
import { calendarDay, monthNumber } from '#pipeline/ingest/dates.ts';
import { monthNames } from '#pipeline/month-names.ts';
import { fromEastern } from '../eastern.ts';
import type { Filing } from '../edgar/filing.ts';
import type { SubmissionDocument } from '../generate/submission.ts';
import type { SymbolRow } from '../generate/listings.ts';
import { hashOf } from '../random.ts';

export interface BareReport extends Pick<Filing, 'accession' | 'form' | 'acceptedAt' | 'filedOn' | 'parties'> {
  readonly period: string;
  readonly items: readonly string[];
  readonly documents: readonly SubmissionDocument[];
}

const dateInWords = new RegExp(`\\b(${monthNames.join('|')})\\s+(\\d{1,2})\\s*,\\s*(\\d{4})`, 'i');
const headCharacters = 60_000;

const plain = (html: string): string =>
  decodeHTML(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** Returns the first date written in words, as `2020-04-29`, or null when there is none or the day does not exist. */
function dateIn(text: string): string | null {
  const [, month = '', day, year] = dateInWords.exec(text) ?? [];
  return calendarDay(Number(year), monthNumber(month) ?? 0, Number(day))?.toString() ?? null;
}

/** Returns the text without EDGAR's `<DOCUMENT>` header, and a function that returns the value of a tag of that header or ''. */
function withoutEnvelope(text: string): { readonly tag: (name: string) => string; readonly body: string } {
  const at = /<text>/i.exec(text.slice(0, 4_000));
  const head = at === null ? '' : text.slice(0, at.index);
  const tag = (name: string): string => new RegExp(`<${name}>([^\\r\\n<]*)`, 'i').exec(head)?.[1]?.trim() ?? '';
  const end = at === null ? 0 : at.index + at[0].length;
  return { tag, body: text.slice(end).replace(/<\/text>\s*(?:<\/document>\s*)?(?:<\/body>\s*<\/html>\s*)?$/i, '') };
}

const acceptedAt = (accession: string, filedOn: string): number =>
  fromEastern(filedOn, new Date(43_200_000 + (hashOf(accession) % 32_400) * 1000).toISOString().slice(11, 19));

/**
 * Returns the filing of a main document such as `1002517_8K_2008_0000950135-08-003871.htm`, or null
 * when the name has no accession number or the cover states no date that exists.
 */
export function mainReport(name: string, text: string): BareReport | null {
  const [, cik, accession] = /(?:^|\/)(\d{1,10})_8K_\d{4}_(\d{10}-\d{2}-\d{6})\.html?$/.exec(name) ?? [];
  if (cik === undefined || accession === undefined) return null;
  const { tag, body } = withoutEnvelope(text);
  const cover = plain(body.slice(0, headCharacters));
  const dated = /date of (?:earliest event )?report/i.exec(cover);
  const filedOn = dateIn(dated === null ? '' : cover.slice(dated.index, dated.index + 300));
  if (filedOn === null) return null;
  const registrant = /\d{4}\)?[\s_]+([^()]{3,120}?)[\s_]*\(\s*exact name/i.exec(cover)?.[1]?.trim() ?? `REGISTRANT ${cik}`;
  return {
    accession,
    form: '8-K',
    filedOn,
    acceptedAt: acceptedAt(accession, filedOn),
    period: filedOn,
    parties: [{ cik: cik.padStart(10, '0'), name: registrant, role: 'Filer' }],
    items: [],
    documents: [{ type: '8-K', name: tag('filename') || 'form8-k.htm', description: 'FORM 8-K', text: body }],
  };
}

const cover = (company: string, date: string): string => `<html><head><title>8-K</title></head><body>
<p>UNITED STATES SECURITIES AND EXCHANGE COMMISSION</p>
<p>FORM 8-K</p>
<p>CURRENT REPORT Pursuant to Section 13 or 15(d) of the Securities Exchange Act of 1934</p>
<p>Date of Report (Date of earliest event reported): ${date}</p>
<p>${company.replaceAll('&', '&amp;')}</p>
<p>(Exact name of registrant as specified in its charter)</p>
<p>Item 2.02 Results of Operations and Financial Condition.</p>
<p>The registrant issued a press release announcing its results of operations. The press release is furnished as Exhibit 99.1.</p>
<p>Item 9.01 Financial Statements and Exhibits.</p>
<p>(d) Exhibits. 99.1 Press release.</p>
</body></html>
`;

/**
 * Returns an 8-K with item 2.02 for a press release, or null when the name has no accession number or the text no date that exists or no
 * ticker of `listed`, such as `(NYSE: AZZ)`.
 */
export function exhibitReport(name: string, text: string, listed: readonly SymbolRow[]): BareReport | null {
  const accession = /(\d{10}-\d{2}-\d{6})/.exec(name)?.[1];
  if (accession === undefined) return null;
  const { tag, body } = withoutEnvelope(text);
  const words = plain(body.slice(0, 4 * headCharacters));
  const ticker = /\((?:NYSE|NASDAQ)(?:\s+\w+)?\s*:?\s*[“"]?([A-Z]{1,5}(?:[.-][A-Z])?)\b/i.exec(words)?.[1]?.toUpperCase().replace('.', '-');
  const company = listed.find((row) => row.ticker === ticker);
  const filedOn = dateIn(words);
  if (company === undefined || filedOn === null) return null;
  return {
    accession,
    form: '8-K',
    filedOn,
    acceptedAt: acceptedAt(accession, filedOn),
    period: filedOn,
    parties: [{ cik: company.cik, name: company.name, role: 'Filer' }],
    items: ['Results of Operations and Financial Condition', 'Financial Statements and Exhibits'],
    documents: [
      { type: '8-K', name: 'form8-k.htm', description: 'FORM 8-K', text: cover(company.name, filedOn) },
      { type: tag('type') || 'EX-99.1', name: tag('filename') || 'exhibit991.htm', description: tag('description') || 'EX-99.1', text: body },
    ],
  };
}
