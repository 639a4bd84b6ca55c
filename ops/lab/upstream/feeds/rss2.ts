/** RSS 2.0, with content:encoded, Dublin Core and Media RSS when the entry has such values. */
import type { FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { element, escapeXml, htmlElement, xmlDeclaration } from './markup.ts';

export function rss2Entry(entry: FeedEntry, manners: FeedManners): string {
  const parts = [
    entry.titleXml === null ? element('title', entry.title) : `<title>${entry.titleXml}</title>`,
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

export const rss2Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
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
