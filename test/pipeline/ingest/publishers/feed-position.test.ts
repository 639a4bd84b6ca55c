import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPosition, seenIn, withSeen } from '#pipeline/ingest/publishers/feed-position.ts';

const url = 'https://www.example.com/feed';
const none = { url, etag: null, last_modified: null, seen: [] };

describe('a position', () => {
  test.each([[null], [undefined], ['x'], [{}], [{ ...none, seen: [1] }], [{ ...none, seen: Array.from({ length: 9_000 }, String) }]])(
    'that is none is an empty one: %#',
    (value) => expect(readPosition(value, url)).toEqual(none),
  );
  test('of a feed that moved keeps what was seen, and no validators', () => {
    const validators = { etag: '"1"', last_modified: 'x' };
    const position = { url: 'https://old.example.com/', ...validators, seen: ['a'], entries: 9, empty_since: '2026-01-02T03:04:05.000Z' };
    expect(readPosition(position, url)).toEqual({ ...none, seen: ['a'], entries: 9 });
  });
  test('that holds refusals only has seen no article', () => {
    expect(seenIn({ ...none, seen: ['refused-1'] }).hasArticles).toBe(false);
    expect(seenIn({ ...none, seen: ['refused-1', 'a'] }).hasArticles).toBe(true);
  });
});

test('an entry is known in the form that was listed last, one that is not listed in the form it had, and refusals are kept', () => {
  const [entry, other] = ['0123456789ab', 'ba9876543210'];
  const seen = withSeen([`${entry}old`, `${other}old`, 'refused-1234'], [`${entry}new`, 'refused-1235']);
  expect(seen).toEqual([`${entry}new`, 'refused-1235', `${other}old`, 'refused-1234']);
});

test('what was seen is bounded, has no mark twice, and never loses what is listed now', () => {
  const marks = (max: number) => fc.array(fc.nat(20_000).map(String), { maxLength: max });
  fc.assert(
    fc.property(marks(2_000), marks(2_000), (before, listed) => {
      const seen = withSeen([...new Set(before)], listed);
      const current = [...new Set(listed)];
      expect(seen.slice(0, current.length)).toEqual(current);
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.length).toBeLessThanOrEqual(Math.max(500, 2 * current.length));
    }),
  );
  const many = Array.from({ length: 20_000 }, (_, index) => String(index));
  expect(withSeen([], many)).toHaveLength(8_000);
});
