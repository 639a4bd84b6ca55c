/** Every reader of external documents, with the places in its documents that may contain any text. */
import { readDates } from '#pipeline/ingest/earnings-dates/read-dates.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { readCurrent } from '#pipeline/ingest/sec/listing/latest-filings.ts';
import { readDailyIndex } from '#pipeline/ingest/sec/listing/daily-index.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { readFiling } from '#pipeline/ingest/sec/filing/read-filing.ts';
import { readForm4 } from '#pipeline/ingest/sec/form4/read-form4.ts';
import { readTickerList } from '#pipeline/ingest/symbols/lists/sec-list.ts';
import { readGkg } from '#pipeline/ingest/gdelt/read-gkg.ts';
import { gkgArchive, gkgRow, gkgZip } from '../gkg.ts';
import { submissionText } from '../submission.ts';
import { calendarReaders } from './calendar-readers.ts';
import type { Reader } from './reader.ts';

export const at = '2026-05-06T15:00:00.000Z';
const source = { id: 'worst', name: 'Worst', url: 'https://example.com/feed', domain: 'example.com', outlet: 'Worst', kind: 'feed' } as const;

const readFeed = (body: Buffer): unknown => parseFeed({ body, contentType: null, url: source.url, source, seenAt: at, fetchedAt: at });

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
export const rssFeed = (inside: string, channel = ''): string =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Worst</title><link>https://example.com/</link>${channel}<item><link>https://example.com/1</link>${inside}</item></channel></rss>`;
export const atomFeed = (inside: string, entries = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>Worst</title>${inside}${entries}</feed>`;
const atomEntry = (inside: string): string => atomFeed('', `<entry><id>https://example.com/1</id>${inside}</entry>`);
export const jsonDocument = (feed: object): string => JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'Worst', ...feed });
const jsonFeed = (item: object): string => jsonDocument({ items: [{ id: '1', url: 'https://example.com/1', ...item }] });

const element =
  (name: string) =>
  (text: string): string =>
    rssFeed(`<${name}>${escaped(text)}</${name}>`);

const listing = { accession: '0000320193-24-000005', cik: '0000320193', seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null } as const;

const readSubmission =
  (form: string) =>
  (body: Buffer): unknown =>
    readFiling(splitSubmission(body), { ...listing, form });

const figures =
  '<tr><td></td><td colspan="2">Three Months Ended March 31,</td></tr><tr><td></td><td>2024</td><td>2023</td></tr>' +
  '<tr><td>Revenue</td><td>$ 1,200</td><td>1,000</td></tr><tr><td>Cost of sales</td><td>800</td><td>700</td></tr><tr><td>Income taxes</td><td>50</td><td>40</td></tr><tr><td>Net income</td><td>350</td><td>260</td></tr>';
export const title =
  '<p>Apple Inc. Reports First Quarter Results</p><p>CUPERTINO, Calif., Feb. 1, 2024 - Apple Inc. today reported revenue of $1.2 million, compared with $1.0 million.</p>';

/** Returns a submission; `release` is the exhibit, `cover` the main document. */
const eightK = (
  release: string,
  cover = '<p>Item 2.02 Results of Operations</p>',
  items = ['Results of Operations and Financial Condition'],
): string =>
  submissionText({
    items,
    documents: [
      { type: '8-K', filename: 'a.htm', text: `<html><body>${cover}</body></html>` },
      { type: 'EX-99.1', filename: 'b.htm', text: release },
    ],
  }).toString();
export const html = (inside: string): string => eightK(`<html><body>${inside}</body></html>`);
export const statement = (rows: string): string => html(`${title}<table>${figures}${rows}</table>`);

