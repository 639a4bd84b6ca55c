import { expect, test } from 'vitest';
import { currenciesIn } from '#pipeline/ingest/sec/earnings/terms/currency.ts';

test.each([
  ['NT$12', ['TWD']],
  ['in C$ thousands', ['CAD']],
  ['A$5', ['AUD']],
  ['HK$ 3', ['HKD']],
  ['R$ million', ['BRL']],
  ['US$ thousands', ['USD']],
  ['US $', ['USD']],
])('%s names its currency', (words, codes) => {
  expect(currenciesIn(words)).toEqual(codes);
});

test.each(['(Amount $ in thousands)', 'Basic $', 'Basic\t$0.41', 'Inc $', 'per share, basic $0.41'])(
  'the end of a word before a dollar sign names none: %s',
  (words) => {
    expect(currenciesIn(words)).toEqual([]);
  },
);
