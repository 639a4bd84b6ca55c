/**
 * Parses a feed (RSS 0.9x to 2.0, Atom 0.3 and 1.0, JSON Feed) into articles and refusals for RAW. Never throws; bounds bytes, elements and
 * entries. The library feedsmith does not suffice: it refuses 21 well-formed documents of the 110 in the torture set of feedparser, and keeps
 * neither xml:base nor xml:lang nor the types of Atom constructs.
 */
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { readAtom } from './atom.ts';
import { decodeDocument } from './encoding.ts';
import { articleOf, isHttpUrl, refusal, refuseEntry, type EntryDocument, type Feed, type FeedEntry } from '../entry/entry.ts';
import { dateOrderOf } from './dates.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { childrenOf, readXml, type XmlElement } from './xml-tree.ts';

/** Maximum size in bytes; a feed of 2,000 entries with full text is about 10 MB. */
export const feedBytesMax = 12_000_000;

export interface FeedDocument extends Omit<EntryDocument, 'dateOrder'> {
  readonly body: Buffer;
  readonly contentType: string | null;
}

export interface ParsedFeed {
  /** Articles in document order, each identity once. */
  readonly items: RawArticle[];
  readonly refusals: RawRefusal[];
  readonly format: Feed['format'] | 'unknown';
  readonly entriesRepeated: number;
  readonly entriesSkipped: number;
  /** Address of the page with older entries (RFC 5005, JSON Feed); null without one. */
  readonly olderUrl: string | null;
}

interface Refusal {
  readonly reason: RefusalReason;
  readonly detail: string;
}

interface FeedReading {
  readonly feed: Feed;
  /** Why parsing ended before the end of the document; null when it did not. */
  readonly stopped: Refusal | null;
}

export function parseFeed(document: FeedDocument): ParsedFeed {
  try {
    const parsed = read(document);
    return 'reason' in parsed ? refusedFeed(document, parsed) : listed(document, parsed);
  } catch (error) {
    // A defect of the parser must not stop the source: it refuses this document, and the refusal is counted.
    const detail = error instanceof Error ? `${error.name} ${error.message}`.slice(0, 200) : 'unknown';
    return refusedFeed(document, { reason: 'malformed', detail: `error in the reader: ${detail}` });
  }
}

const refuse = (document: FeedDocument, { reason, detail }: Refusal): RawRefusal =>
  refusal(document, { reason, detail, content: document.body.subarray(0, feedBytesMax), url: document.url });

export const refusedFeed = (document: FeedDocument, why: Refusal): ParsedFeed => ({
  items: [],
  refusals: [refuse(document, why)],
  format: 'unknown',
  entriesRepeated: 0,
  entriesSkipped: 0,
  olderUrl: null,
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
    // Feeds list the newest version of an article first.
    else if (!items.has(message.identity)) items.set(message.identity, message);
  }
  return {
    items: [...items.values()],
    refusals: [...refusals.values(), ...(stopped === null ? [] : [refuse(document, stopped)])],
    format: feed.format,
    entriesRepeated: feed.entries.length - items.size - refusals.size,
    entriesSkipped: feed.entriesTotal - feed.entries.length,
    olderUrl: feed.olderUrl !== null && isHttpUrl(feed.olderUrl) ? feed.olderUrl : null,
  };
}

/** Minimum number of entries with different titles (and ids, if any) under one address that cannot be corrections of one article. */
const sharedBy = 3;

/** Returns the identities with different articles, whose address is the front page or another substitute for a missing one. */
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

function read({ body, contentType, url }: FeedDocument): FeedReading | Refusal {
  if (body.length > feedBytesMax) return { reason: 'too_large', detail: `${body.length} bytes; the limit is ${feedBytesMax}` };
  const decoded = decodeDocument(body, contentType);
  if ('refused' in decoded) return { reason: 'bad_encoding', detail: decoded.refused };
  const text = decoded.text.replace(/^\ufeff/, '');
  if (/^\s*[{[]/.test(text)) {
    const json = readJsonFeed(text, url);
    return 'reason' in json ? json : { feed: json.feed, stopped: null };
  }
  const xml = readXml(text, url);
  if ('refused' in xml) return { reason: xml.refused, detail: xml.detail };
  const feed = readRoot(xml.root, url);
  if (feed === null) return { reason: 'unknown_format', detail: `the root element is ${xml.root.name.slice(0, 100)}` };
  if (feed.entries.length === 0 && xml.stopped === null && !xml.root.isWhole)
    return { reason: 'malformed', detail: 'the document is cut short before its first entry' };
  return { feed, stopped: xml.stopped };
}

function readRoot(root: XmlElement, url: string): Feed | null {
  const local = root.name.slice(root.name.indexOf(':') + 1);
  if (local === 'rss') return readRss(root, url);
  if (local === 'rdf' && (childrenOf(root, 'channel', 'item').length > 0 || root.children.every((child) => typeof child === 'string')))
    return readRss(root, url);
  if (root.name === 'feed' || root.name === 'entry') return readAtom(root, url);
  return null;
}
