/** Parses an RSS or RDF document (0.9x, 1.0, 2.0, with the modules in use). */
import { entriesMax, isHttpUrl, linksMax, type Feed, type FeedEntry } from '../entry/entry.ts';
import { haltEntry } from './halts.ts';
import { resolveLink } from './links.ts';
import { mediaImages } from './media.ts';
import { noMarkup, type Markup } from './text.ts';
import { childrenOf, childText, childTexts, elementsOf, innerHtml, textOf, type XmlElement } from './xml-tree.ts';

export function readRss(root: XmlElement, documentUrl: string): Feed {
  const channels = childrenOf(root, 'channel');
  const channel = channels[0] ?? root;
  const self =
    childrenOf(channel, 'atom:link')
      .find((link) => link.attributes.get('rel') === 'self')
      ?.attributes.get('href')
      ?.trim() ?? '';
  // The document may come from a mirror, so the absolute address that the feed states for itself counts.
  const address = isHttpUrl(self) ? self : documentUrl;
  const site = resolveLink(childText(channel, 'link'), channel.base, address);
  const context = {
    address,
    site: site !== null && isHttpUrl(site) ? site : null,
    language: childText(channel, 'language', 'dc:language') ?? channel.lang,
  };
  const items = [root, ...channels].flatMap(itemsOf);
  const older = childrenOf(channel, 'atom:link').find((link) => ['prev-archive', 'next'].includes(link.attributes.get('rel') ?? ''));
  return {
    format: root.name === 'rss' ? 'rss' : 'rdf',
    entries: items.slice(0, entriesMax).map((item) => haltEntry(item) ?? entryOf(item, context)),
    entriesTotal: items.length,
    olderUrl: resolveLink(older?.attributes.get('href'), channel.base, address),
  };
}

interface Context {
  readonly address: string;
  readonly site: string | null;
  readonly language: string | null;
}

/** Returns all items. An item inside an item is the next one after a missing end tag. */
const itemsOf = (parent: XmlElement): XmlElement[] => childrenOf(parent, 'item').flatMap((item) => [item, ...itemsOf(item)]);

function entryOf(item: XmlElement, context: Context): FeedEntry {
  const guid = childrenOf(item, 'guid').find((element) => textOf(element).trim() !== '');
  return {
    links: linksOf(item, guid, context),
    id: guid === undefined ? (item.attributes.get('rdf:about') ?? null) : textOf(guid).trim(),
    title: firstMarkup(item, 'title', 'media:title', 'dc:title') ?? noMarkup,
    summary: firstMarkup(item, 'description', 'dc:description', 'media:description', 'itunes:summary') ?? noMarkup,
    body: firstMarkup(item, 'content:encoded', 'xhtml:body', 'body', 'fullitem', 'content', 'yandex:full-text'),
    authors: childrenOf(item, 'dc:creator', 'author', 'atom:author').map((author) => childText(author, 'name', 'atom:name') ?? textOf(author)),
    topics: childrenOf(item, 'category', 'dc:subject', 'media:category').map((topic) => topic.attributes.get('label') ?? textOf(topic)),
    language: childText(item, 'dc:language', 'language') ?? item.lang ?? context.language,
    images: mediaImages(item, context.address),
    published: datesOf(item, 'pubdate', 'dc:date', 'dcterms:issued', 'dcterms:created', 'atom:published', 'date'),
    updated: datesOf(item, 'dcterms:modified', 'atom:updated'),
    origin: sourceOf(item),
    isWhole: item.isWhole,
  };
}

/**
 * Returns the links of an item, best first. FeedBurner and Pheedo list the address of the publisher next to their redirect. A guid comes
 * before a link to a front page. A guid with isPermaLink false comes last, since most are addresses all the same.
 */
function linksOf(item: XmlElement, guid: XmlElement | undefined, { site, address }: Context): string[] {
  const resolved = (element: XmlElement, written: string | undefined): string | null => resolveLink(written, element.base, site, address);
  const written = childrenOf(item, 'link')
    .slice(0, linksMax)
    .map((link) => resolved(link, textOf(link).trim() || link.attributes.get('href')));
  const alternates = childrenOf(item, 'atom:link')
    .filter((link) => (link.attributes.get('rel') ?? 'alternate') === 'alternate')
    .slice(0, linksMax)
    .map((link) => resolved(link, link.attributes.get('href')));
  const named = guid === undefined ? '' : textOf(guid).trim();
  const guidAddress = isHttpUrl(named) ? [resolveLink(named)] : [];
  const permalink = guid?.attributes.get('ispermalink')?.trim().toLowerCase() === 'false' ? [] : guidAddress;
  const about = item.attributes.get('rdf:about') ?? '';
  const links = [
    ...childrenOf(item, 'feedburner:origlink', 'pheedo:origlink')
      .slice(0, linksMax)
      .map((link) => resolved(link, textOf(link))),
    ...((written[0] === site || isFrontPage(written[0])) && !isFrontPage(permalink[0]) ? permalink : []),
    ...written,
    ...alternates,
    ...permalink,
    isHttpUrl(about.trim()) ? resolveLink(about) : null,
    ...guidAddress,
  ];
  return [...new Set(links.filter((link) => link !== null))];
}

const isFrontPage = (link: string | null | undefined): boolean => /^https?:\/\/[^/?#]+\/?$/i.test(link ?? '');

/** Returns the dates as written. FDA writes its dates as HTML: `<pubDate><time datetime="…">`. */
function datesOf(item: XmlElement, ...names: readonly string[]): string[] {
  const inHtml = childrenOf(item, ...names).flatMap((element) => childrenOf(element, 'time'));
  return [...inHtml.flatMap((time) => time.attributes.get('datetime') ?? []), ...childTexts(item, ...names)];
}

/** Returns the content of the first of these elements that has text; null when none has. Unescaped markup inside it counts as HTML. */
function firstMarkup(item: XmlElement, ...names: readonly string[]): Markup | null {
  for (const element of childrenOf(item, ...names)) {
    const isPlain = element.attributes.get('type') === 'plain';
    const value = elementsOf(element).length > 0 ? innerHtml(element, false) : textOf(element);
    if (value.trim() !== '') return { kind: isPlain ? 'text' : 'html', value };
  }
  return null;
}

function sourceOf(item: XmlElement): FeedEntry['origin'] {
  const source = childrenOf(item, 'source')[0];
  return source === undefined ? null : { name: textOf(source), url: source.attributes.get('url')?.trim() ?? null };
}
