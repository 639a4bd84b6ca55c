/**
 * Stores short lists of integers in large arrays, because hundreds of thousands of small arrays cost more in headers than in content. A list
 * begins with its length, which counts itself, and never changes, so the state file gets only new lists.
 */

export const PAGE_LENGTH = 1 << 18;

export interface ListPlace {
  readonly page: Int32Array;
  readonly at: number;
}

export interface IntPage {
  /** Number of the page, counted from the first page that was ever created. */
  readonly number: number;
  readonly ints: Int32Array;
  /** How many integers of the page are in use. */
  readonly used: number;
}

export interface IntPages {
  /** Returns the place of a new list of `length` integers: the first is the length, the others are zero. */
  readonly reserve: (length: number) => ListPlace;
  /** Drops the pages before this one; null drops all but the last page. */
  readonly forgetBefore: (page: Int32Array | null) => void;
  readonly saved: () => readonly IntPage[];
}

interface MutablePage extends IntPage {
  used: number;
}

export function createPages(saved: readonly IntPage[] = []): IntPages {
  let pages: MutablePage[] = saved.map((page) => ({ ...page }));
  let made = (saved.at(-1)?.number ?? -1) + 1;
  return {
    reserve: (length) => {
      let page = pages.at(-1);
      if (page === undefined || page.used + length > page.ints.length) {
        page = { number: made, ints: new Int32Array(Math.max(PAGE_LENGTH, length)), used: 0 };
        made += 1;
        pages.push(page);
      }
      const place = { page: page.ints, at: page.used };
      page.ints[page.used] = length;
      page.used += length;
      return place;
    },
    forgetBefore: (wanted) => {
      const at = wanted === null ? pages.length - 1 : pages.findIndex(({ ints }) => ints === wanted);
      if (at > 0) pages = pages.slice(at);
    },
    saved: () => pages.map((page) => ({ ...page })),
  };
}

const double = new Float64Array(1);
const doubleInts = new Int32Array(double.buffer);

/** Writes a double into the two integers at `at`. */
export function setDouble(page: Int32Array, at: number, value: number): void {
  double[0] = value;
  page.set(doubleInts, at);
}

export function doubleAt(page: Int32Array, at: number): number {
  doubleInts[0] = page[at]!;
  doubleInts[1] = page[at + 1]!;
  return double[0]!;
}

/** Returns the 8 hex digits of a 32-bit integer. */
export const hexOf = (int: number): string => (int >>> 0).toString(16).padStart(8, '0');

/** Yields the place of each list in a page. Throws a RangeError when the page is damaged. */
export function* placesOf({ ints, used }: IntPage): Generator<ListPlace, void, undefined> {
  for (let at = 0; at < used;) {
    const length = ints[at]!;
    if (length <= 0 || at + length > used)
      throw new RangeError(`damaged page: the list at index ${at} has length ${length}, but the page ends at ${used}`);
    yield { page: ints, at };
    at += length;
  }
}
