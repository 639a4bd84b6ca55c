/**
 * Converts one feed entry, of any dialect, to an article for RAW or to a refusal with its reason. An article is
 * identified by its canonical address, so an entry without a link is refused.
 */
import { createHash } from 'node:crypto';
import { articleIdentity, listingIdentity } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { outletDomain } from '../../../refine/normalise/outlets.ts';
import { siteOf } from '../../../site.ts';
import { authorityOf, type Authority } from '../authority.ts';
import { canonicalUrl } from './canonical-url.ts';
import type { Source } from '../catalogue.ts';
import { readDate, type DateOrder } from '../format/dates.ts';
import { carriedAddress } from '../format/links.ts';
import { lineOf, linesOf, type Markup } from '../format/text.ts';

export interface FeedEntry {
  /** Links to the article, best first: absolute addresses, or as written where they cannot be resolved. */
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
  /** The exchange's code, where it tells of a halt of trading (format/halts.ts). */
  readonly haltReason?: string;
}

/** A document read: its entries and what holds for all of them. */
export interface Feed {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json';
  /** The first `entriesMax` of the document. */
  readonly entries: readonly FeedEntry[];
  readonly entriesTotal: number;
  /** The page with the entries before these (RFC 5005), absolute. */
  readonly olderUrl: string | null;
  /** How often the feed says that it changes; null: it does not say. */
  readonly periodMs: number | null;
}

export interface Listing {
  readonly source: Source;
  /** The source's authority; absent: that of the catalogue. */
  readonly authority?: Authority;
  readonly url: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** In which order its document writes the numbers of a date; absent: nothing tells. */
  readonly dateOrder?: DateOrder;
}

/** Entries read of one document; the rest is counted. */
export const entriesMax = 2_000;

/** Links of one kind that an entry is looked at for, and pictures. */
export const linksMax = 50;

const URL_CHARS_MAX = 4_000;

export function articleOf(entry: FeedEntry, listing: Listing): RawArticle | RawRefusal {
  const refuse = (reason: RefusalReason, detail: string): RawRefusal => refuseEntry(entry, listing, reason, detail);
  if (!entry.isWhole) return refuse('malformed', 'the document breaks off inside this entry');
  const addresses = entry.links.filter(isHttpUrl).map((link) => new URL(link));
  const [first] = addresses;
  if (first === undefined) {
    if (entry.links.length > 0) return refuse('bad_url', `no absolute http(s) address: ${entry.links[0]?.slice(0, 200)}`);
    return refuse(
      'no_identity',
      entry.id === null ? 'neither link nor id' : `links nowhere; its id ${JSON.stringify(entry.id.slice(0, 200))} is no address`,
    );
  }
  // `https://www.reuters.com@evil.example/`: nobody links an article so, but to pass for another.
  const named = addresses.filter(isAnonymous);
  if (named.length === 0) return refuse('bad_url', `holds a user name before its host ${first.hostname}`);
  const authority = listing.authority ?? authorityOf(listing.source);
  const address = authority.isAggregator
    ? named[0]
    : named.find((one) => authority.speaksFor(one) && authority.speaksFor(carriedAddress(one) ?? one));
  if (address === undefined) return refuse('foreign_link', `${listing.source.id} does not speak for ${foreignHost(named, authority)}`);
  const url = address.href;
  const identity = url.length > URL_CHARS_MAX ? null : identityOf(url, authority);
  if (identity === null || identity.length > URL_CHARS_MAX) return refuse('bad_url', `an address of ${url.length} characters`);

  const { source, seenAt, fetchedAt } = listing;
  const published = readDate(entry.published, fetchedAt, listing.dateOrder);
  const updated = readDate(entry.updated, fetchedAt, listing.dateOrder);
  const body = entry.body === null ? '' : linesOf(entry.body, 200_000);
  const { outlet, domain } = servedAs(entry, address, { source, authority });
  return {
    kind: 'article',
    ...(source.history === true && { is_history: true as const }),
    identity,
    source: source.id,
    seen_at: seenAt,
    fetched_at: fetchedAt,
    url,
    title: lineOf(entry.title, 2_000),
    summary: linesOf(entry.summary, 20_000),
    body: body === '' ? null : body,
    outlet,
    outlet_domain: domain,
    authors: namesOf(entry.authors),
    topics: distinct(
      entry.topics.slice(0, 200).map((topic) => lineOf({ kind: 'html', value: topic }, 200)),
      200,
      50,
    ),
    declared_language: languageTag(entry.language ?? source.language ?? null),
    banner_image: entry.images.find(isPicture) ?? null,
    published_at: published ?? updated,
    updated_at: updated !== null && published !== null && updated > published ? updated : null,
    ...(entry.haltReason !== undefined && { halt_reason: entry.haltReason }),
  };
}

export const refuseEntry = (entry: FeedEntry, listing: Listing, reason: RefusalReason, detail: string): RawRefusal =>
  refusal(listing, {
    reason,
    detail,
    content: JSON.stringify([entry.links, entry.id, entry.title, entry.summary, entry.body, entry.published]),
    url: entry.links[0] ?? listing.url,
  });

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

/** Of the first address, or of the one that it leads on to. */
function foreignHost([first]: readonly URL[], { speaksFor }: Authority): string {
  if (first === undefined) return 'no host';
  return speaksFor(first) ? (carriedAddress(first) ?? first).hostname : first.hostname;
}

const isAnonymous = ({ username, password }: URL): boolean => username === '' && password === '';
const isPicture = (image: string): boolean => isHttpUrl(image) && image.length <= URL_CHARS_MAX && isAnonymous(new URL(image));

/** What an aggregator lists is known apart from what its publisher says of it, its own addresses too: most of them only lead on. */
const identityOf = (url: string, { isAggregator, domainAt }: Authority): string =>
  isAggregator ? listingIdentity(domainAt(new URL(url)), canonicalUrl(url)) : articleIdentity(canonicalUrl(url));

/**
 * A source is served under its own name, whatever its entries say. An aggregator is believed in which outlet it lists (RSS
 * `source`, Google News), as long as the link leads to that outlet or to the aggregator itself; where a link may lead says nothing.
 */
function servedAs(
  entry: FeedEntry,
  address: URL,
  { source, authority }: { readonly source: Source; readonly authority: Authority },
): { readonly outlet: string; readonly domain: string } {
  const own = { outlet: source.outlet, domain: authority.domainAt(address) };
  const outlet = authority.isAggregator ? lineOf({ kind: 'html', value: entry.origin?.name ?? '' }, 300) : '';
  if (outlet === '') return own;
  const linked = authority.speaksFor(address) ? null : siteOf(address.href).domain;
  const stated = entry.origin?.url && isHttpUrl(entry.origin.url) ? siteOf(entry.origin.url).domain : outletDomain(outlet);
  const domain = stated ?? linked ?? own.domain;
  if (stated === own.domain || (linked !== null && linked !== domain)) return own;
  return { outlet, domain };
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
