/**
 * A record of the log in, the same with every text of it plain out. Articles are cleaned where they are normalised; what
 * a filing or a symbol list calls somebody, and what is quoted of it, passes here. What is plain stays the very same.
 */
import type { FeedRecord } from '#schemas/feed-log.ts';
import { cleanText, holdsMarkup } from './normalise/clean.ts';

/** What names a document is no text to be read. */
const names: ReadonlySet<string> = new Set(['identity', 'url', 'exhibit_url', 'banner_image', 'source_text_url']);

export const plainRecord = (record: FeedRecord): FeedRecord => plain(record) as FeedRecord;

function plain(value: unknown): unknown {
  if (typeof value === 'string') return holdsMarkup(value) ? cleanText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? plainList(value) : plainObject(value);
}

function plainList(list: readonly unknown[]): readonly unknown[] {
  const plainOnes = list.map(plain);
  return plainOnes.some((one, at) => one !== list[at]) ? plainOnes : list;
}

function plainObject(object: object): object {
  let changed: Record<string, unknown> | null = null;
  for (const [key, value] of Object.entries(object)) {
    const plainValue = names.has(key) ? value : plain(value);
    if (plainValue !== value) (changed ??= { ...object })[key] = plainValue;
  }
  return changed ?? object;
}
