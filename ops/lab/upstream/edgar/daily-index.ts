/** Serves EDGAR's index of a day, sorted by form, one line per party. It is streamed, because a day may have many filings. */
import { compareText } from '#schemas/compare-text.ts';
import { compactDate, monthName } from '../eastern.ts';
import type { Chunk, Reply } from '../reply.ts';
import type { DocumentRef } from '../served.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from './filing.ts';
import { accessDenied } from './pages.ts';

const chunkFilings = 500;

const fileName = (filing: Filing, party: Party): string => `edgar/data/${Number(party.cik)}/${filing.accession}.txt`;

/** Width of the column: the longest form, SCHEDULE 13D/A, and two blanks. */
const formColumn = 17;
const lineOf = (filing: Filing, party: Party): string =>
  `${filing.form.padEnd(formColumn)}${party.name.slice(0, 61).padEnd(62)}${String(Number(party.cik)).padEnd(12)}${compactDate(filing.filedOn).padEnd(12)}${fileName(filing, party).padEnd(52)}\n`;

/** Returns the index at `path`, `{year}/QTR{n}/form.{yyyymmdd}.idx`; 403 for a day without filings, as EDGAR does. */
export function dailyIndex(shelf: FilingShelf, path: string, now: number): Reply {
  const named = /^(\d{4})\/QTR([1-4])\/form\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(path);
  if (named === null) return accessDenied();
  const [, folderYear, quarter, year = '', month = '', day = ''] = named;
  const date = `${year}-${month}-${day}`;
  if (folderYear !== year || Math.ceil(Number(month) / 3) !== Number(quarter)) return accessDenied();
  const filings = [...byForm(shelf.filedOn(date, now))];
  if (filings.length === 0) return accessDenied();
  const head = `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    ${monthName(date).slice(0, 3)} ${String(Number(day)).padStart(2)}, ${year}
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
 
 
 
 
${'Form Type'.padEnd(formColumn)}${'Company Name'.padEnd(62)}${'CIK'.padEnd(12)}${'Date Filed'.padEnd(12)}File Name
${'-'.repeat(129 + formColumn)}
`;
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: chunks(head, filings) };
}

const byForm = (filings: Iterable<Filing>): readonly Filing[] =>
  [...filings].sort((a, b) => compareText(a.form, b.form) || a.acceptedAt - b.acceptedAt);

async function* chunks(head: string, filings: readonly Filing[]): AsyncGenerator<Chunk> {
  yield { bytes: Buffer.from(head, 'latin1'), shows: [] };
  for (let from = 0; from < filings.length; from += chunkFilings) {
    const some = filings.slice(from, from + chunkFilings);
    const shows: readonly DocumentRef[] = some.filter(({ form }) => sourceOf(form) !== null).map(({ ref }) => ref);
    const text = some.flatMap((filing) => filing.parties.map((party) => lineOf(filing, party))).join('');
    // Other requests are handled between two chunks.
    await new Promise((resolve) => setImmediate(resolve));
    yield { bytes: Buffer.from(text, 'latin1'), shows };
  }
}
