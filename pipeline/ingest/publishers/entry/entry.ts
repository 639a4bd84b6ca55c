/**
 * Converts a feed entry of any dialect into an article for RAW, or into a refusal with its reason. The canonical address identifies an
 * article, so an entry without a link is refused.
 */
import { createHash } from 'node:crypto';
import { articleIdentity, aggregatorIdentity } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { outletDomain } from '../../../refine/normalise/outlets.ts';
import { siteOf } from '../../../site.ts';
import { authorityOf, type Authority } from '../authority.ts';
import { canonicalUrl } from './canonical-url.ts';
import type { Source } from '../catalogue.ts';
import { readDate, type DateOrder } from '../format/dates.ts';
import { carriedAddress } from '../format/links.ts';
import { isLinkList, lineOf, linesOf, type Markup } from '../format/text.ts';

export interface FeedEntry {
  /** Links to the article, best first: absolute addresses, or as written when they cannot be resolved. */
  readonly links: readonly string[];
  /** guid or id as written; null when the entry has none. */
  readonly id: string | null;
  readonly title: Markup;
  readonly summary: Markup;
  readonly body: Markup | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  /** Language as declared for the entry or its feed. */
  readonly language: string | null;
  readonly images: readonly string[];
  /** Dates as written, the most exact element first; one may be unreadable. */
  readonly published: readonly string[];
  readonly updated: readonly string[];
  /** The publication that the entry was taken from. */
  readonly origin: { readonly name: string; readonly url: string | null } | null;
  /** False when the document ends inside the entry. */
  readonly isWhole: boolean;
  /** The exchange's code for a halt of trading (format/halts.ts); absent for other entries. */
  readonly haltReason?: string;
}

/** A parsed document: its entries and the facts about all of them. */
export interface Feed {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json';
  /** The first `entriesMax` entries of the document. */
  readonly entries: readonly FeedEntry[];
  readonly entriesTotal: number;
  /** Absolute address of the page with the entries before these (RFC 5005). */
  readonly olderUrl: string | null;
  /** Milliseconds between changes as the feed declares; null when it declares none. */
  readonly periodMs: number | null;
}

export interface FeedDocument {
  readonly source: Source;
  /** The source's authority; absent: derived from the catalogue. */
  readonly authority?: Authority;
  readonly url: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** The order of day and month in the document's numeric dates; absent when unknown. */
  readonly dateOrder?: DateOrder;
}

/** Entries read of one document; the rest is only counted. */
export const entriesMax = 2_000;

/** Links of one kind, and pictures, read of one entry. */
export const linksMax = 50;

const URL_CHARS_MAX = 4_000;

