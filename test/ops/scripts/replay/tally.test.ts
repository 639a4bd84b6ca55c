import { describe, expect, test } from 'vitest';
import { bandOf, bands, createTally } from '#ops/scripts/replay/tally.ts';
import type { Replayed, Decision } from '#ops/scripts/replay/rescore.ts';
import type { Category, Sentiment } from '#schemas/vocabulary.ts';

const row = (relevance: number, category: Category = 'other', sentiments: Readonly<Record<string, Sentiment>> = {}): Decision => ({
  kind: 'row',
  relevance,
  category,
  sentiments: new Map(Object.entries(sentiments)),
});
const replayed = (before: Decision, after: Decision, changes: Partial<Replayed> = {}): Replayed => ({
  uid: '0',
  source: 'wire',
  title: 'A title',
  basis: 'document',
  scoreVersion: before.kind === 'row' ? 'v1' : null,
  before,
  after,
  ...changes,
});

test('bands are those of the specification', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((relevance) => bands[bandOf(relevance)])).toEqual([
    '1-2',
    '1-2',
    '3-4',
    '3-4',
    '5-6',
    '5-6',
    '7-8',
    '7-8',
    '9-10',
    '9-10',
  ]);
});

describe('a tally', () => {
  test('counts each kind of change once an article, by source and basis', () => {
    const tally = createTally(10);
    tally.add(replayed(row(3), row(5)));
    tally.add(replayed(row(4), row(3)));
    tally.add(replayed(row(7, 'earnings', { A: 'positive', B: 'neutral' }), row(7, 'ipo', { A: 'negative', B: 'positive' })));
    tally.add(replayed(row(7, 'earnings', { A: 'positive' }), row(7, 'earnings', { B: 'positive' })));
    tally.add(replayed(row(6), row(6)));
    tally.add(replayed(row(6), { kind: 'drop', reason: 'below_floor' }, { basis: 'row' }));
    tally.add(replayed({ kind: 'drop', reason: 'no_verified_ticker' }, row(6), { source: 'paper' }));
    tally.skip('gap');
    const { sources, bands: moves, categories, sentiments, drops, versions, skipped } = tally.outcome();
    expect(sources.map(({ source, basis, replayed: count, changed }) => [source, basis, count, changed])).toEqual([
      ['paper', 'document', 1, 1],
      ['wire', 'document', 5, 4],
      ['wire', 'row', 1, 1],
    ]);
    expect(sources[1]).toMatchObject({
      relevance_moved: 2,
      band_up: 1,
      band_down: 0,
      floor_up: 1,
      floor_down: 1,
      category_changed: 1,
      tickers_changed: 1,
      sentiment_changed: 1,
      sentiment_flipped: 1,
    });
    expect(moves).toEqual({ '7-8 -> 7-8': 2, '3-4 -> 5-6': 1, '3-4 -> 3-4': 1, '5-6 -> 5-6': 1 });
    expect(categories).toEqual({ 'earnings -> ipo': 1 });
    expect(sentiments).toEqual({ 'positive -> negative': 1, 'neutral -> positive': 1 });
    expect(drops).toEqual({ 'served -> below_floor': 1, 'no_verified_ticker -> served': 1 });
    expect(versions).toEqual({ v1: { rows: 6, changed: 5 } });
    expect(skipped).toEqual({ gap: 1 });
  });

  test('shows so many examples and no more, those that move most first', () => {
    const tally = createTally(2);
    for (const [uid, to] of [
      ['a', 6],
      ['b', 9],
      ['c', 5],
      ['d', 9],
      ['e', 10],
    ] as const)
      tally.add(replayed(row(5), row(to), { uid }));
    expect(tally.outcome().examples.map(({ uid }) => uid)).toEqual(['e', 'b']);
  });
});