const releasePlaces: Reader['places'] = {
  paragraph: (text) => html(`${title}<p>${text}</p><table>${figures}</table>`),
  'escaped paragraph': (text) => html(`${title}<p>${escaped(text)}</p><table>${figures}</table>`),
  headline: (text) => html(`<p>${escaped(text)}</p>${title}`),
  label: (text) => statement(`<tr><td>${escaped(text)}</td><td>1</td><td>2</td></tr>`),
  'label of net income': (text) => statement(`<tr><td>Net income ${escaped(text)}</td><td>1</td><td>2</td></tr>`),
  figure: (text) => statement(`<tr><td>Gross profit</td><td>${escaped(text)}</td><td>2</td></tr>`),
  'column head': (text) => html(`${title}<table><tr><td></td><td>${escaped(text)}</td><td>2023</td></tr>${figures}</table>`),
  'title of a table': (text) => html(`${title}<table><tr><td>${escaped(text)}</td></tr>${figures}</table>`),
  'line above a table': (text) => html(`${title}<div>${escaped(text)}</div><table>${figures}</table>`),
  attribute: (text) => html(`${title}<table><tr><td colspan="2" title="${escaped(text)}">x</td></tr>${figures}</table>`),
  'plain text': (text) =>
    eightK(
      `Apple Inc. Reports First Quarter Results\n\n${text}\n\nRevenue      1,200    1,000\nTaxes           50       40\nNet income     350      260\n`,
    ),
  'plain table': (text) =>
    eightK(`<TABLE>\n${text}\nRevenue      1,200    1,000\n${text.slice(0, 1_000)}   5   6\nNet income     350      260\n</TABLE>\n`),
  cover: (text) => eightK(`<html>${title}</html>`, `<p>FORM 8-K</p><p>Item 8.01 Other Events</p><p>${escaped(text)}</p><p>${text}</p>`),
  'first lines': (text) => eightK(`<html>${title}</html>`, `<p>${text}</p><p>FORM 8-K</p><p>Trading symbol</p><p>AAPL</p>`, ['Other Events']),
};

const sixK = (text: string): string =>
  submissionText({
    form: '6-K',
    documents: [{ type: '6-K', filename: 'a.htm', text: `<html><p>FORM 6-K</p><p>Form 20-F X Form 40-F</p>${text}</html>` }],
  }).toString();

export const transaction = (inside: string): string =>
  `<nonDerivativeTransaction><securityTitle><value>Common Stock</value></securityTitle><transactionDate><value>2025-03-14</value></transactionDate><transactionCoding><transactionCode>P</transactionCode></transactionCoding><transactionAmounts><transactionShares><value>100</value></transactionShares><transactionPricePerShare><value>10.5</value></transactionPricePerShare><transactionAcquiredDisposedCode><value>A</value></transactionAcquiredDisposedCode></transactionAmounts><ownershipNature><directOrIndirectOwnership><value>D</value></directOrIndirectOwnership></ownershipNature>${inside}</nonDerivativeTransaction>`;
export const form4 = ({ name = 'DOE JANE', officer = 'CEO', rows = transaction(''), extra = '', attributes = '' }): string =>
  `<?xml version="1.0"?><ownershipDocument${attributes}><documentType>4</documentType><periodOfReport>2025-03-14</periodOfReport><issuer><issuerCik>0000320193</issuerCik><issuerName>Apple Inc.</issuerName><issuerTradingSymbol>AAPL</issuerTradingSymbol></issuer><reportingOwner><reportingOwnerId><rptOwnerCik>0001859449</rptOwnerCik><rptOwnerName>${name}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship><isOfficer>1</isOfficer><officerTitle>${officer}</officerTitle></reportingOwnerRelationship></reportingOwner><nonDerivativeTable>${rows}</nonDerivativeTable>${extra}</ownershipDocument>`;

const tickers = (name: string): string =>
  JSON.stringify({
    fields: ['cik', 'name', 'ticker', 'exchange'],
    data: [
      [320193, name, 'AAPL', 'Nasdaq'],
      [789019, 'MICROSOFT CORP', name, name],
    ],
  });

const currentEntry = (inside: string, summary = ''): string =>
  `<?xml version="1.0" encoding="ISO-8859-1"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><title>4 - Apple (0000320193) (Issuer)</title><link href="https://www.sec.gov/Archives/edgar/data/320193/1-index.htm"/><summary>${summary}</summary><updated>2025-03-14T16:30:00-04:00</updated><category term="4"/><id>urn:tag:sec.gov,2008:accession-number=0000320193-25-000005</id>${inside}</entry></feed>`;

const formIndex = (line: string): string =>
  `Form Type   Company Name     CIK         Date Filed  File Name\n${'-'.repeat(80)}\n${line}\n4           APPLE INC   320193      2025-03-14  edgar/data/320193/0000320193-25-000005.txt\n`;

const forms = new Set(['4', '8-K', '6-K']);

