/** Serves a filing under `/Archives/edgar/data/`: submission text, documents, index.json and header page. */
import { easternTime } from '../eastern.ts';
import { escapeXml } from '../feeds/markup.ts';
import { submissionText } from '../generate/submission.ts';
import { json, reply, type Reply } from '../reply.ts';
import type { Filing, FilingPapers, FilingShelf } from './filing.ts';
import { noSuchKey } from './pages.ts';

/** Returns the path of a filing's folder, such as `/Archives/edgar/data/320193/000032019326000001`. */
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
  if (file === `${accession}.txt`) return reply(200, 'text/plain', submissionOf(filing, papers), { lastModifiedAt });
  if (file === 'index.json') return json(folderListing(filing, papers, cik));
  if (file === `${accession}-index-headers.html` && papers.submission !== null) return reply(200, 'text/html', headersPage(papers));
  const named = papers.documents.find(({ name }) => name === file);
  if (named === undefined) return noSuchKey();
  return reply(200, named.name.endsWith('.xml') ? 'text/xml' : 'text/html', named.body, { lastModifiedAt });
}

/** Returns the submission text; when it was not recorded, one made from the recorded documents. */
function submissionOf(filing: Filing, { period, submission, documents }: FilingPapers): Buffer {
  if (submission !== null) return submission;
  const recorded = documents.map(({ body, ...document }) => ({ ...document, text: body.toString('latin1') }));
  return Buffer.from(submissionText(filing, period, recorded), 'latin1');
}

const headersPage = ({ submission, documents }: FilingPapers): string => {
  const header = submission?.toString('latin1').split('<DOCUMENT>')[0] ?? '';
  const outline = documents.map(
    ({ name, type, description }, place) =>
      `${escapeXml(`<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>${place + 1}\n<FILENAME>${name}\n${description === '' ? '' : `<DESCRIPTION>${description}\n`}<TEXT>`)}
<a href="${escapeXml(name)}">Document ${place + 1} - file: ${escapeXml(name)}</a><br>
${escapeXml('</DOCUMENT>')}
`,
  );
  return `<HTML><HEAD><TITLE>SEC EDGAR Submission</TITLE></HEAD><BODY>\n<PRE>${escapeXml(header)}${outline.join('')}${escapeXml('</SEC-DOCUMENT>')}</PRE></BODY></HTML>\n`;
};

function folderListing(filing: Filing, { submission, documents }: FilingPapers, cik: string) {
  const { date, time } = easternTime(filing.acceptedAt);
  const row = (name: string, size: string) => ({ 'last-modified': `${date} ${time}`, name, type: 'text.gif', size });
  return {
    directory: {
      item: [
        row(`${filing.accession}-index.html`, ''),
        ...(submission === null ? [] : [row(`${filing.accession}-index-headers.html`, '')]),
        row(`${filing.accession}.txt`, ''),
        ...documents.map(({ name, body }) => row(name, String(body.length))),
      ],
      name: archiveFolder(filing, cik),
      'parent-dir': `/Archives/edgar/data/${Number(cik)}`,
    },
  };
}
