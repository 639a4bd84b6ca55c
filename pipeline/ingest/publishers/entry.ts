/**
 * One entry of a feed, whatever its dialect, in; an article for RAW out, or why there is none. The identity of an
 * article is its canonical address, so an entry that links nowhere has none.
 */
import { createHash } from 'node:crypto';
import { getDomain } from 'tldts';
import { articleIdentity } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { canonicalUrl } from './canonical-url.ts';
import type { Source } from './catalogue.ts';
import { readDate } from './dates.ts';
import { lineOf, linesOf, type Markup } from './text.ts';

export interface FeedEntry {
  /** Where it may be read, best first: absolute addresses, or as written where they are none. */
  readonly links: readonly string[];
  /** guid or id as written; null where the entry has none. */
  readonly id: string | null;
  readonly title: Markup;
  readonly summary: Markup;
  readonly body: Markup | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  /** As declared for the entry or its feed. */
  readonly language: string | null;
  readonly images: readonly string[];
  readonly published: string | null;
  readonly updated: string | null;
  /** The publication it was taken over from. */
  readonly origin: { readonly name: string; readonly url: string | null } | null;
  /** False where the document ends inside it. */
  readonly isWhole: boolean;
}

/** A document read: its entries and what holds for all of them. */
export interface Feed {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json';
  /** The first `entriesMax` of the document. */
  readonly entries: readonly FeedEntry[];
  readonly entriesTotal: number;
  /** The page with the entries before these (RFC 5005), absolute. */
  readonly olderUrl: string | null;
}

export interface Listing {
  readonly source: Source;
  readonly url: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
}

/** Entries read of one document; the rest is counted. */
export const entriesMax = 2_000;

/** Links of one kind that an entry is looked at for, and pictures. */
export const linksMax = 50;

const URL_CHARS_MAX = 4_000;

export function articleOf(entry: FeedEntry, listing: Listing): RawArticle | RawRefusal {
  const refuse = (reason: RefusalReason, detail: string): RawRefusal =>
    refusal(listing, {
      reason,
      detail,
      content: JSON.stringify([entry.links, entry.id, entry.title, entry.summary, entry.body, entry.published]),
      url: entry.links[0] ?? listing.url,
    });
  if (!entry.isWhole) return refuse('malformed', 'the document breaks off inside this entry');
  const url = entry.links.find(isHttpUrl);
  if (url === undefined) {
    if (entry.links.length > 0) return refuse('bad_url', `no absolute http(s) address: ${entry.links[0]?.slice(0, 200)}`);
    return refuse(
      'no_identity',
      entry.id === null ? 'neither link nor id' : `links nowhere; its id ${JSON.stringify(entry.id.slice(0, 200))} is no address`,
    );
  }
  const identity = url.length > URL_CHARS_MAX ? null : canonicalUrl(url);
  if (identity === null || identity.length > URL_CHARS_MAX) return refuse('bad_url', `an address of ${url.length} characters`);

  const { source, seenAt, fetchedAt } = listing;
  const published = readDate(entry.published, fetchedAt);
  const updated = readDate(entry.updated, fetchedAt);
  const body = entry.body === null ? '' : linesOf(entry.body, 200_000);
  const origin = originOf(entry, source, url);
  return {
    kind: 'article',
    identity: articleIdentity(identity),
    source: source.id,
    seen_at: seenAt,
    fetched_at: fetchedAt,
    url,
    title: lineOf(entry.title, 2_000),
    summary: lineOf(entry.summary, 20_000),
    body: body === '' ? null : body,
    outlet: origin.outlet,
    outlet_domain: origin.domain,
    authors: namesOf(entry.authors),
    topics: distinct(
      entry.topics.slice(0, 200).map((topic) => lineOf({ kind: 'html', value: topic }, 200)),
      200,
      50,
    ),
    declared_language: languageTag(entry.language ?? source.language ?? null),
    banner_image: entry.images.find((image) => isHttpUrl(image) && image.length <= URL_CHARS_MAX) ?? null,
    published_at: published ?? updated,
    updated_at: updated !== null && published !== null && updated > published ? updated : null,
  };
}

/** The same broken document gives the same identity at every poll, so that it is counted once. */
export function refusal(listing: Listing, about: { reason: RefusalReason; detail: string; content: string | Buffer; url: string }): RawRefusal {
  const digest = createHash('sha256').update(listing.source.id).update('\n').update(about.content).digest('hex');
  return {
    kind: 'refusal',
    identity: `refusal:${about.reason}:${digest}`,
    source: listing.source.id,
    seen_at: listing.seenAt,
    fetched_at: listing.fetchedAt,
    url: lineOf({ kind: 'text', value: about.url }, URL_CHARS_MAX),
    reason: about.reason,
    detail: lineOf({ kind: 'text', value: about.detail }, 1_000),
  };
}

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * An aggregator links to itself and names the outlet and its domain beside the link (Google News). Elsewhere the
 * link's own domain is the outlet's, and a `source` that only names the feed itself says nothing new.
 */
function originOf(entry: FeedEntry, source: Source, url: string): { outlet: string; domain: string | null } {
  const name = lineOf({ kind: 'html', value: entry.origin?.name ?? '' }, 300);
  const ownDomain = getDomain(source.domain) ?? source.domain;
  const originDomain = entry.origin?.url ? getDomain(entry.origin.url) : null;
  const isForeign = originDomain !== ownDomain;
  const isThroughAggregator = (getDomain(url) ?? '') === ownDomain;
  return {
    outlet: name !== '' && isForeign ? name : source.outlet,
    domain: isForeign && isThroughAggregator ? originDomain : null,
  };
}

/** Of every list of authors its names: entries without authors of their own share their feed's list. */
const names = new WeakMap<readonly string[], string[]>();

function namesOf(authors: readonly string[]): string[] {
  const known = names.get(authors) ?? distinct(authors.slice(0, 100).map(personName), 300, 50);
  names.set(authors, known);
  return known;
}

/** `jane@example.com (Jane Doe)`, `Jane Doe <jane@example.com>`, `By Jane Doe`: the name. An address alone is no byline. */
function personName(text: string): string {
  const line = lineOf({ kind: 'html', value: text.slice(0, 1_000).replace(/<([^<>\s@]+@[^<>\s]+)>/g, ' $1 ') }, 600);
  const inParentheses = /^[^\s@(]+@[^\s(]+\s?\((.+)\)$/.exec(line)?.[1];
  const name =
    inParentheses ??
    line
      .split(' ')
      .filter((word) => !isAddress(word))
      .join(' ');
  return lineOf({ kind: 'text', value: name.replace(/^by\s+/i, '') }, 300);
}

/** An `@` behind its first character and a dot further on: no pattern, which would try every `@` with every dot. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

const distinct = (texts: readonly string[], charsMax: number, countMax: number): string[] =>
  [...new Set(texts.filter((text) => text !== '' && text.length <= charsMax))].slice(0, countMax);

/** BCP 47, in shape; `en_US` is a common slip for `en-US`. */
function languageTag(declared: string | null): string | null {
  const tag = (declared ?? '').trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(tag) && tag.length <= 35 ? tag : null;
}
