import { expect, test } from 'vitest';
import type { RawArticle } from '#schemas/raw.ts';
import { dropBlocked } from '#pipeline/refine/article/drop-blocked.ts';
import { normalised, settingsOf } from '../fixtures.ts';

const settings = settingsOf({ blockedDomains: new Set(['spam.example', 'bad.co.uk', 'zacks.com']) });
const judge = (changes: Partial<RawArticle>) => dropBlocked(normalised('A headline', changes), { settings });

test.each(['https://spam.example/a', 'https://deep.down.spam.example/a', 'https://news.bad.co.uk/a', 'https://SPAM.example./a'])(
  'drops %s: the domain and all below it',
  (url) => {
    expect(judge({ url })).toMatchObject({ kept: false, reason: 'blocked_publisher' });
  },
);

test.each(['https://notspam.example/a', 'https://spam.example.org/a', 'https://co.uk/a', 'http://192.0.2.1/a'])(
  'keeps %s: it only looks like it',
  (url) => {
    expect(judge({ url }).kept).toBe(true);
  },
);

test('drops a blocked publisher that an aggregator names', () => {
  const url = 'https://news.google.com/rss/articles/1';
  expect(judge({ url, outlet: 'spam.example.com' }).kept).toBe(true);
  expect(judge({ url, outlet: 'Zacks', outlet_domain: 'zacks.com' })).toMatchObject({ kept: false, reason: 'blocked_publisher' });
});
