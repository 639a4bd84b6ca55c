import { expect, test } from 'vitest';
import { originOf } from '#pipeline/refine/normalise/domain.ts';

const own = { servedAs: null, isAggregatorEntry: false };

test('an article is served under the domain of its source, wherever its link leads', () => {
  expect(originOf('https://news.google.com/rss/articles/CBMiabc', { servedAs: 'example.co.uk', isAggregatorEntry: true })).toEqual({
    host: 'news.google.com',
    domain: 'example.co.uk',
    isAggregated: true,
  });
  expect(originOf('https://feeds.example.net/~r/x', { servedAs: 'example.com', isAggregatorEntry: false })).toMatchObject({ domain: 'example.com' });
});

test.each([
  ['https://news.google.com/rss/articles/CBMiabc', 'google.com'],
  ['https://somebody.substack.com/p/1', 'somebody.substack.com'],
  ['https://WWW.Reuters.com.:443/a', 'reuters.com'],
  ['https://xn--bcher-kva.example/a', 'xn--bcher-kva.example'],
])('without one, %s counts for its own site, never for where it may lead', (link, domain) => {
  expect(originOf(link, own).domain).toBe(domain);
});
