import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPages, PAGE_LENGTH, placesOf, type IntPages } from '#pipeline/refine/state/int-pages.ts';

const fill = (pages: IntPages, length: number, value: number): Int32Array => {
  const { page, at } = pages.reserve(length + 1);
  page.fill(value, at + 1, at + 1 + length);
  return page;
};
const readAll = (pages: IntPages): number[][] =>
  pages.saved().flatMap((page) => [...placesOf(page)].map(({ page: ints, at }) => [...ints.subarray(at + 1, at + ints[at]!)]));

describe('pages', () => {
  test('give back every list, whatever came before and after it, longer than a page too, and so do the same pages read again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 20, arbitrary: fc.nat(50) }, { weight: 1, arbitrary: fc.constant(300_000) }), { maxLength: 12 }),
        fc.nat(12),
        (lengths, cut) => {
          const before = createPages();
          lengths.slice(0, cut).forEach((length, index) => fill(before, length, index + 1));
          const pages = createPages(before.saved());
          lengths.slice(cut).forEach((length, index) => fill(pages, length, cut + index + 1));
          expect(readAll(pages)).toEqual(lengths.map((length, index) => Array.from({ length }, () => index + 1)));
          const numbers = pages.saved().map(({ number }) => number);
          expect(new Set(numbers).size).toBe(numbers.length);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('are forgotten from the oldest on, never the one that is being filled', () => {
    const pages = createPages();
    const made = [1, 2, 3].map((value) => fill(pages, PAGE_LENGTH - 10, value));
    pages.forgetBefore(made[1]!);
    expect(pages.saved().map(({ number }) => number)).toEqual([1, 2]);
    pages.forgetBefore(null);
    expect(pages.saved().map(({ number }) => number)).toEqual([2]);
  });

  test('whose lengths make no sense are refused', () => {
    const pages = createPages();
    const page = fill(pages, 5, 1);
    page[0] = 0;
    expect(() => readAll(pages)).toThrow(RangeError);
  });
});
