import { expect, test } from 'vitest';
import { loadCatalogue } from '#pipeline/ingest/publishers/catalogue.ts';
import { publishersLane, sourcesOfShare } from '#pipeline/ingest/publishers/publishers-lane.ts';
import { siteOf } from '#pipeline/site.ts';

test('the shares of the built-in list hold every source once, no site twice, and are about even', () => {
  const sources = loadCatalogue(null);
  const of = publishersLane.shares!;
  const shares = Array.from({ length: of }, (_, index) => sourcesOfShare(sources, { index, of }));
  expect(shares.flat().toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
    sources.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  );
  const sites = shares.map((share) => new Set(share.map(({ url }) => siteOf(url).domain)));
  expect(sites.reduce((sum, { size }) => sum + size, 0)).toBe(new Set(sources.map(({ url }) => siteOf(url).domain)).size);
  const sizes = shares.map(({ length }) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2);
});

test('the order of a list changes no share of it', () => {
  const sources = loadCatalogue(null);
  const idsOf = (list: typeof sources) => new Set(sourcesOfShare(list, { index: 1, of: 3 }).map(({ id }) => id));
  expect(idsOf(sources.toReversed())).toEqual(idsOf(sources));
});
