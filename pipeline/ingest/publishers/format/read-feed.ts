/**
 * Parses a feed (RSS 0.9x to 2.0, Atom 0.3 and 1.0, JSON Feed) into articles and refusals for RAW. Pure; never throws, whatever the bytes;
 * bounded in bytes, elements and entries.
 * One tolerant parser handles every dialect. feedsmith was tried: of the 110 documents of feedparser's torture set it refuses 21
 * well-formed ones, and it keeps neither xml:base nor xml:lang nor an Atom construct's type and mode.
 */
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { readAtom } from './atom.ts';
import type { Authority } from '../authority.ts';
import type { Source } from '../catalogue.ts';
import { decodeDocument } from './encoding.ts';
import { articleOf, isHttpUrl, refusal, refuseEntry, type Feed, type FeedEntry } from '../entry/entry.ts';
import { dateOrderOf } from './dates.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { childrenOf, readXml, type XmlElement } from './xml-tree.ts';

/** Bytes; a feed of 2,000 entries with their full text is about 10 MB. */
export const feedBytesMax = 12_000_000;

export interface FeedDocument {
  readonly body: Buffer;
  readonly contentType: string | null;
  /** Address after redirects; base for relative addresses. */
  readonly url: string;
  readonly source: Source;
  /** The source's authority; absent: derived from the catalogue. */
  readonly authority?: Authority;
  readonly seenAt: string;
  readonly fetchedAt: string;
}

export interface ParsedFeed {
  /** Articles in document order, each identity once. */
  readonly items: RawArticle[];
  readonly refusals: RawRefusal[];
  readonly format: Feed['format'] | 'unknown';
  /** Entries with the identity of an earlier one. */
  readonly entriesRepeated: number;
  /** Entries past `entriesMax`, not read. */
  readonly entriesSkipped: number;
  /** Address of the page with the entries before these (RFC 5005, JSON Feed); null without one. */
  readonly olderUrl: string | null;
  /** Milliseconds between changes as the feed declares; null when it declares none. */
  readonly periodMs: number | null;
}

interface Refused {
  readonly refused: RefusalReason;
  readonly detail: string;
}

interface FeedReading {
  readonly feed: Feed;
  /** Why reading ended before the document did, or null. */
  readonly stopped: Refused | null;
}

/** Returns the articles of a feed, and its unreadable entries as refusals. Never throws. */
export function parseFeed(document: FeedDocument): ParsedFeed {
  try {
    const parsed = read(document);
    return 'refused' in parsed ? refusedWhole(document, parsed) : listed(document, parsed);
  } catch (error) {
    // A defect here must not stop the source for good: it refuses this document, and the refusal is counted.
    const detail = error instanceof Error ? `${error.name} ${error.message}`.slice(0, 200) : 'unknown';
    return refusedWhole(document, { refused: 'malformed', detail: `error in the reader: ${detail}` });
  }
}

const refuse = (document: FeedDocument, { refused, detail }: Refused): RawRefusal =>
  refusal(document, { reason: refused, detail, content: document.body.subarray(0, feedBytesMax), url: document.url });

/** Returns the result for a document that no reader could finish. */
export const refusedFeed = (document: FeedDocument, { reason, detail }: { readonly reason: RefusalReason; readonly detail: string }): ParsedFeed =>
  refusedWhole(document, { refused: reason, detail });

const refusedWhole = (document: FeedDocument, refused: Refused): ParsedFeed => ({
  items: [],
  refusals: [refuse(document, refused)],
  format: 'unknown',
  entriesRepeated: 0,
  entriesSkipped: 0,
  olderUrl: null,
  periodMs: null,
});

function listed(document: FeedDocument, { feed, stopped }: FeedReading): ParsedFeed {
  const items = new Map<string, RawArticle>();
  const refusals = new Map<string, RawRefusal>();
  const dateOrder = dateOrderOf(feed.entries.flatMap(({ published, updated }) => [...published, ...updated]));
  const converted = feed.entries.map((entry) => ({ entry, message: articleOf(entry, { ...document, dateOrder }) }));
  const shared = sharedAddresses(converted);
  for (const { entry, message: own } of converted) {
    const message = shared.has(own.identity)
      ? refuseEntry(entry, document, 'no_identity', `other entries have the same URL: ${own.url.slice(0, 200)}`)
      : own;
    if (message.kind === 'refusal') refusals.set(message.identity, message);
    // The first one counts: feeds list the newest version first.
    else if (!items.has(message.identity)) items.set(message.identity, message);
  }
  return {
    items: [...items.values()],
    refusals: [...refusals.values(), ...(stopped === null ? [] : [refuse(document, stopped)])],
    format: feed.format,
    entriesRepeated: feed.entries.length - items.size - refusals.size,
    entriesSkipped: feed.entriesTotal - feed.entries.length,
    olderUrl: feed.olderUrl !== null && isHttpUrl(feed.olderUrl) ? feed.olderUrl : null,
    periodMs: feed.periodMs,
  };
}

/** So many entries with different titles, and ids where they have any, under one address are not corrections of one article. */
const sharedBy = 3;

/** Returns identities under which a document lists different articles: its front page, or another substitute for a missing address. */
function sharedAddresses(converted: readonly { readonly entry: FeedEntry; readonly message: RawArticle | RawRefusal }[]): ReadonlySet<string> {
  const byIdentity = Map.groupBy(converted, ({ message }) => message.identity);
  const isShared = (entries: typeof converted): boolean => {
    const [ids, titles] = [
      new Set(entries.map(({ entry }) => entry.id ?? entry.title.value)),
      new Set(entries.map(({ entry }) => entry.title.value)),
    ];
    const isFrontPage = URL.canParse(entries[0]!.message.url) && new URL(entries[0]!.message.url).pathname === '/';
    return Math.min(ids.size, titles.size) >= (isFrontPage ? 2 : sharedBy);
  };
  return new Set([...byIdentity].flatMap(([identity, entries]) => (entries.length > 1 && isShared(entries) ? [identity] : [])));
}

function read({ body, contentType, url }: FeedDocument): FeedReading | Refused {
  if (body.length > feedBytesMax) return { refused: 'too_large', detail: `${body.length} bytes; the limit is ${feedBytesMax}` };
  const decoded = decodeDocument(body, contentType);
  if ('refused' in decoded) return { refused: 'bad_encoding', detail: decoded.refused };
  const text = decoded.text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) {
    const json = readJsonFeed(text, url);
    return 'refused' in json ? json : { feed: json.feed, stopped: null };
  }
  const xml = readXml(text, url);
  if ('refused' in xml) return xml;
  const feed = readRoot(xml.root, url);
  if (feed === null) return { refused: 'unknown_format', detail: `the root element is ${xml.root.name.slice(0, 100)}` };
  if (feed.entries.length === 0 && xml.stopped === null && !xml.root.isWhole)
    return { refused: 'malformed', detail: 'the document is cut short before its first entry' };
  return { feed, stopped: xml.stopped === null ? null : { refused: xml.stopped.reason, detail: xml.stopped.detail } };
}

function readRoot(root: XmlElement, url: string): Feed | null {
  const local = root.name.slice(root.name.indexOf(':') + 1);
  if (local === 'rss') return readRss(root, url);
  if (local === 'rdf' && (childrenOf(root, 'channel', 'item').length > 0 || root.children.every((child) => typeof child === 'string')))
    return readRss(root, url);
  if (root.name === 'feed' || root.name === 'entry') return readAtom(root, url);
  return null;
}
