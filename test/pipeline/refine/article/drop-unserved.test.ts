import { expect, test } from 'vitest';
import { dropUnserved } from '#pipeline/refine/article/drop-unserved.ts';
import type { Draft } from '#pipeline/refine/article/draft.ts';
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Category } from '#schemas/vocabulary.ts';
import { directory, entries, normalised, settingsOf } from '../fixtures.ts';

const mention = { entry: entries[0]!, text: 'Apple', place: 'title', kind: 'name', from: 0, to: 1, isBystander: false } as const;
const draft = (changes: Partial<Draft>): Draft => ({ ...normalised('A headline'), relevance: 7, ...changes });
const judge = (changes: Partial<Draft>, relevanceFloor = 4) => dropUnserved(draft(changes), { settings: settingsOf({ relevanceFloor }) });

test.each(['macro_economy', 'commodities', 'geopolitics'] satisfies Category[])('serves %s without a ticker', (category) => {
  expect(judge({ category }).kept).toBe(true);
});

test.each(['earnings', 'crypto', 'market_movers'] satisfies Category[])('drops %s without a ticker', (category) => {
  expect(judge({ category })).toMatchObject({ kept: false, reason: 'no_verified_ticker' });
});

test('says that a solicitation is below the floor, though the reader finds that it is about none of the companies that it names', () => {
  const outcome = putTickers(normalised('LAW FIRM ALERT: Example LLP Reminds Walmart (NYSE: WMT) Investors of Lead Plaintiff Deadline'), {
    directory,
  });
  if (!outcome.kept) throw new Error(outcome.reason);
  expect(judge({ ...outcome.value, mentions: [], relevance: 1, category: 'other' })).toMatchObject({ kept: false, reason: 'below_floor' });
  expect(judge({ ...outcome.value, mentions: [], relevance: 5, category: 'other' })).toMatchObject({ kept: false, reason: 'no_verified_ticker' });
});

test('drops what is below the floor, serves what is on it', () => {
  expect(judge({ mentions: [mention], relevance: 3 })).toMatchObject({ kept: false, reason: 'below_floor' });
  expect(judge({ mentions: [mention], relevance: 4 }).kept).toBe(true);
  expect(judge({ mentions: [mention], relevance: 4 }, 5)).toMatchObject({ kept: false, reason: 'below_floor' });
});
