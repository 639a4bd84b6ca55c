/** Serves the index of one day by form. It has one line per party and is streamed, because a day may be long. */
import { compareText } from '#schemas/compare-text.ts';
import { compactDate, monthName } from '../eastern.ts';
import type { Chunk, Reply } from '../reply.ts';
import type { DocumentRef } from '../served.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from './filing.ts';
import { accessDenied } from './pages.ts';

const chunkFilings = 500;

const fileName = (filing: Filing, party: Party): string => `edgar/data/${Number(party.cik)}/${filing.accession}.txt`;

/** The longest form, SCHEDULE 13D/A, and the blanks that end a column. */
const formColumn = 17;
const lineOf = (filing: Filing, party: Party): string =>
  `${filing.form.padEnd(formColumn)}${party.name.slice(0, 61).padEnd(62)}${String(Number(party.cik)).padEnd(12)}${compactDate(filing.filedOn).padEnd(12)}${fileName(filing, party).padEnd(52)}\n`;

/** Answers `path`, relative to `/Archives/edgar/daily-index/`: `{year}/QTR{n}/form.{yyyymmdd}.idx`. A day without filings has no index. */
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

/** Returns the filings in the site's order: by form, then by acceptance. */
const byForm = (filings: Iterable<Filing>): readonly Filing[] =>
  [...filings].sort((a, b) => compareText(a.form, b.form) || a.acceptedAt - b.acceptedAt);

async function* chunks(head: string, filings: readonly Filing[]): AsyncGenerator<Chunk> {
  yield { bytes: Buffer.from(head, 'latin1'), shows: [] };
  for (let from = 0; from < filings.length; from += chunkFilings) {
    const some = filings.slice(from, from + chunkFilings);
    const shows: readonly DocumentRef[] = some.filter(({ form }) => sourceOf(form) !== null).map(({ ref }) => ref);
    const text = some.flatMap((filing) => filing.parties.map((party) => lineOf(filing, party))).join('');
    // One chunk per turn of the event loop, so that a long day does not block other requests.
    await new Promise((resolve) => setImmediate(resolve));
    yield { bytes: Buffer.from(text, 'latin1'), shows };
  }
}
