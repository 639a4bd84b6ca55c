import { expect, test } from 'vitest';
import { readTrainedTexts, writeTrainedTexts } from '#ops/lab/evaluate/enrichment/trained-texts.ts';

const trained = readTrainedTexts(writeTrainedTexts(['Sensex ends 200 points higher as banks and technology stocks gain ground']));

test('a text that was trained on is known, in any case and spacing', () => {
  expect(trained.has('Sensex ends 200 points  higher as banks and technology stocks gain ground')).toBe(true);
  expect(trained.has('Sensex ends 310 points higher as banks and technology stocks gain ground')).toBe(false);
});

test.each([
  ['other figures', 'Sensex ends 310 points higher as banks and technology stocks gain ground'],
  ['the same beginning', 'Sensex ends 200 points higher as banks and technology names rise'],
  ['the same words in another order', 'As banks and technology stocks gain ground, Sensex ends points higher'],
])('a near-copy is known: %s', (_, text) => {
  expect(trained.hasNearCopyOf(text)).toBe(true);
});

test('another text is neither', () => {
  expect(trained.has('Ford recalls trucks')).toBe(false);
  expect(trained.hasNearCopyOf('Ford recalls trucks over faulty brakes in three states')).toBe(false);
});
