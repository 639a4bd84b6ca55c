import { expect, test } from 'vitest';
import { createStoryVotes } from '#pipeline/refine/recent/story-votes.ts';

test('a key gives a story its weight once, however many of its articles hold it', () => {
  const votes = createStoryVotes();
  votes.beginKey(2);
  for (const slot of [7, 7, 7, 3]) votes.add(slot);
  votes.beginKey(1);
  votes.add(3);
  expect(votes.greatest(5)).toEqual([3, 7]);
});

test('of stories alike the one met first comes first, and no more are given than asked for', () => {
  const votes = createStoryVotes();
  votes.beginKey(1);
  for (const slot of [9, 2, 5, 4]) votes.add(slot);
  expect(votes.greatest(3)).toEqual([9, 2, 5]);
});

test('a look-up knows nothing of the one before, and a slot may be any', () => {
  const votes = createStoryVotes();
  votes.beginKey(5);
  votes.add(1);
  votes.clear();
  votes.beginKey(1);
  votes.add(1_000_000);
  expect(votes.greatest(5)).toEqual([1_000_000]);
});
