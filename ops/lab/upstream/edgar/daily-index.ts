/** Serves the index of one day, by form or as `master`. It has one line per party and is streamed, because a day may be long. */
import { compareText } from '#schemas/compare-text.ts';
import { compactDate, monthName } from '../eastern.ts';
import type { Chunk, Reply } from '../reply.ts';
import type { DocumentRef } from '../served.ts';
import { sourceOf, type Filing, type FilingShelf, type Party } from './filing.ts';
import { accessDenied } from './pages.ts';

const chunkFilings = 500;

const fileName = (filing: Filing, party: Party): string => `edgar/data/${Number(party.cik)}/${filing.accession}.txt`;

interface IndexStyle {
  readonly description: string;
  readonly header: string;
  readonly line: (filing: Filing, party: Party) => string;
}

/** The longest form, SCHEDULE 13D/A, and the blanks that end a column. */
const formColumn = 17;

const styles: Readonly<Record<string, IndexStyle>> = {
  form: {
    description: 'Daily Index of EDGAR Dissemination Feed by Form Type',
    header: ` \n \n \n \n${'Form Type'.padEnd(formColumn)}${'Company Name'.padEnd(62)}${'CIK'.padEnd(12)}${'Date Filed'.padEnd(12)}File Name\n${'-'.repeat(129 + formColumn)}\n`,
    line: (filing, party) =>
      `${filing.form.padEnd(formColumn)}${party.name.slice(0, 61).padEnd(62)}${String(Number(party.cik)).padEnd(12)}${compactDate(filing.filedOn).padEnd(12)}${fileName(filing, party).padEnd(52)}\n`,
  },
  master: {
    description: 'Daily Index of EDGAR Dissemination Feed',
    header: ` \nCIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(80)}\n`,
    line: (filing, party) => `${Number(party.cik)}|${party.name}|${filing.form}|${compactDate(filing.filedOn)}|${fileName(filing, party)}\n`,
  },
};

/** Answers `path`, relative to `/Archives/edgar/daily-index/`: `{year}/QTR{n}/form.{yyyymmdd}.idx`. A day without filings has no index. */
export function dailyIndex(shelf: FilingShelf, path: string, now: number): Reply {
  const named = /^(\d{4})\/QTR([1-4])\/(form|master)\.(\d{4})(\d{2})(\d{2})\.idx$/.exec(path);
  if (named === null) return accessDenied();
  const [, folderYear, quarter, kind = '', year = '', month = '', day = ''] = named;
  const date = `${year}-${month}-${day}`;
  const style = styles[kind];
  if (style === undefined || folderYear !== year || Math.ceil(Number(month) / 3) !== Number(quarter)) return accessDenied();
  const filings = [...byForm(shelf.filedOn(date, now))];
  if (filings.length === 0) return accessDenied();
  const head = `Description:           ${style.description}
Last Data Received:    ${monthName(date).slice(0, 3)} ${String(Number(day)).padStart(2)}, ${year}
Comments:              webmaster@sec.gov
Anonymous FTP:         ftp://ftp.sec.gov/edgar/
${style.header}`;
  return { status: 200, headers: { 'content-type': 'application/octet-stream' }, body: chunks(head, filings, style) };
}

/** Returns the filings in the site's order: by form, then by acceptance. */
const byForm = (filings: Iterable<Filing>): readonly Filing[] =>
  [...filings].sort((a, b) => compareText(a.form, b.form) || a.acceptedAt - b.acceptedAt);

async function* chunks(head: string, filings: readonly Filing[], style: IndexStyle): AsyncGenerator<Chunk> {
  yield { bytes: Buffer.from(head, 'latin1'), shows: [] };
  for (let from = 0; from < filings.length; from += chunkFilings) {
    const some = filings.slice(from, from + chunkFilings);
    const shows: readonly DocumentRef[] = some.filter(({ form }) => sourceOf(form) !== null).map(({ ref }) => ref);
    const text = some.flatMap((filing) => filing.parties.map((party) => style.line(filing, party))).join('');
    // One chunk per turn of the event loop, so that a long day does not block other requests.
    await new Promise((resolve) => setImmediate(resolve));
    yield { bytes: Buffer.from(text, 'latin1'), shows };
  }
}
