import { expect, test } from 'vitest';
import { drop } from '#pipeline/outcome.ts';
import { draftOf } from '#pipeline/refine/article/draft.ts';
import { dropOf } from '#pipeline/refine/article/drop-record.ts';
import { FeedDrop } from '#schemas/feed-log.ts';
import { aggregatorIdentity } from '#schemas/identity.ts';
import { normalised, rawArticle, startAt } from '../fixtures.ts';

test('a drop before the first step is done carries what the upstream said, cleaned and cut', () => {
  const raw = rawArticle(`\u0007${'word '.repeat(300)}`, { published_at: '2099-01-01T00:00:00.000Z' });
  const record = FeedDrop.parse(dropOf(draftOf(raw, 'a'.repeat(16)), drop('empty_title', 'x'.repeat(5_000)), startAt));
  expect(record.title.length).toBeLessThanOrEqual(300);
  expect(record.detail).toHaveLength(1_000);
  expect(record).toMatchObject({ source_domain: null, instants: { published_at: null, refined_at: startAt } });
});

test('a near-duplicate’s drop carries the row and the story that it repeats', () => {
  const repeats = { uid: 'b'.repeat(16), storyId: 'c'.repeat(16) };
  const record = dropOf(normalised('Ford recalls trucks'), drop('near_duplicate', 'same headline', repeats), startAt);
  expect(record).toMatchObject({ duplicate_of: repeats.uid, story_id: repeats.storyId, source_domain: 'example.com', title: 'Ford recalls trucks' });
});

const address = 'https://www.example.com/2026/11/some-city-council-argues-about-parking-for-the-third-time-this-year.html';
const dropFrom = (raw: ReturnType<typeof rawArticle>) =>
  FeedDrop.parse(dropOf(draftOf(raw, 'a'.repeat(16)), drop('no_verified_ticker', 'names no active symbol'), startAt));

test.each([
  ['a listing', aggregatorIdentity('gdeltproject.org', address), ''],
  ['an entry', address, ''],
  ['an entry whose address was cleaned', `${address}?page=2`, address],
  ['an entry of another identity', 'urn:guid:1', address],
  ['an identity that only ends alike', `x${address}`, address],
])('the address is in the log once: %s', (_, identity, expected) => {
  const record = dropFrom(rawArticle('Council argues', { identity, url: address }));
  expect(record).toMatchObject({ identity, url: expected });
  expect(JSON.stringify(record).split(address)).toHaveLength(expected === '' || !identity.includes(address) ? 2 : 3);
});
