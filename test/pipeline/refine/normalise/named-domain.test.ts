import { expect, test } from 'vitest';
import { originOf } from '#pipeline/refine/normalise/domain.ts';

test("an aggregator's link counts for the domain that the entry itself names, whatever our table says", () => {
  const link = 'https://news.google.com/rss/articles/CBMiabc';
  expect(originOf(link, 'A Paper Nobody Knows', 'www.nobody-knows.example.co.uk').domain).toBe('example.co.uk');
  expect(originOf(link, 'Reuters', null).domain).toBe('reuters.com');
  expect(originOf('https://www.cnbc.com/x', 'Reuters', 'reuters.com').domain).toBe('cnbc.com');
});
