/** Parses an Atom document (0.3, 1.0, a feed or a single entry). */
import { isUtf8 } from 'node:buffer';
import { entriesMax, isHttpUrl, linksMax, type Feed, type FeedEntry } from '../entry/entry.ts';
import { resolveLink } from './links.ts';
import { mediaImages } from './media.ts';
import { noMarkup, type Markup } from './text.ts';
import { childrenOf, childText, childTexts, elementsOf, innerHtml, textOf, type XmlElement } from './xml-tree.ts';

export function readAtom(root: XmlElement, documentUrl: string): Feed {
  const entries = root.name === 'entry' ? [root] : entriesOf(root);
  const older = childrenOf(root, 'link').find((link) => ['prev-archive', 'next'].includes(relationOf(link)));
  const context = { base: feedAddress(root) ?? documentUrl, authors: authorsOf(root) };
  return {
    format: 'atom',
    entries: entries.slice(0, entriesMax).map((entry) => entryOf(entry, context)),
    entriesTotal: entries.length,
    olderUrl: root.name === 'entry' ? null : resolveLink(older?.attributes.get('href'), older?.base ?? null, context.base),
  };
}

/** Returns the absolute address that the feed states for itself; null when it states none. The document may come from a mirror. */
function feedAddress(root: XmlElement): string | null {
  const absolute = (relation: string): string | undefined =>
    childrenOf(root, 'link')
      .filter((link) => relationOf(link) === relation)
      .map((link) => link.attributes.get('href')?.trim() ?? '')
      .find(isHttpUrl);
  return absolute('self') ?? absolute('alternate') ?? null;
}

const entriesOf = (parent: XmlElement): XmlElement[] => childrenOf(parent, 'entry').flatMap((entry) => [entry, ...entriesOf(entry)]);

function entryOf(entry: XmlElement, { base, authors: feedAuthors }: { readonly base: string; readonly authors: readonly string[] }): FeedEntry {
  const source = childrenOf(entry, 'source')[0];
  const authors = [...authorsOf(entry), ...childrenOf(entry, 'dc:creator').map(textOf)];
  return {
    links: linksOf(entry, base),
    id: childText(entry, 'id'),
    title: firstMarkup(entry, 'title', 'media:title', 'dc:title') ?? firstMarkupOfGroup(entry, 'media:title') ?? noMarkup,
    summary: firstMarkup(entry, 'summary', 'media:description', 'dc:description') ?? firstMarkupOfGroup(entry, 'media:description') ?? noMarkup,
    body: firstMarkup(entry, 'content'),
    // RFC 4287, 4.1.2: an entry without authors has those of its source, then of its feed.
    authors: authors.length > 0 ? authors : source !== undefined && authorsOf(source).length > 0 ? authorsOf(source) : feedAuthors,
    topics: [
      ...childrenOf(entry, 'category').map((topic) => topic.attributes.get('label') ?? topic.attributes.get('term') ?? textOf(topic)),
      ...childrenOf(entry, 'dc:subject', 'media:category').map(textOf),
    ],
    language: languageOf(entry),
    images: mediaImages(entry, base),
    published: childTexts(entry, 'published', 'issued', 'created', 'dc:date', 'pubdate'),
    updated: childTexts(entry, 'updated', 'modified'),
    origin: source === undefined ? null : { name: childText(source, 'title') ?? '', url: siteOf(source, base) },
    isWhole: entry.isWhole,
  };
}

const authorsOf = (element: XmlElement): string[] => childrenOf(element, 'author').map((author) => childText(author, 'name') ?? textOf(author));

/** Returns the language of the entry; null when none is declared. Its own xml:lang comes first, because it may differ from that of the feed. */
function languageOf(entry: XmlElement): string | null {
  const declared = childText(entry, 'dc:language');
  if (declared !== null) return declared;
  const lang = childrenOf(entry, 'title')[0]?.lang ?? entry.lang;
  return lang === '' ? null : lang;
}

const relationOf = (link: XmlElement): string =>
  (link.attributes.get('rel') ?? 'alternate')
    .trim()
    .toLowerCase()
    .replace(/^http:\/\/www\.iana\.org\/assignments\/relation\//, '');

const linksBy = (element: XmlElement, relation: string, base: string): string[] =>
  childrenOf(element, 'link')
    .filter((link) => relationOf(link) === relation)
    .toSorted((one, other) => Number(isPage(other)) - Number(isPage(one)))
    .slice(0, linksMax)
    .flatMap((link) => resolveLink(link.attributes.get('href'), link.base, base) ?? []);

const isPage = (link: XmlElement): boolean => /html|^$/.test(link.attributes.get('type') ?? '');

/** Returns the addresses of an entry: its page, the source of its content, its id, the related page, its own document. */
function linksOf(entry: XmlElement, base: string): string[] {
  const content = childrenOf(entry, 'content').find((element) => element.attributes.has('src'));
  const id = childText(entry, 'id') ?? '';
  const links = [
    ...childrenOf(entry, 'feedburner:origlink').slice(0, linksMax).map(textOf),
    ...linksBy(entry, 'alternate', base),
    ...(content === undefined ? [] : [resolveLink(content.attributes.get('src'), content.base, base) ?? '']),
    ...(isHttpUrl(id) ? [resolveLink(id) ?? ''] : []),
    ...linksBy(entry, 'related', base),
    ...linksBy(entry, 'self', base),
  ];
  return [...new Set(links.map((link) => link.trim()).filter((link) => link !== ''))];
}

const siteOf = (source: XmlElement, base: string): string | null =>
  linksBy(source, 'alternate', base)[0] ?? linksBy(source, 'self', base)[0] ?? childText(source, 'id');

const firstMarkupOfGroup = (entry: XmlElement, name: string): Markup | null => {
  const group = childrenOf(entry, 'media:group')[0];
  return group === undefined ? null : firstMarkup(group, name);
};

function firstMarkup(parent: XmlElement, ...names: readonly string[]): Markup | null {
  for (const element of childrenOf(parent, ...names)) {
    const markup = markupOf(element);
    if (markup.value.trim() !== '') return markup;
  }
  return null;
}

/**
 * Returns the text of an Atom construct. Types in 1.0: text, html, xhtml or a MIME type (RFC 4287, 3.1.1, 4.1.3.3); in 0.3: a MIME type and a
 * mode (xml, escaped, base64). Text without a type is often escaped HTML and read as HTML.
 */
function markupOf(element: XmlElement): Markup {
  const type = (element.attributes.get('type') ?? '').trim().toLowerCase();
  const mode = (element.attributes.get('mode') ?? '').trim().toLowerCase();
  if (elementsOf(element).length > 0) return { kind: 'html', value: innerHtml(element, type.includes('xhtml') || mode === 'xml') };
  const text = textOf(element);
  const isTextual = type === '' || /^(?:text|html|xhtml|plain)$|^text\/|[+/](?:xml|xhtml|json)$/.test(type);
  if (mode === 'base64' || (!isTextual && mode === '')) return { kind: 'html', value: fromBase64(text) };
  return { kind: type === 'text' || type === 'plain' || type === 'text/plain' ? 'text' : 'html', value: text };
}

function fromBase64(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  return isUtf8(bytes) ? bytes.toString('utf8') : '';
}
