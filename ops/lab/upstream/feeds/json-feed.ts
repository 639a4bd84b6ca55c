/** JSON Feed 1.1. */
import type { FeedEntry, FeedHead } from './manners.ts';

/** Returns an entry with a trailing comma, since entries are joined without a separator; the document drops the last comma. */
export const jsonEntry = (entry: FeedEntry): string =>
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

export const jsonDocument = (head: FeedHead, entries: string): string => `{"version":"https://jsonfeed.org/version/1.1",
"title":${JSON.stringify(head.title)},
"home_page_url":${JSON.stringify(head.homeUrl)},
"feed_url":${JSON.stringify(head.selfUrl)},
"language":${JSON.stringify(head.language)},
"items":[
${entries.replace(/,\n$/, '\n')}]}
`;
