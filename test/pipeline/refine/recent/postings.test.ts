import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPostings } from '#pipeline/refine/recent/postings.ts';

test('answers like a list of lists, however entries come and go', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          { weight: 3, arbitrary: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 5 }) },
          { weight: 1, arbitrary: fc.constant('leave' as const) },
        ),
        { maxLength: 400 },
      ),
      (operations) => {
        const postings = createPostings();
        const entries: { number: number; keys: number[] }[] = [];
        let number = 0;
        for (const operation of operations) {
          if (operation === 'leave') {
            const gone = entries.shift();
            for (const key of gone?.keys ?? []) postings.removeOldest(key);
          } else {
            const keys = [...new Set(operation)];
            entries.push({ number, keys });
            for (const key of keys) postings.add(key, number);
            number += 1;
          }
        }
        for (let key = 0; key <= 12; key += 1) {
          const expected = entries
            .filter(({ keys }) => keys.includes(key))
            .map((entry) => entry.number)
            .reverse();
          const visited: number[] = [];
          postings.visit(key, 10, (entry) => visited.push(entry) > 0);
          expect(visited).toEqual(expected.slice(0, 10));
          expect(postings.count(key)).toBe(expected.length);
        }
      },
    ),
    { numRuns: 100 },
  );
});

test('keeps its memory to what is alive: a hundred thousand that come and go', () => {
  const postings = createPostings();
  for (let i = 0; i < 100_000; i += 1) {
    postings.add(i, i);
    postings.add(-1, i);
    if (i >= 100) {
      postings.removeOldest(i - 100);
      postings.removeOldest(-1);
    }
  }
  expect(postings.count(-1)).toBe(100);
  const newest: number[] = [];
  postings.visit(-1, 3, (entry) => newest.push(entry) > 0);
  expect(newest).toEqual([99_999, 99_998, 99_997]);
});