/** Returns the article of an entry, or the refusal of one that lacks what an article needs. */
export function articleOf(entry: FeedEntry, document: FeedDocument): RawArticle | RawRefusal {
  const refuse = (reason: RefusalReason, detail: string): RawRefusal => refuseEntry(entry, document, reason, detail);
  if (!entry.isWhole) return refuse('malformed', 'the document is cut short inside this entry');
  const addresses = entry.links.filter(isHttpUrl).map((link) => new URL(link));
  const [first] = addresses;
  if (first === undefined) {
    if (entry.links.length > 0) return refuse('bad_url', `not an absolute http(s) URL: ${entry.links[0]?.slice(0, 200)}`);
    return refuse(
      'no_identity',
      entry.id === null ? 'neither a link nor an id' : `no link, and its id ${JSON.stringify(entry.id.slice(0, 200))} is not a URL`,
    );
  }
  // An address such as `https://www.reuters.com@evil.example/` only poses as another site.
  const named = addresses.filter(isAnonymous);
  if (named.length === 0) return refuse('bad_url', `the URL has a user name before the host ${first.hostname}`);
  const authority = document.authority ?? authorityOf(document.source);
  const address = authority.isAggregator
    ? named[0]
    : named.find((one) => authority.speaksFor(one) && authority.speaksFor(carriedAddress(one) ?? one));
  if (address === undefined) return refuse('foreign_link', `${document.source.id} may not publish links to ${foreignHost(named, authority)}`);
  const { source, seenAt, fetchedAt } = document;
  const firstDate = (texts: readonly string[]): string | null => {
    for (const text of texts) {
      const date = readDate(text, fetchedAt, document.dateOrder);
      if (date !== null) return date;
    }
    return null;
  };
  const [published, updated] = [firstDate(entry.published), firstDate(entry.updated)];
  const url = address.href;
  const day = source.reuses_links === true ? (published ?? updated)?.slice(0, 10) : undefined;
  const identity = url.length > URL_CHARS_MAX ? null : identityOf(url, authority, day);
  if (identity === null || identity.length > URL_CHARS_MAX) return refuse('bad_url', `the URL has ${url.length} characters`);

  const body = entry.body === null ? '' : linesOf(entry.body, 200_000);
  const { outlet, domain } = servedAs(entry, address, { source, authority });
  return {
    kind: 'article',
    ...((source.history === true || isOldHalt(entry, published, fetchedAt)) && { is_history: true as const }),
    identity,
    source: source.id,
    seen_at: seenAt,
    fetched_at: fetchedAt,
    url,
    title: lineOf(entry.title, 2_000),
    summary: isLinkList(entry.summary) ? '' : linesOf(entry.summary, 20_000),
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

const DAY_MS = 86_400_000;

/** The feed of halts lists every halt that lasts, some of them for years: one of more than a day ago is not news. */
const isOldHalt = ({ haltReason }: FeedEntry, haltedAt: string | null, fetchedAt: string): boolean =>
  haltReason !== undefined && haltedAt !== null && Date.parse(fetchedAt) - Date.parse(haltedAt) > DAY_MS;

/** Returns the refusal of an entry, for publication to RAW. */
export const refuseEntry = (entry: FeedEntry, document: FeedDocument, reason: RefusalReason, detail: string): RawRefusal =>
  refusal(document, {
    reason,
    detail,
    content: JSON.stringify([entry.links, entry.id, entry.title, entry.summary, entry.body, entry.published]),
    url: entry.links[0] ?? document.url,
  });

/** Returns a refusal. A broken document has the same identity at every poll, so that it is counted once. */
export function refusal(document: FeedDocument, about: { reason: RefusalReason; detail: string; content: string | Buffer; url: string }): RawRefusal {
  const digest = createHash('sha256').update(document.source.id).update('\n').update(about.content).digest('hex');
  return {
    kind: 'refusal',
    identity: `refusal:${about.reason}:${digest}`,
    source: document.source.id,
    seen_at: document.seenAt,
    fetched_at: document.fetchedAt,
    url: lineOf({ kind: 'text', value: about.url }, URL_CHARS_MAX),
    reason: about.reason,
    detail: lineOf({ kind: 'text', value: about.detail }, 1_000),
  };
}

/** Returns whether a text is an absolute http(s) address. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Returns the host of the first address, or of the address in its parameters. */
function foreignHost([first]: readonly URL[], { speaksFor }: Authority): string {
  if (first === undefined) return 'no host';
  return speaksFor(first) ? (carriedAddress(first) ?? first).hostname : first.hostname;
}

const isAnonymous = ({ username, password }: URL): boolean => username === '' && password === '';
const isPicture = (image: string): boolean => isHttpUrl(image) && image.length <= URL_CHARS_MAX && isAnonymous(new URL(image));

/**
 * Returns the identity: an aggregator's differ from its publishers', even at its own addresses, most of which only redirect. `day`: of
 * publication, where the source puts its next article at the same address.
 */
function identityOf(url: string, { isAggregator, domainAt }: Authority, day: string | undefined): string {
  const canonical = day === undefined ? canonicalUrl(url) : `${canonicalUrl(url)}#${day}`;
  return isAggregator ? aggregatorIdentity(domainAt(new URL(url)), canonical) : articleIdentity(canonical);
}

/**
 * Returns outlet and domain. A source is served under its own name, whatever its entries say. An aggregator may name the outlet (RSS
 * `source`, Google News) when the link leads to that outlet or to the aggregator itself; the target of a redirect does not count.
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

/** Caches the names of each list of authors: entries without authors share their feed's list. */
const names = new WeakMap<readonly string[], string[]>();

function namesOf(authors: readonly string[]): string[] {
  const known = names.get(authors) ?? distinct(authors.slice(0, 100).map(personName), 300, 50);
  names.set(authors, known);
  return known;
}

/** Returns the name in `jane@example.com (Jane Doe)`, `Jane Doe <jane@example.com>`, `By Jane Doe`. An address alone is not a byline. */
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

/** Finds an `@` after the first character and a later dot. A regular expression would try every `@` with every dot. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

const distinct = (texts: readonly string[], charsMax: number, countMax: number): string[] =>
  [...new Set(texts.filter((text) => text !== '' && text.length <= charsMax))].slice(0, countMax);

/** Returns a tag in the form of BCP 47; `en_US` is a common mistake for `en-US`. */
function languageTag(declared: string | null): string | null {
  const tag = (declared ?? '').trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(tag) && tag.length <= 35 ? tag : null;
}
