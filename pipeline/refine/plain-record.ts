/** Cleans every text in a record to plain text. Articles are cleaned earlier; this covers names and quotations from filings and symbol lists. */
import type { FeedRecord } from '#schemas/feed-log.ts';
import { cleanText, holdsMarkup } from './normalise/clean.ts';

/** Fields that are not text for readers: names of documents, instants, packed text. */
const names: ReadonlySet<string> = new Set(['identity', 'url', 'exhibit_url', 'banner_image', 'source_text', 'source_text_url', 'instants']);

export const plainRecord = (record: FeedRecord): FeedRecord => plain(record) as FeedRecord;

function plain(value: unknown): unknown {
  if (typeof value === 'string') return holdsMarkup(value) ? cleanText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, names.has(name) ? one : plain(one)]));
}
