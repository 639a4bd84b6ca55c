/** RSS 0.92: title, link and description only; its items have neither date nor id. */
import type { FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { element, xmlDeclaration } from './markup.ts';

export const rss092Entry = (entry: FeedEntry): string => `<item>
  ${entry.titleXml === null ? element('title', entry.title) : `<title>${entry.titleXml}</title>`}
  ${element('link', entry.link)}
  ${element('description', entry.lead)}
</item>
`;

export const rss092Document = (head: FeedHead, entries: string, manners: FeedManners): string => `${xmlDeclaration(manners)}
<rss version="0.92">
<channel>
${element('title', head.title)}
${element('link', head.homeUrl)}
${element('description', `${head.title}: latest news`)}
${element('lastBuildDate', head.dateText)}
${entries}</channel>
</rss>
`;
