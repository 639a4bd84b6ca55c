/** Atom 1.0 (RFC 4287). */
import type { FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { element, escapeXml, xmlDeclaration } from './markup.ts';

export function atomEntry(entry: FeedEntry): string {
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

export const atomDocument = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${escapeXml(head.homeUrl)}" xml:lang="${head.language}">
${element('title', head.title)}
<link rel="self" type="application/atom+xml" href="${escapeXml(head.selfUrl)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(head.homeUrl)}"/>
${element('id', head.selfUrl)}
${element('updated', head.dateText)}
<author>${element('name', head.title)}</author>
${entries}</feed>
`;
