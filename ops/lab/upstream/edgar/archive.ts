/** Serves the folder of one filing under `/Archives/edgar/data/`: its submission text, documents, index.json and index page. */
import { easternTime } from '../eastern.ts';
import { escapeXml } from '../feeds/markup.ts';
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
  if (file === `${accession}-index.htm` || file === `${accession}-index.html`)
    return reply(200, 'text/html', indexPage(filing, papers, cik), { lastModifiedAt });
  if (file === `${accession}-index-headers.html` && papers.submission !== null) return reply(200, 'text/html', headersPage(papers));
  const named = papers.documents.find(({ name }) => name === file);
  if (named !== undefined) return reply(200, named.name.endsWith('.xml') ? 'text/xml' : 'text/html', named.body, { lastModifiedAt });
  // The same document rendered by a style sheet: a page for people.
  const styled = papers.documents.find(({ name }) => /^xslF345X\d\d\//.test(file) && file.endsWith(`/${name}`));
  if (styled !== undefined)
    return reply(
      200,
      'text/html',
      `<!DOCTYPE html><html><head><title>SEC FORM ${escapeXml(filing.form)}</title></head><body><table><tr><td>FORM ${escapeXml(filing.form)}</td></tr></table></body></html>\n`,
    );
  return noSuchKey();
}

/** Returns the submission's header, with links in place of the documents' texts. */
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
        ...(submission === null ? [] : [row(`${filing.accession}-index-headers.html`, ''), row(`${filing.accession}.txt`, '')]),
        ...documents.map(({ name, body }) => row(name, String(body.length))),
      ],
      name: archiveFolder(filing, cik),
      'parent-dir': `/Archives/edgar/data/${Number(cik)}`,
    },
  };
}

const formTitles: Readonly<Record<string, string>> = {
  '3': 'Initial statement of beneficial ownership of securities',
  '4': 'Statement of changes in beneficial ownership of securities',
  '5': 'Annual statement of changes in beneficial ownership of securities',
  '8': 'Current report',
  '6': 'Report of foreign issuer [Rules 13a-16 and 15d-16]',
};

function indexPage(filing: Filing, { period, submission, documents }: FilingPapers, cik: string): string {
  const { date, time } = easternTime(filing.acceptedAt);
  const folder = archiveFolder(filing, cik);
  const cells = (sequence: string, description: string, href: string, name: string, type: string, size: string): string => `         <tr>
            <td scope="row">${sequence}</td>
            <td scope="row">${escapeXml(description)}</td>
            <td scope="row"><a href="${folder}/${escapeXml(href)}">${escapeXml(name)}</a></td>
            <td scope="row">${escapeXml(type)}</td>
            <td scope="row">${size}</td>
         </tr>`;
  const rows = documents.flatMap(({ name, type, description, body }, place) => {
    const sequence = String(place + 1);
    const own = cells(sequence, description, name, name, type, String(body.length));
    const isOwnership = /^[345](\/A)?$/.test(type) && name.endsWith('.xml');
    return isOwnership ? [cells(sequence, description, `xslF345X05/${name}`, name.replace(/\.xml$/, '.html'), type, '&nbsp;'), own] : [own];
  });
  if (submission !== null)
    rows.push(cells('&nbsp;', 'Complete submission text file', `${filing.accession}.txt`, `${filing.accession}.txt`, ' ', String(submission.length)));
  const parties = filing.parties.map(
    (party) => `<div class="filerDiv">
<div class="companyInfo">
  <span class="companyName">${escapeXml(party.name)} (${party.role})
 <acronym title="Central Index Key">CIK</acronym>: <a href="/cgi-bin/browse-edgar?CIK=${party.cik}&amp;action=getcompany">${party.cik} (see all company filings)</a></span>
<p class="identInfo">Type: <strong>${escapeXml(filing.form)}</strong> | Act: <strong>34</strong></p>
</div>
<div class="clear"></div>
</div>`,
  );
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<html xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />
<title>EDGAR Filing Documents for ${filing.accession}</title>
</head>
<body style="margin: 0; font-size: 16px; ">
<div id="contentDiv">
<div class="formDiv">
   <div id="formHeader">
      <div id="formName">
         <strong>Form ${escapeXml(filing.form)}</strong> - ${formTitles[filing.form.slice(0, 1)] ?? 'Filing'}: 
      </div>
      <div id="secNum">
         <strong><acronym title="Securities and Exchange Commission">SEC</acronym> Accession <acronym title="Number">No.</acronym></strong> ${filing.accession}
      </div>
   </div>
   <div class="formContent">
      <div class="formGrouping">
         <div class="infoHead">Filing Date</div>
         <div class="info">${filing.filedOn}</div>
         <div class="infoHead">Accepted</div>
         <div class="info">${date} ${time}</div>
         <div class="infoHead">Documents</div>
         <div class="info">${documents.length}</div>
      </div>
${
  period === null
    ? ''
    : `      <div class="formGrouping">
         <div class="infoHead">Period of Report</div>
         <div class="info">${period}</div>
      </div>
`
}   </div>
</div>
<div class="formDiv">
      <p>Document Format Files</p>
      <table class="tableFile" summary="Document Format Files">
         <tr>
            <th scope="col" style="width: 5%;"><acronym title="Sequence Number">Seq</acronym></th>
            <th scope="col" style="width: 40%;">Description</th>
            <th scope="col" style="width: 20%;">Document</th>
            <th scope="col" style="width: 10%;">Type</th>
            <th scope="col">Size</th>
         </tr>
${rows.join('\n')}
      </table>
</div>
${parties.join('\n')}
</div>
</body>
</html>
`;
}
