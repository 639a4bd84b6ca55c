/** Serves the folder of one filing under `/Archives/edgar/data/`: its submission text, documents and index.json. */
import { easternTime } from '../eastern.ts';
import { json, reply, type Reply } from '../reply.ts';
import type { Filing, FilingPapers, FilingShelf } from './filing.ts';
import { noSuchKey } from './pages.ts';

/** Returns the path, e.g. `/Archives/edgar/data/320193/000032019326000001`. */
export const archiveFolder = (filing: Filing, cik: string): string => `/Archives/edgar/data/${Number(cik)}/${filing.accession.replaceAll('-', '')}`;

const dashed = (plain: string): string => `${plain.slice(0, 10)}-${plain.slice(10, 12)}-${plain.slice(12)}`;

/** Answers `path`, relative to `/Archives/edgar/data/`: `{cik}/{accession}.txt` or `{cik}/{accession without dashes}/{file}`. */
export function archiveFile(shelf: FilingShelf, path: string, now: number): Reply {
  const short = /^(\d{1,10})\/(\d{10}-\d{2}-\d{6})\.txt$/.exec(path);
  const long = /^(\d{1,10})\/(\d{18})\/(.*)$/.exec(path);
  const cik = (short?.[1] ?? long?.[1] ?? '').padStart(10, '0');
  const accession = short?.[2] ?? (long?.[2] === undefined ? '' : dashed(long[2]));
  const filing = accession === '' ? null : shelf.byAccession(accession, now);
  if (filing === null || !filing.parties.some((party) => party.cik === cik)) return noSuchKey();
  const papers = shelf.papers(filing);
  const file = short === null ? (long?.[3] ?? '') : `${accession}.txt`;
  const lastModifiedAt = filing.acceptedAt;
  if (file === `${accession}.txt`) return papers.submission === null ? noSuchKey() : reply(200, 'text/plain', papers.submission, { lastModifiedAt });
  if (file === 'index.json') return json(folderListing(filing, papers, cik));
  const named = papers.documents.find(({ name }) => name === file);
  if (named === undefined) return noSuchKey();
  return reply(200, named.name.endsWith('.xml') ? 'text/xml' : 'text/html', named.body, { lastModifiedAt });
}

function folderListing(filing: Filing, { submission, documents }: FilingPapers, cik: string) {
  const { date, time } = easternTime(filing.acceptedAt);
  const row = (name: string, size: string) => ({ 'last-modified': `${date} ${time}`, name, type: 'text.gif', size });
  return {
    directory: {
      item: [
        row(`${filing.accession}-index.html`, ''),
        ...(submission === null ? [] : [row(`${filing.accession}.txt`, '')]),
        ...documents.map(({ name, body }) => row(name, String(body.length))),
      ],
      name: archiveFolder(filing, cik),
      'parent-dir': `/Archives/edgar/data/${Number(cik)}`,
    },
  };
}
