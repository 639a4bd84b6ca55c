import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPages } from '#pipeline/refine/recent/pages.ts';

test('what was kept is read back, whatever came before and after it, longer than a page too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 20, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.constant(300_000) }), { maxLength: 12 }),
      (lengths) => {
        const pages = createPages();
        const lists = lengths.map((length, index) => new Int32Array(length).fill(index + 1));
        const places = lists.map((list) => pages.keep(list));
        places.forEach(({ page, at }, index) => expect(page.slice(at, at + (lengths[index] ?? 0))).toEqual(lists[index]));
      },
    ),
    { numRuns: 20 },
  );
});
