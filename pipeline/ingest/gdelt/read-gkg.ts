/**
 * Reads a batch of GDELT's Global Knowledge Graph 2: a zip archive of tab-separated rows of 27 columns ("The GDELT Global Knowledge Graph
 * (GKG) Data Format Codebook V2.1"). A row is a web page with its address (column 5), the batch that first saw it (column 2) and its title
 * (in column 27); each becomes an article for RAW or a counted refusal. Pure; bounded in bytes and rows.
 * GDELT is an aggregator of other publishers' pages: a row never counts as the publisher's own, and is dropped once that is in the log
 * (ops/decisions/0008-authority.md). Its themes, tone and organisations are not used: the gate decides by the text alone
 * (ops/decisions/0033-gdelt.md).
 */
import { createHash } from 'node:crypto';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { siteOf } from '../../site.ts';
import type { Source } from '../publishers/catalogue.ts';
import { articleOf, isHttpUrl, refusal, type FeedDocument } from '../publishers/entry/entry.ts';
import { noMarkup } from '../publishers/format/text.ts';
import { quarterMs, timeOfBatch } from './batch.ts';
import { unzipOne } from './unzip.ts';

/** Bytes; a batch has about 10 MB, 40 MB unpacked. */
export const archiveBytesMax = 50_000_000;
const batchBytesMax = 200_000_000;
const rowBytesMax = 1_000_000;
/** Rows read of one batch; the rest is only counted. A usual batch has 2,000. */
const rowsMax = 20_000;
const titleCharsMax = 20_000;

export const gdeltSource: Source = {
  id: 'gdelt',
  name: 'GDELT Global Knowledge Graph',
  url: 'http://data.gdeltproject.org/gdeltv2/lastupdate.txt',
  domain: 'gdeltproject.org',
  aggregator: true,
  outlet: 'GDELT',
  kind: 'feed',
};

export interface GkgArchive {
  readonly body: Buffer;
  /** Name of the batch. */
  readonly batch: string;
  readonly url: string;
  /** The MD5 in lastupdate.txt; null when that file no longer names this batch. */
  readonly md5: string | null;
  readonly fetchedAt: string;
}

export type GkgResult =
  | {
      readonly ok: true;
      /** Articles in the order of the rows, each address once. */
      readonly articles: readonly RawArticle[];
      readonly refusals: readonly RawRefusal[];
      readonly rows: number;
      /** Rows whose address an earlier row has. */
      readonly repeated: number;
      /** Rows past the limit, not read. */
      readonly skipped: number;
    }
  /** `isOther`: the bytes are not the announced file; a retry may get it. */
  | { readonly ok: false; readonly reason: RefusalReason; readonly detail: string; readonly isOther: boolean };

const columnsOfRow = 27;
const [tab, newline, carriageReturn] = [0x09, 0x0a, 0x0d] as const;

/** Returns the articles of an archive, or the reason for its refusal. */
export function readGkg(archive: GkgArchive): GkgResult {
  const { body: packed, md5 } = archive;
  if (packed.length > archiveBytesMax)
    return { ok: false, reason: 'too_large', detail: `${packed.length} bytes; the limit is ${archiveBytesMax}`, isOther: false };
  if (md5 !== null && createHash('md5').update(packed).digest('hex') !== md5)
    return { ok: false, reason: 'malformed', detail: 'its MD5 differs from the announced one', isOther: true };
  const unzipped = unzipOne(packed, batchBytesMax);
  if (!unzipped.ok) return { ...unzipped, isOther: md5 === null && unzipped.reason === 'malformed' };
  return readRows(unzipped.body, archive);
}

