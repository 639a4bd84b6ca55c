/** Serves EDGAR's index of a day, sorted by form, one line per party. */
import { compareText } from '#schemas/compare-text.ts';
import { compactDate, monthName } from '../eastern.ts';
import { reply, type Reply } from '../reply.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from './filing.ts';
import { accessDenied } from './pages.ts';

const fileName = (filing: Filing, party: Party): string => `edgar/data/${Number(party.cik)}/${filing.accession}.txt`;

/** Width of the column: the longest form, SCHEDULE 13D/A, and two blanks. */
const formColumn = 17;
const lineOf = (filing: Filing, party: Party): string =>
  `${filing.form.padEnd(formColumn)}${party.name.slice(0, 61).padEnd(62)}${String(Number(party.cik)).padEnd(12)}${compactDate(filing.filedOn).padEnd(12)}${fileName(filing, party).padEnd(52)}\n`;

/** Returns the index at `path`, `{year}/QTR{n}/form.{yyyymmdd}.idx`; 403 for a day without filings and other paths, as EDGAR does. */
export function dailyIndex(shelf: FilingShelf, path: string, now: number): Reply {
  const [, folderYear, quarter, year = '', month = '', day = ''] = /^(\d{4})\/QTR([1-4])\/form\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(path) ?? [];
  if (folderYear !== year || Math.ceil(Number(month) / 3) !== Number(quarter)) return accessDenied();
  const date = `${year}-${month}-${day}`;
  const filings = [...shelf.filedOn(date, now)].sort((a, b) => compareText(a.form, b.form) || a.acceptedAt - b.acceptedAt);
  if (filings.length === 0) return accessDenied();
  const head = `Description:           Daily Index of EDGAR Dissemination Feed by Form Type
Last Data Received:    ${monthName(date).slice(0, 3)} ${String(Number(day)).padStart(2)}, ${year}
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
 
 
 
 
${'Form Type'.padEnd(formColumn)}${'Company Name'.padEnd(62)}${'CIK'.padEnd(12)}${'Date Filed'.padEnd(12)}File Name
${'-'.repeat(129 + formColumn)}
`;
  const lines = filings.flatMap((filing) => filing.parties.map((party) => lineOf(filing, party)));
  const shows = filings.filter(({ form }) => sourceOf(form) !== null).map(({ ref }) => ref);
  return reply(200, 'application/octet-stream', Buffer.from(head + lines.join(''), 'latin1'), { shows });
}
