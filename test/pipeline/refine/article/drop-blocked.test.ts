import { expect, test } from 'vitest';
import { dropBlocked } from '#pipeline/refine/article/drop-blocked.ts';
import { normalised } from '../fixtures.ts';

const settings = {
  blockedDomains: new Set(['spam.example', 'bad.co.uk']),
  relevanceFloor: 4,
  majorTickers: { kind: 'all' as const },
  surfacedItems: [],
};
const judge = (url: string, outlet = 'X') => dropBlocked(normalised('A headline', { url, outlet }), { settings });

test.each([
  'https://spam.example/a',
  'https://www.spam.example/a',
  'https://deep.down.spam.example/a',
  'https://news.bad.co.uk/a',
  'https://SPAM.example./a',
])('drops %s: the domain and all below it', (url) => {
  expect(judge(url)).toMatchObject({ kept: false, reason: 'blocked_publisher' });
});

test.each(['https://notspam.example/a', 'https://spam.example.org/a', 'https://example/a', 'https://co.uk/a', 'http://192.0.2.1/a'])(
  'keeps %s: it only looks like it',
  (url) => {
    expect(judge(url).kept).toBe(true);
  },
);

test('drops a blocked publisher behind an aggregator that names it', () => {
  expect(judge('https://news.google.com/rss/articles/1', 'spam.example.com').kept).toBe(true);
  expect(
    dropBlocked(normalised('A headline', { url: 'https://news.google.com/rss/articles/1', outlet: 'Zacks', outlet_domain: 'zacks.com' }), {
      settings: { ...settings, blockedDomains: new Set(['zacks.com']) },
    }),
  ).toMatchObject({ kept: false, reason: 'blocked_publisher' });
});