function readRows(body: Buffer, { batch, url, fetchedAt }: GkgArchive): GkgResult {
  const document: FeedDocument = { source: gdeltSource, url, seenAt: fetchedAt, fetchedAt };
  const articles = new Map<string, RawArticle>();
  const refusals = new Map<string, RawRefusal>();
  let [rows, skipped, whole] = [0, 0, 0];
  let articleRows = 0;
  let broken: { readonly row: Buffer; readonly columns: number } | null = null;
  let brokenRows = 0;
  for (let from = 0; from < body.length;) {
    const end = body.indexOf(newline, from);
    const to = end === -1 ? body.length : end;
    const row = body.subarray(from, body[to - 1] === carriageReturn && to - 1 > from ? to - 1 : to);
    from = to + 1;
    if (row.length === 0) continue;
    if (rows >= rowsMax) {
      skipped += 1;
      continue;
    }
    rows += 1;
    const columns = row.length > rowBytesMax ? null : columnsOf(row);
    if (columns !== null && columns.length !== columnsOfRow) {
      broken ??= { row, columns: columns.length };
      brokenRows += 1;
      continue;
    }
    whole += 1;
    const message = columns === null ? tooLong(row, document) : messageOf(columns, row, batch, document);
    if (message.kind === 'refusal') refusals.set(message.identity, message);
    else {
      articleRows += 1;
      if (!articles.has(message.identity)) articles.set(message.identity, message);
    }
  }
  // A different file of the batch, or an unknown format: one refusal, not one per row.
  if (rows > 0 && whole === 0)
    return { ok: false, reason: 'unknown_format', detail: `none of ${rows} rows has ${columnsOfRow} columns`, isOther: false };
  if (broken !== null) {
    // One refusal covers all of them: a file of line ends would yield one per byte.
    const detail = `${brokenRows} rows do not have ${columnsOfRow} columns; the first has ${broken.columns > columnsOfRow ? 'more' : broken.columns}`;
    const message = refusal(document, { reason: 'malformed', detail, content: broken.row.subarray(0, 10_000), url });
    refusals.set(message.identity, message);
  }
  return {
    ok: true,
    articles: [...articles.values()],
    refusals: [...refusals.values()],
    rows,
    repeated: articleRows - articles.size,
    skipped,
  };
}

function columnsOf(row: Buffer): Buffer[] {
  const columns: Buffer[] = [];
  for (let from = 0; columns.length <= columnsOfRow;) {
    const end = row.indexOf(tab, from);
    columns.push(row.subarray(from, end === -1 ? row.length : end));
    if (end === -1) return columns;
    from = end + 1;
  }
  return columns;
}

const tooLong = (row: Buffer, document: FeedDocument): RawRefusal =>
  refusal(document, {
    reason: 'too_large',
    detail: `a row of ${row.length} bytes; the limit is ${rowBytesMax}`,
    content: row.subarray(0, 10_000),
    url: document.url,
  });

function messageOf(columns: readonly Buffer[], row: Buffer, batch: string, document: FeedDocument): RawArticle | RawRefusal {
  const text = (column: number): string => columns[column - 1]?.toString('utf8') ?? '';
  const refuse = (reason: RefusalReason, detail: string): RawRefusal =>
    refusal(document, { reason, detail, content: row.subarray(0, 10_000), url: text(5).slice(0, 1_000) || document.url });
  const [record, collection, address] = [text(1), text(3), text(5)];
  // Collection 1 is the web, where column 5 is an address; the other collections cite by other means.
  if (collection !== '1') return refuse('not_collected', `collection ${collection.slice(0, 20)} has no URLs`);
  if (/-T\d+$/.test(record)) return refuse('not_collected', 'from the translated stream');
  const firstSeen = firstSeenAt(text(2), batch);
  if (firstSeen === null) return refuse('malformed', `first seen ${JSON.stringify(text(2).slice(0, 30))} in the batch ${batch}`);
  const title = titleOf(text(27));
  const image = text(19);
  return articleOf(
    {
      links: [address],
      id: record,
      title: title === '' ? noMarkup : { kind: 'html', value: title },
      summary: noMarkup,
      body: null,
      authors: [],
      topics: [],
      language: null,
      images: isHttpUrl(image) ? [image] : [],
      published: [firstSeen],
      updated: [],
      // The outlet is the page's own site.
      origin: isHttpUrl(address) ? { name: siteOf(address).domain, url: address } : null,
      isWhole: true,
    },
    document,
  );
}

/** Returns the time of the row's own batch: the one that contains it, or one of the day before where GDELT was late. */
function firstSeenAt(named: string, batch: string): string | null {
  const [atMs, batchMs] = [timeOfBatch(named), timeOfBatch(batch)];
  if (atMs === null || batchMs === null || atMs > batchMs || batchMs - atMs > 96 * quarterMs) return null;
  return new Date(atMs).toISOString();
}

const [titleStart, titleEnd] = ['<PAGE_TITLE>', '</PAGE_TITLE>'] as const;

/** Returns the title as HTML, as on the page; '' where there is none. A CSV writer may have doubled its quotation marks. */
function titleOf(extras: string): string {
  const from = extras.indexOf(titleStart);
  if (from === -1) return '';
  const to = extras.indexOf(titleEnd, from);
  const title = extras.slice(from + titleStart.length, to === -1 ? from + titleStart.length : Math.min(to, from + titleStart.length + titleCharsMax));
  return title.replaceAll('""', '"');
}
