import { expect, test } from 'vitest';
import { Evidence, type StoredEvidence } from '#schemas/evidence.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { rowRecord } from '#test/support/records.ts';

const { item } = rowRecord('Acme buys Apex', { tickers: ['ACME', 'APEX'] });
const row = { ...item, original: { ...item.original, title: 'Acme buys Apex', summary: 'Acme pays in cash.' } };
const kept: StoredEvidence = {
  names: [
    [0, 4, 15, 19],
    [10, 14],
  ],
  above: [1_000, 998, 990, 950, 800, 500, 90, 10, 0],
  directions: [null, { up: 930, down: 20, words: ['buys'] }],
};

test('places in title and summary become spans with their words, chances become probabilities', () => {
  const served = Evidence.parse(servedEvidence(kept, row));
  expect(served.tickers).toEqual([
    {
      ticker: 'ACME',
      spans: [
        { field: 'title', start: 0, end: 4, text: 'Acme' },
        { field: 'summary', start: 0, end: 4, text: 'Acme' },
      ],
    },
    { ticker: 'APEX', spans: [{ field: 'title', start: 10, end: 14, text: 'Apex' }] },
  ]);
  expect(served.score).toEqual({ value: row.enrichment.relevance_score, probabilities: [0, 0.002, 0.008, 0.04, 0.15, 0.3, 0.41, 0.08, 0.01, 0] });
  expect(served.directions).toEqual([{ ticker: 'APEX', probabilities: { positive: 0.93, neutral: 0.05, negative: 0.02 }, words: ['buys'] }]);
});

test('a row without evidence, or with one of a later form, has none', () => {
  expect(servedEvidence(undefined, row)).toBeNull();
  expect(servedEvidence(null, row)).toBeNull();
  expect(servedEvidence({ ...kept, names: 'in words' }, row)).toBeNull();
});
