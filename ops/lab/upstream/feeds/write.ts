/** Writes a feed in its dialect and encoding. */
import type { Dialect, FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { element, encodeXml, escapeXml, htmlElement, xmlDeclaration } from './markup.ts';
import { easternTime, rfc822 } from '../eastern.ts';

const titleOf = ({ title, titleXml }: FeedEntry): string => (titleXml === null ? element('title', title) : `<title>${titleXml}</title>`);

/** Returns an item of RSS 2.0 with content:encoded, Dublin Core and Media RSS. */
function rss2Entry(entry: FeedEntry, manners: FeedManners): string {
  const parts = [
    titleOf(entry),
    element('link', entry.link),
    `<guid isPermaLink="${entry.idIsAddress}">${escapeXml(entry.id)}</guid>`,
    htmlElement('description', entry.lead, manners.usesCdata),
    ...(entry.dateText === null ? [] : [element('pubDate', entry.dateText)]),
    ...entry.authors.map((author) => element('dc:creator', author)),
    ...entry.topics.map((topic) => element('category', topic)),
    ...(entry.language === null ? [] : [element('dc:language', entry.language)]),
    ...(entry.bodyHtml === null ? [] : [htmlElement('content:encoded', entry.bodyHtml, manners.usesCdata)]),
    ...(entry.imageUrl === null ? [] : [`<media:thumbnail url="${escapeXml(entry.imageUrl)}" width="640" height="360"/>`]),
  ];
  return `<item>\n  ${parts.join('\n  ')}\n</item>\n`;
}

const rss2Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
${element('title', head.title)}
${element('link', head.homeUrl)}
<atom:link rel="self" type="application/rss+xml" href="${escapeXml(head.selfUrl)}"/>
${element('description', `${head.title}: latest news`)}
${element('language', head.language)}
${element('lastBuildDate', head.dateText)}
<ttl>5</ttl>
${entries}</channel>
</rss>
`;

/** Returns an item of RSS 1.0 (RDF) with Dublin Core. */
function rss1Entry(entry: FeedEntry): string {
  const parts = [
    titleOf(entry),
    element('link', entry.link),
    element('description', entry.lead),
    ...entry.authors.map((author) => element('dc:creator', author)),
    ...entry.topics.map((topic) => element('dc:subject', topic)),
    ...(entry.language === null ? [] : [element('dc:language', entry.language)]),
    ...(entry.dateText === null ? [] : [element('dc:date', entry.dateText)]),
  ];
  return `<item rdf:about="${escapeXml(entry.link)}">\n  ${parts.join('\n  ')}\n</item>\n`;
}

const rss1Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
<channel rdf:about="${escapeXml(head.selfUrl)}">
${element('title', head.title)}
${element('link', head.homeUrl)}
${element('description', `${head.title}: latest news`)}
${element('dc:language', head.language)}
${element('dc:date', head.dateText)}
<sy:updatePeriod>hourly</sy:updatePeriod>
<items><rdf:Seq>
${[...entries.matchAll(/<item rdf:about="([^"]*)">/g)].map(([, about]) => `<rdf:li rdf:resource="${about}"/>`).join('\n')}
</rdf:Seq></items>
</channel>
${entries}</rdf:RDF>
`;

/** Returns an item of RSS 0.92, which has neither date nor id. */
const rss092Entry = (entry: FeedEntry): string => `<item>
  ${titleOf(entry)}
  ${element('link', entry.link)}
  ${element('description', entry.lead)}
</item>
`;

const rss092Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<rss version="0.92">
<channel>
${element('title', head.title)}
${element('link', head.homeUrl)}
${element('description', `${head.title}: latest news`)}
${element('lastBuildDate', head.dateText)}
${entries}</channel>
</rss>
`;

function atomEntry(entry: FeedEntry): string {
  const language = entry.language === null ? '' : ` xml:lang="${entry.language}"`;
  const parts = [
    `<title type="html">${entry.titleXml ?? escapeXml(escapeXml(entry.title))}</title>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(entry.link)}"/>`,
    element('id', entry.id),
    ...(entry.dateText === null ? [] : [element('published', entry.dateText), element('updated', entry.dateText)]),
    ...entry.authors.map((author) => `<author>${element('name', author)}</author>`),
    ...entry.topics.map((topic) => `<category term="${escapeXml(topic)}"/>`),
    `<summary type="text">${escapeXml(entry.lead)}</summary>`,
    ...(entry.bodyHtml === null ? [] : [`<content type="html">${escapeXml(entry.bodyHtml)}</content>`]),
  ];
  return `<entry${language}>\n  ${parts.join('\n  ')}\n</entry>\n`;
}

