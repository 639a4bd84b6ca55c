import { expect, test } from 'vitest';
import type { TextReading } from '#pipeline/refine/reader/read-with-names.ts';
import { likeliest } from '#pipeline/refine/reader/reading.ts';
import { quotesFor } from '#pipeline/refine/sentiment/evidence.ts';
import { entries } from '../fixtures.ts';

const part = (weights: Readonly<Record<string, number>>): TextReading => ({
  reading: {
    category: likeliest(new Map([['other', 1]])),
    wanted: 1,
    score: 5,
    scoreAbove: [],
    tone: likeliest(new Map([['neutral', 1]])),
    evidence: Object.entries(weights).map(([text, weight]) => ({ text, weight })),
    names: [],
  },
  names: [
    {
      mention: { entry: entries[0]!, text: 'Apple', place: 'title', kind: 'name', from: 0, to: 1, isBystander: false },
      read: { isSubject: 1, direction: likeliest(new Map([['positive', 1]])) },
    },
  ],
});

test('quotes the words that weigh most for a direction, in order, side by side as one', () => {
  const said = part({ Apple: 0.9, shares: 0.01, jump: 0.4, sharply: 0.2, as: 0, rivals: -0.1, lag: -0.5 });
  expect(quotesFor(said, 'positive')).toEqual(['jump sharply']);
  expect(quotesFor(said, 'negative')).toEqual(['rivals lag']);
});

test('quotes no part of a name, no function word, and no verb that only introduces', () => {
  const said = part({ APPLE: 0.9, announces: 0.5, all: 0.4, you: 0.4, record: 0.2, among: 0.3 });
  expect(quotesFor(said, 'positive')).toEqual(['record']);
  expect(quotesFor(part({ Apple: 0.9, announces: 0.5, us: 0.3 }), 'positive')).toEqual([]);
});

test('quotes nothing where no word weighs', () => {
  expect(quotesFor(part({ Apple: 0.9, opens: 0.05, museum: -0.02 }), 'positive')).toEqual([]);
});

test.each(['too', 'UPDATE', 'analysts', 'Texas', 'Norvik', '12%', 'shares'])('quotes no word that tells no direction by itself: %s', (word) => {
  expect(quotesFor(part({ Apple: 0.9, [word]: 0.5, to: 0.1, jump: 0.3 }), 'positive')).toEqual(['jump']);
});

test.each([
  ['shares', '+5%'],
  ['EPS', '-$0.12'],
])('a figure with its sign tells a direction, also after another word: %s %s', (word, figure) =>
  expect(quotesFor(part({ [word]: -0.3, [figure]: -0.5 }), 'negative')).toEqual([`${word} ${figure}`]),
);

test('a dash before a word is no sign', () => expect(quotesFor(part({ '-Norvik': 0.5 }), 'positive')).toEqual([]));

test('quotes such a word beside one that tells a direction', () => {
  expect(quotesFor(part({ Texas: 0.2, probe: 0.5, 'all-time': 0, high: 0.3 }), 'positive')).toEqual(['Texas probe', 'high']);
});
