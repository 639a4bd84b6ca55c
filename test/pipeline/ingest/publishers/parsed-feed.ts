/** Feeds of a made-up publisher, and their reading. */
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { parseFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';

export const at = '2026-11-20T12:00:00.000Z';
export const source: Source = {
  id: 'test',
  name: 'Test',
  url: 'https://feeds.example.com/feed.xml',
  domain: 'example.com',
  outlet: 'Example',
  kind: 'feed',
};

export interface More {
  contentType?: string;
  url?: string;
  source?: Partial<Source>;
}
export const parse = (body: string | Buffer, more: More = {}): ParsedFeed =>
  parseFeed({
    body: Buffer.from(body as string),
    contentType: more.contentType ?? null,
    url: more.url ?? source.url,
    source: { ...source, ...more.source },
    seenAt: at,
    fetchedAt: at,
  });
export const rss = (inside: string, channel = ''): string =>
  `<rss version="2.0"><channel><title>C</title><link>https://www.example.com/</link>${channel}${inside}</channel></rss>`;
export const item = (inside: string): string => rss(`<item><title>T</title><link>https://www.example.com/a</link>${inside}</item>`);
