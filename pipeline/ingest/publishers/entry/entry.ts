/** Converts a feed entry of any format into an article for RAW, or into a refusal. An entry without a link has no identity. */
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
  /** Links to the article, best first; absolute, or as written when they cannot be resolved. */
  readonly links: readonly string[];
  readonly id: string | null;
  readonly title: Markup;
  readonly summary: Markup;
  readonly body: Markup | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  readonly language: string | null;
  readonly images: readonly string[];
  /** Dates as written, the most exact element first. Some may be unreadable. */
  readonly published: readonly string[];
  readonly updated: readonly string[];
  /** The publication that the entry names as its source (RSS `source`); null without one. */
  readonly origin: { readonly name: string; readonly url: string | null } | null;
  /** False when the document ends inside the entry. */
  readonly isWhole: boolean;
  /** The reason code of a trading halt (format/halts.ts); absent for other entries. */
  readonly haltReason?: string;
}

export interface Feed {
  readonly format: 'rss' | 'rdf' | 'atom' | 'json';
  readonly entries: readonly FeedEntry[];
  readonly entriesTotal: number;
  /** Absolute address of the page with older entries (RFC 5005); null without one. */
  readonly olderUrl: string | null;
}

export interface EntryDocument {
  readonly source: Source;
  /** Absent: derived from the catalogue entry. */
  readonly authority?: Authority;
  /** Address after redirects, against which relative addresses are resolved. */
  readonly url: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** Order of day and month in the numeric dates of the document; absent when unknown. */
  readonly dateOrder?: DateOrder;
}

/** Maximum number of entries read from one document; further ones are only counted. */
export const entriesMax = 2_000;

/** Maximum number of links of one kind, and of pictures, read from one entry. */
export const linksMax = 50;

const URL_CHARS_MAX = 4_000;

export function articleOf(entry: FeedEntry, document: EntryDocument): RawArticle | RawRefusal {
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
  // An address such as `https://www.reuters.com@evil.example/` leads to evil.example.
  const withoutUser = addresses.filter(hasNoUser);
  if (withoutUser.length === 0) return refuse('bad_url', `the URL has a user name before the host ${first.hostname}`);
  const authority = document.authority ?? authorityOf(document.source);
  const address = authority.isAggregator
    ? withoutUser[0]
    : withoutUser.find((one) => authority.speaksFor(one) && authority.speaksFor(carriedAddress(one) ?? one));
  if (address === undefined) return refuse('foreign_link', `${document.source.id} may not publish links to ${foreignHost(withoutUser, authority)}`);
  const { source, seenAt, fetchedAt } = document;
  const firstDate = (texts: readonly string[]): string | null =>
    texts.map((text) => readDate(text, fetchedAt, document.dateOrder)).find((date) => date !== null) ?? null;
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

/** Returns whether a halt or its end is over a day old: the feed lists halts as long as they last, and only new ones are news. */
const isOldHalt = ({ haltReason }: FeedEntry, haltedAt: string | null, fetchedAt: string): boolean =>
  haltReason !== undefined && haltedAt !== null && Date.parse(fetchedAt) - Date.parse(haltedAt) > DAY_MS;

export const refuseEntry = (entry: FeedEntry, document: EntryDocument, reason: RefusalReason, detail: string): RawRefusal =>
  refusal(document, {
    reason,
    detail,
    content: JSON.stringify([entry.links, entry.id, entry.title, entry.summary, entry.body, entry.published]),
    url: entry.links[0] ?? document.url,
  });

/** Returns a refusal. The same content has the same identity at every poll, so that it is counted once. */
export function refusal(
  document: EntryDocument,
  about: { reason: RefusalReason; detail: string; content: string | Buffer; url: string },
): RawRefusal {
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

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** Returns the host that the source may not publish, for the refusal: that of the address, or of one in its parameters. */
function foreignHost([first]: readonly URL[], { speaksFor }: Authority): string {
  if (first === undefined) return 'no host';
  return speaksFor(first) ? (carriedAddress(first) ?? first).hostname : first.hostname;
}

const hasNoUser = ({ username, password }: URL): boolean => username === '' && password === '';
const isPicture = (image: string): boolean => isHttpUrl(image) && image.length <= URL_CHARS_MAX && hasNoUser(new URL(image));

/** Returns the identity of an article, which differs between aggregator and publisher. `day` distinguishes articles at a reused address. */
function identityOf(url: string, { isAggregator, domainAt }: Authority, day: string | undefined): string {
  const canonical = day === undefined ? canonicalUrl(url) : `${canonicalUrl(url)}#${day}`;
  return isAggregator ? aggregatorIdentity(domainAt(new URL(url)), canonical) : articleIdentity(canonical);
}

/**
 * Returns outlet and domain of the row: those of the source, whatever its entries state. An entry of an aggregator may name its outlet when
 * the link leads to that outlet or to the aggregator itself; the target of a redirect does not count.
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

/** Cache of names by list of authors: all entries without authors share the list of their feed. */
const names = new WeakMap<readonly string[], string[]>();

const namesOf = (authors: readonly string[]): string[] =>
  names.getOrInsertComputed(authors, () => distinct(authors.slice(0, 100).map(personName), 300, 50));

/** Returns the name in `jane@example.com (Jane Doe)`, `Jane Doe <jane@example.com>` or `By Jane Doe`; empty for an address alone. */
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

/** Returns whether a word is an e-mail address. A regular expression would try every `@` with every dot. */
function isAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  return at > 0 && word.lastIndexOf('.', word.length - 2) > at + 1;
}

const distinct = (texts: readonly string[], charsMax: number, countMax: number): string[] =>
  [...new Set(texts.filter((text) => text !== '' && text.length <= charsMax))].slice(0, countMax);

/** Returns the BCP 47 language tag; null when there is none or it is malformed. `en_US` is a common mistake for `en-US`. */
function languageTag(declared: string | null): string | null {
  const tag = (declared ?? '').trim().replace(/_/g, '-');
  return /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,4}$/i.test(tag) && tag.length <= 35 ? tag : null;
}
