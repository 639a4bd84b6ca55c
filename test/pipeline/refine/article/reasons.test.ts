import { expect, test } from 'vitest';
import { reasonsFor } from '#pipeline/refine/article/reasons.ts';
import { directory, rawArticle } from '../fixtures.ts';

test('why a category and a relevance were given can be asked of any article', () => {
  const reasons = reasonsFor(rawArticle('Pfizer to acquire Beyond Meat for $2 billion'), '00000000000000aa', { directory });
  expect(reasons).toMatchObject({ category: 'mergers_acquisitions', relevance_reason: 'takeover' });
  expect(reasons?.category_reasons.every((phrase) => phrase.includes('acquire'))).toBe(true);
  expect(reasons?.category_reasons).not.toEqual([]);
});

test('what has no headline has no reasons', () => {
  expect(reasonsFor(rawArticle(' '), '00000000000000aa', { directory })).toBeNull();
});
