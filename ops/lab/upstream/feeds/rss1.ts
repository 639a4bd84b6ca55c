/** RSS 1.0: RDF, with a table of contents and Dublin Core dates. */
import type { FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { element, escapeXml, xmlDeclaration } from './markup.ts';

export function rss1Entry(entry: FeedEntry): string {
  const parts = [
    entry.titleXml === null ? element('title', entry.title) : `<title>${entry.titleXml}</title>`,
    element('link', entry.link),
    element('description', entry.lead),
    ...entry.authors.map((author) => element('dc:creator', author)),
    ...entry.topics.map((topic) => element('dc:subject', topic)),
    ...(entry.language === null ? [] : [element('dc:language', entry.language)]),
    ...(entry.dateText === null ? [] : [element('dc:date', entry.dateText)]),
  ];
  return `<item rdf:about="${escapeXml(entry.link)}">\n  ${parts.join('\n  ')}\n</item>\n`;
}

export const rss1Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
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