export const feedReader: Reader = {
  name: 'feed',
  read: readFeed,
  places: {
    title: element('title'),
    description: element('description'),
    'unescaped description': (text) => rssFeed(`<description>${text}</description>`),
    'CDATA of a body': (text) => rssFeed(`<content:encoded><![CDATA[${text.replaceAll(']]>', '')}]]></content:encoded>`),
    author: element('author'),
    category: element('category'),
    link: (text) => rssFeed('').replace('https://example.com/1', `https://example.com/${escaped(text)}`),
    guid: element('guid'),
    date: element('pubDate'),
    language: element('dc:language'),
    attribute: (text) => rssFeed(`<enclosure type="image/png" url="${escaped(text)}"/>`),
    'base of addresses': (text) => rssFeed(`<a xml:base="/${escaped(text)}/"><link>b</link></a>`),
    namespace: (text) => rssFeed(`<x:a xmlns:x="${escaped(text)}"/>`),
    'name of an element': (text) => rssFeed(`<${text.replace(/[\s<>/"'=]/g, 'x')}/>`),
    'between elements': (text) => rssFeed('', text),
    comment: (text) => rssFeed(`<!--${text}-->`),
    'whole document': (text) => text,
    'Atom content': (text) => atomEntry(`<content type="html">${escaped(text)}</content>`),
    'Atom summary in XHTML': (text) => atomEntry(`<summary type="xhtml"><div>${text}</div></summary>`),
    'JSON title': (text) => jsonFeed({ title: text, authors: [{ name: text }], tags: [text] }),
    'JSON body': (text) => jsonFeed({ content_html: text }),
  },
};

export const form4Reader: Reader = {
  name: 'Form 4',
  read: (body) => readForm4(splitSubmission(body), listing),
  places: {
    owner: (text) => form4({ name: escaped(text) }),
    'title of an officer': (text) => form4({ officer: `See Remarks ${escaped(text)}`, extra: `<remarks>Title: ${escaped(text)}</remarks>` }),
    footnote: (text) =>
      form4({ rows: transaction('<footnoteId id="F1"/>'), extra: `<footnotes><footnote id="F1">${escaped(text)}</footnote></footnotes>` }),
    attribute: (text) => form4({ attributes: ` a="${escaped(text)}"` }),
    'inside a tag': (text) => form4({ attributes: ` ${text}` }),
    'between elements': (text) => form4({ extra: text }),
    'before the document': (text) => `${text}${form4({})}`,
    header: (text) => `<SEC-DOCUMENT>\n${text}\n<DOCUMENT>\n<TYPE>4\n<TEXT>\n<XML>\n${form4({})}\n</XML>\n</TEXT>\n</DOCUMENT>`,
  },
};

export const readers: readonly Reader[] = [
  feedReader,
  { name: '8-K', read: readSubmission('8-K'), places: releasePlaces },
  { name: '6-K', read: readSubmission('6-K'), places: { body: (text) => sixK(`${title}<p>${text}</p><table>${figures}</table>`) } },
  form4Reader,
  {
    name: 'header of a submission',
    read: (body) => splitSubmission(body),
    places: {
      line: (text) => eightK(title).replace('ACCESSION NUMBER:', `${text}\nACCESSION NUMBER:`),
      value: (text) => eightK(title).replace('Apple Inc.', text),
      envelope: (text) => eightK(title).replace('<FILENAME>a.htm', `<DESCRIPTION>${text}\n<FILENAME>a.htm`),
      'between documents': (text) => eightK(title).replace('</DOCUMENT>\n<DOCUMENT>', `</DOCUMENT>\n${text}\n<DOCUMENT>`),
      'whole document': (text) => text,
    },
  },
  { name: 'symbol list', read: readTickerList, places: { name: tickers, 'whole document': (text) => text } },
  {
    name: 'latest filings',
    read: (body) => readCurrent(body, forms),
    places: {
      entry: (text) => currentEntry(text),
      summary: (text) => currentEntry('', escaped(text)),
      'whole document': (text) => `<feed>${text}</feed>`,
      'first bytes': (text) => text,
    },
  },
  { name: 'daily index', read: (body) => readDailyIndex(body, forms), places: { line: formIndex, 'whole document': (text) => text } },
  {
    name: 'earnings dates',
    read: (body) => readDates({ body, requested: new Set(['AAPL']), today: '2026-05-06' }),
    places: { ticker: (text) => JSON.stringify({ dates: [{ ticker: text, report_date: text, status: text }] }), 'whole document': (text) => text },
  },
  {
    name: 'GDELT batch',
    read: (body) => readGkg(gkgArchive(gkgZip(body))),
    places: {
      title: (text) => gkgRow({ 27: `<PAGE_TITLE>${text.replace(/[\t\n]/g, ' ')}</PAGE_TITLE>` }),
      'titles that never end': (text) => gkgRow({ 27: `<PAGE_TITLE>${'<PAGE_TITLE>'.repeat(text.length / 12)}` }),
      address: (text) => gkgRow({ 5: `https://example.com/${text.replace(/\s/g, '')}` }),
      picture: (text) => gkgRow({ 19: `https://example.com/${text.replace(/\s/g, '')}` }),
      rows: (text) => `${gkgRow()}\n${text}`,
      columns: (text) => `${gkgRow()}\n${'\t'.repeat(text.length)}`,
    },
  },
  ...calendarReaders,
];
