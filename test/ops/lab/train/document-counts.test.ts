import { expect, test } from 'vitest';
import { documentCounts } from '#ops/lab/train/document-counts.ts';

test('counts texts, not words, of each term under its commonest word; figures and what is seldom said are left out', () => {
  const texts = [...Array.from({ length: 5 }, (_, i) => `Tesla Tesla cars ${i}`), ...Array.from({ length: 4 }, () => 'Tesla car'), 'Zorbex 42'];
  expect(documentCounts(texts)).toEqual({ documents: 10, byLog2Count: { 3: 'cars tesla' } });
});
