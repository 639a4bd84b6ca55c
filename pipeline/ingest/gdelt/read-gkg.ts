/**
 * Parses a batch of GDELT's Global Knowledge Graph 2: a zip archive of tab-separated rows with 27 columns ("The GDELT Global Knowledge Graph
 * (GKG) Data Format Codebook V2.1"). A row is a web page with its address (column 5), the batch that first saw it (column 2) and its title
 * (in column 27). GDELT is an aggregator, whose rows are dropped once the publisher's own article is in the log
 * (ops/decisions/0008-authority.md). Themes, tone and organisations are not used (ops/decisions/0033-gdelt.md).
 */
import { createHash } from 'node:crypto';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { siteOf } from '../../site.ts';
import type { Source } from '../publishers/catalogue.ts';
import { articleOf, isHttpUrl, refusal, type EntryDocument } from '../publishers/entry/entry.ts';
import { noMarkup } from '../publishers/format/text.ts';
import { quarterMs, timeOfBatch } from './batch.ts';
import { unzipOne } from './unzip.ts';

/** Maximum size in bytes; a batch has about 10 MB, 40 MB unpacked. */
export const archiveBytesMax = 50_000_000;
const batchBytesMax = 200_000_000;
const rowBytesMax = 1_000_000;
/** Maximum number of rows read from a batch; further ones are only counted. A batch usually has 2,000. */
const rowsMax = 20_000;
const titleCharsMax = 20_000;

export const gdeltSource: Source = {
  id: 'gdelt',
  name: 'GDELT Global Knowledge Graph',
  url: 'http://data.gdeltproject.org/gdeltv2/lastupdate.txt',
  domain: 'gdeltproject.org',
  aggregator: true,
  outlet: 'GDELT',
};

export interface GkgArchive {
  readonly body: Buffer;
  readonly batch: string;
  readonly url: string;
  /** MD5 of the archive in lastupdate.txt; null for a batch that is no longer the newest. */
  readonly md5: string | null;
  readonly fetchedAt: string;
}

export type GkgResult =
  | {
      readonly ok: true;
      /** Articles in row order, each address once. */
      readonly articles: readonly RawArticle[];
      readonly refusals: readonly RawRefusal[];
      readonly rows: number;
      /** Number of rows with the address of an earlier row. */
      readonly repeated: number;
      readonly skipped: number;
    }
  /** `isOther`: the bytes are not the announced file, so another attempt may get it. */
  | { readonly ok: false; readonly reason: RefusalReason; readonly detail: string; readonly isOther: boolean };

const columnsOfRow = 27;
const [tab, newline, carriageReturn] = [0x09, 0x0a, 0x0d] as const;

export function readGkg(archive: GkgArchive): GkgResult {
  const { body: packed, md5 } = archive;
  if (packed.length > archiveBytesMax)
    return { ok: false, reason: 'too_large', detail: `${packed.length} bytes; the limit is ${archiveBytesMax}`, isOther: false };
  if (md5 !== null && createHash('md5').update(packed).digest('hex') !== md5)
    return { ok: false, reason: 'malformed', detail: 'the MD5 of the archive differs from that in lastupdate.txt', isOther: true };
  const unzipped = unzipOne(packed, batchBytesMax);
  if (!unzipped.ok) return { ...unzipped, isOther: md5 === null && unzipped.reason === 'malformed' };
  return readRows(unzipped.body, archive);
}

function readRows(body: Buffer, { batch, url, fetchedAt }: GkgArchive): GkgResult {
  const document: EntryDocument = { source: gdeltSource, url, seenAt: fetchedAt, fetchedAt };
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
  // A batch without any valid row is another file or an unknown format, and is refused as a whole.
  if (rows > 0 && whole === 0)
    return { ok: false, reason: 'unknown_format', detail: `none of ${rows} rows has ${columnsOfRow} columns`, isOther: false };
  if (broken !== null) {
    // One refusal covers all invalid rows: a file of line ends would otherwise yield one per byte.
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

const tooLong = (row: Buffer, document: EntryDocument): RawRefusal =>
  refusal(document, {
    reason: 'too_large',
    detail: `a row of ${row.length} bytes; the limit is ${rowBytesMax}`,
    content: row.subarray(0, 10_000),
    url: document.url,
  });

function messageOf(columns: readonly Buffer[], row: Buffer, batch: string, document: EntryDocument): RawArticle | RawRefusal {
  const text = (column: number): string => columns[column - 1]?.toString('utf8') ?? '';
  const refuse = (reason: RefusalReason, detail: string): RawRefusal =>
    refusal(document, { reason, detail, content: row.subarray(0, 10_000), url: text(5).slice(0, 1_000) || document.url });
  const [record, collection, address] = [text(1), text(3), text(5)];
  // Only in collection 1, the web, column 5 is an address.
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
      origin: isHttpUrl(address) ? { name: siteOf(address).domain, url: address } : null,
      isWhole: true,
    },
    document,
  );
}

/** Returns the time at which a page was first seen: that of this batch, or of one up to a day earlier when GDELT was late; null otherwise. */
function firstSeenAt(named: string, batch: string): string | null {
  const [atMs, batchMs] = [timeOfBatch(named), timeOfBatch(batch)];
  if (atMs === null || batchMs === null || atMs > batchMs || batchMs - atMs > 96 * quarterMs) return null;
  return new Date(atMs).toISOString();
}

const [titleStart, titleEnd] = ['<PAGE_TITLE>', '</PAGE_TITLE>'] as const;

/** Returns the title as HTML; empty without one. The writer of the file may have doubled its quotation marks. */
function titleOf(extras: string): string {
  const from = extras.indexOf(titleStart);
  if (from === -1) return '';
  const to = extras.indexOf(titleEnd, from);
  const title = extras.slice(from + titleStart.length, to === -1 ? from + titleStart.length : Math.min(to, from + titleStart.length + titleCharsMax));
  return title.replaceAll('""', '"');
}
