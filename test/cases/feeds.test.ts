/** Feeds with faults from practice (shared/data/cases): the parsed result is that of expected.json. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { dataDir } from '#test/support/data.ts';

const Case = z.object({
  file: z.string(),
  want: z.looseObject({ rows_and_drops: z.int().optional(), published: z.record(z.string(), z.string()).optional() }),
});

const folder = dataDir('cases');
const all = folder === null ? [] : z.array(Case).parse(JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')));
/** Headlines (`feeds/headlines.xml#N`) are tested elsewhere: their expectations are read from the text. */
const feeds = all.filter(({ file }) => file.startsWith('feeds/') && !file.includes('#'));

const read = (file: string): ParsedFeed =>
  parseFeed({
    body: readFileSync(join(folder!, file)),
    contentType: 'application/rss+xml',
    url: 'https://wiredesk.example/feed.xml',
    source: { id: 'wiredesk', name: 'Wire Desk', url: 'https://wiredesk.example/feed.xml', outlet: 'Wire Desk', domain: 'wiredesk.example', kind: 'publisher' } as never, // prettier-ignore
    seenAt: '2026-11-26T12:00:00.000Z',
    fetchedAt: '2026-11-26T12:00:00.000Z',
  });

test.skipIf(folder === null)('the folder has feeds whose outcome is known', () => expect(feeds.length).toBeGreaterThan(0));

test.each(feeds.map(({ file, want }) => [file, want] as const))('%s', (file, want) => {
  const { items, refusals } = read(file);
  if (want.rows_and_drops !== undefined) {
    const identities = [...items, ...refusals].map(({ identity }) => identity);
    expect(identities).toHaveLength(want.rows_and_drops);
    expect(new Set(identities).size).toBe(want.rows_and_drops);
  }
  for (const [title, at] of Object.entries(want.published ?? {}))
    expect(items.find((item) => item.title === title)?.published_at?.slice(0, at.length), title).toBe(at);
});
