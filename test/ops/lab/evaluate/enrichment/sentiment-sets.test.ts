import { expect, test } from 'vitest';
import { spansOf, tweetText, untokenised } from '#ops/lab/evaluate/enrichment/sentiment-sets.ts';
import { wordsOf } from '#pipeline/refine/text/words.ts';

test('a sentence whose words stand apart reads as it was printed', () => {
  expect(untokenised("Nokia 's dividend is EUR0 .12 , up 5 % ( from 4 % ) .")).toBe("Nokia's dividend is EUR0.12, up 5% (from 4%).");
});

test('of a link only that it is there is left', () => {
  expect(tweetText('Ford rises https://t.co/abc123')).toBe('Ford rises https');
});

test('every place of a name is found, by its longest beginning', () => {
  expect(spansOf(wordsOf('Tata Steel up, Tata Steel bonds too'), 'Tata Steel Ltd')).toEqual([
    { from: 0, to: 2 },
    { from: 3, to: 5 },
  ]);
});
