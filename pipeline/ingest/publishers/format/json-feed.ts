/** Parses a JSON Feed (versions 1 and 1.1). A value of the wrong type counts as absent. */
import { isJsonObject, type JsonObject } from '#schemas/json-text.ts';
import { parseJson } from '../../parse/json.ts';
import { entriesMax, isHttpUrl, type Feed, type FeedEntry } from '../entry/entry.ts';
import { resolveLink } from './links.ts';

type JsonReading = { readonly feed: Feed } | { readonly reason: 'malformed' | 'unknown_format'; readonly detail: string };

export function readJsonFeed(text: string, documentUrl: string): JsonReading {
  const json = parseJson(text);
  if (!json.ok) return { reason: 'malformed', detail: json.detail };
  const document = objectOf(json.value);
  if (document === null || !/^https?:\/\/jsonfeed\.org\/version\//.test(stringOf(document.version) ?? ''))
    return { reason: 'unknown_format', detail: 'JSON, but not a JSON Feed' };
  const feed = { documentUrl, language: stringOf(document.language), feedAuthors: authorsOf(document) };
  const items = listOf(document.items);
  return {
    feed: {
      format: 'json',
      entries: items.slice(0, entriesMax).map((item) => entryOf(objectOf(item) ?? {}, feed)),
      entriesTotal: items.length,
      olderUrl: resolveLink(stringOf(document.next_url), documentUrl),
    },
  };
}

function entryOf(item: JsonObject, feed: { documentUrl: string; language: string | null; feedAuthors: readonly string[] }): FeedEntry {
  const html = stringOf(item.content_html);
  const plain = stringOf(item.content_text);
  const id = stringOf(item.id) ?? (typeof item.id === 'number' ? String(item.id) : null);
  const links = [stringOf(item.url), stringOf(item.external_url), id !== null && isHttpUrl(id) ? id : null];
  const authors = authorsOf(item);
  return {
    links: [...new Set(links.flatMap((link) => resolveLink(link, feed.documentUrl) ?? []))],
    id,
    title: { kind: 'text', value: stringOf(item.title) ?? '' },
    summary: { kind: 'text', value: stringOf(item.summary) ?? '' },
    body: html !== null ? { kind: 'html', value: html } : plain !== null ? { kind: 'text', value: plain } : null,
    authors: authors.length > 0 ? authors : feed.feedAuthors,
    topics: listOf(item.tags).flatMap((tag) => stringOf(tag) ?? []),
    language: stringOf(item.language) ?? feed.language,
    images: [item.image, item.banner_image].flatMap((image) => resolveLink(stringOf(image), feed.documentUrl) ?? []),
    published: textsOf(item.date_published),
    updated: textsOf(item.date_modified),
    origin: null,
    isWhole: true,
  };
}

/** Returns the names of the authors: version 1 has `author`, 1.1 `authors`. */
const authorsOf = (holder: JsonObject): string[] =>
  [...listOf(holder.authors), holder.author].flatMap((author) => stringOf(objectOf(author)?.name) ?? []);

const stringOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textsOf = (value: unknown): readonly string[] => (typeof value === 'string' ? [value] : []);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): JsonObject | null => (isJsonObject(value) ? value : null);
