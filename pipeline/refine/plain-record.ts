/**
 * Cleans every text in a record of the log to plain text. Articles are cleaned when they are normalised; names and
 * quotations from filings and symbol lists are cleaned here. Returns the same object where nothing changes.
 */
import type { FeedRecord } from '#schemas/feed-log.ts';
import { cleanText, holdsMarkup } from './normalise/clean.ts';

/** Fields with names of documents, instants or packed text, which readers do not see as text. */
const names: ReadonlySet<string> = new Set(['identity', 'url', 'exhibit_url', 'banner_image', 'source_text', 'source_text_url', 'instants']);

export const plainRecord = (record: FeedRecord): FeedRecord => plain(record) as FeedRecord;

function plain(value: unknown): unknown {
  if (typeof value === 'string') return holdsMarkup(value) ? cleanText(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? plainList(value) : plainObject(value as Readonly<Record<string, unknown>>);
}

function plainList(list: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | null = null;
  for (let at = 0; at < list.length; at += 1) {
    const one = plain(list[at]);
    if (one !== list[at]) (changed ??= [...list])[at] = one;
  }
  return changed ?? list;
}

function plainObject(object: Readonly<Record<string, unknown>>): object {
  let changed: Record<string, unknown> | null = null;
  for (const key in object) {
    const value = object[key];
    const plainValue = names.has(key) ? value : plain(value);
    if (plainValue !== value) (changed ??= { ...object })[key] = plainValue;
  }
  return changed ?? object;
}
