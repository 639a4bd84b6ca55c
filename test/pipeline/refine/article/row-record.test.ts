import { expect, test } from 'vitest';
import { rowOf, scoreVersion } from '#pipeline/refine/article/row-record.ts';
import { readerVersion } from '#pipeline/refine/reader/card.ts';
import { FeedRow } from '#schemas/feed-log.ts';
import { normalised, startAt } from '../fixtures.ts';

test('a row says which rules scored it, and its own story where it opened one', () => {
  const row = FeedRow.parse(rowOf(normalised('Ford recalls trucks'), startAt));
  expect(row).toMatchObject({ item: { score_version: scoreVersion() }, story_id: row.uid });
});

test('a publisher’s time that lies after the fetch is not passed on; a row counts as changed when it came', () => {
  const row = rowOf(normalised('Ford recalls trucks', { updated_at: '2026-06-01T11:55:00.000Z', published_at: '2026-06-01T13:00:00.000Z' }), startAt);
  expect(row.item.original.updated_at).toBe(row.item.original.created_at);
  expect(row.instants.published_at).toBeNull();
  expect(row.item.original.time_published).toBe(row.instants.seen_at);
});

test('the version of a score names the weights: other weights, another version', () => {
  expect(scoreVersion().endsWith(`+reader-${readerVersion()}`)).toBe(true);
});
