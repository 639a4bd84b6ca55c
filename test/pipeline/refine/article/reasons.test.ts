import { expect, test } from 'vitest';
import { reasonsFor } from '#pipeline/refine/article/reasons.ts';
import { directory, rawArticle } from '../fixtures.ts';

test('why a category and a relevance were given can be read of any article', () => {
  const reasons = reasonsFor(rawArticle('Pfizer to acquire Beyond Meat for $2 billion'), '00000000000000aa', { directory });
  expect(reasons?.category).toBe('mergers_acquisitions');
  expect(reasons?.relevance_reason).toMatch(/^read as mergers_acquisitions \(0\.\d\d\), score \d+, relevant for a trading desk [01]\.\d\d$/);
});

test('what has no headline has no reasons', () => {
  expect(reasonsFor(rawArticle(' '), '00000000000000aa', { directory })).toBeNull();
});