const atomDocument = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${escapeXml(head.homeUrl)}" xml:lang="${head.language}">
${element('title', head.title)}
<link rel="self" type="application/atom+xml" href="${escapeXml(head.selfUrl)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(head.homeUrl)}"/>
${element('id', head.selfUrl)}
${element('updated', head.dateText)}
<author>${element('name', head.title)}</author>
${entries}</feed>
`;

/** Returns an item of JSON Feed 1.1, followed by a comma; jsonDocument removes the comma after the last item. */
const jsonEntry = (entry: FeedEntry): string =>
  `${JSON.stringify({
    id: entry.id,
    url: entry.link,
    title: entry.title,
    summary: entry.lead,
    ...(entry.bodyHtml === null ? { content_text: entry.lead } : { content_html: entry.bodyHtml }),
    ...(entry.dateText === null ? {} : { date_published: entry.dateText }),
    ...(entry.authors.length === 0 ? {} : { authors: entry.authors.map((name) => ({ name })) }),
    ...(entry.topics.length === 0 ? {} : { tags: entry.topics }),
    ...(entry.language === null ? {} : { language: entry.language }),
    ...(entry.imageUrl === null ? {} : { image: entry.imageUrl }),
  })},\n`;

const jsonDocument = (head: FeedHead, entries: string): string => `{"version":"https://jsonfeed.org/version/1.1",
"title":${JSON.stringify(head.title)},
"home_page_url":${JSON.stringify(head.homeUrl)},
"feed_url":${JSON.stringify(head.selfUrl)},
"language":${JSON.stringify(head.language)},
"items":[
${entries.replace(/,\n$/, '\n')}]}
`;

interface Writer {
  readonly entry: (entry: FeedEntry, manners: FeedManners) => string;
  /** Returns the document; `entries` is the joined output of `entry`. */
  readonly document: (head: FeedHead, entries: string, manners: FeedManners) => string;
}

const writers: Readonly<Record<Dialect, Writer>> = {
  rss2: { entry: rss2Entry, document: rss2Document },
  rss1: { entry: rss1Entry, document: rss1Document },
  rss092: { entry: rss092Entry, document: rss092Document },
  atom: { entry: atomEntry, document: atomDocument },
  json: { entry: jsonEntry, document: jsonDocument },
};

export const writeEntry = (entry: FeedEntry, manners: FeedManners): string => writers[manners.dialect].entry(entry, manners);

/** Returns the bytes of the feed; `entries` are results of writeEntry, the newest first. */
export function writeFeed(head: FeedHead, entries: readonly string[], manners: FeedManners): Buffer {
  const text = writers[manners.dialect].document(head, entries.join(''), manners);
  return manners.dialect === 'json' ? Buffer.from(text, 'utf8') : encodeXml(text, manners.encoding);
}

export const feedContentType = ({ contentType, declaredIn, encoding, dialect }: FeedManners): string =>
  dialect !== 'json' && (declaredIn === 'http' || declaredIn === 'both') ? `${contentType}; charset=${encoding}` : contentType;

const styles: Readonly<Record<FeedManners['dates'], (at: number) => string>> = {
  gmt: (at) => new Date(at).toUTCString(),
  iso: (at) => new Date(at).toISOString().replace('.000', ''),
  offset: (at) => rfc822(easternTime(at), easternTime(at).offset.replace(':', '')),
  eastern: (at) => rfc822(easternTime(at), easternTime(at).zone),
};

export const dateText = (at: number, style: FeedManners['dates']): string => styles[style](Math.floor(at / 1000) * 1000);
