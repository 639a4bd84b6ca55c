/**
 * Stores short lists of whole numbers in large arrays, since hundreds of thousands of small arrays would cost more in headers
 * than in content. Each list begins with its own length, this number included. A written list never changes, so the state
 * file gets only what is new. The oldest pages are dropped when no list in them is needed any more.
 */

export const PAGE_LENGTH = 1 << 18;

/** Place of a list: index `at` of `page`. */
export interface ListPlace {
  readonly page: Int32Array;
  readonly at: number;
}

export interface IntPage {
  /** Number of the page, counted from the first ever made. */
  readonly number: number;
  readonly ints: Int32Array;
  /** How many of its numbers are in use. */
  readonly used: number;
}

export interface IntPages {
  /** Returns the place of a new list of `length` numbers: the first is the length, the others are zero. */
  readonly reserve: (length: number) => ListPlace;
  /** Drops the pages before this one; null drops all but the last. */
  readonly forgetBefore: (page: Int32Array | null) => void;
  /** Returns the pages, oldest first. */
  readonly saved: () => readonly IntPage[];
}

interface MutablePage extends IntPage {
  used: number;
}

/** `saved`: pages of a state file. */
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

/** Yields every list of a page, in order. */
export function* placesOf({ ints, used }: IntPage): Generator<ListPlace, void, undefined> {
  for (let at = 0; at < used;) {
    const length = ints[at]!;
    if (length <= 0 || at + length > used) throw new RangeError(`a list of ${length} at ${at} of ${used}`);
    yield { page: ints, at };
    at += length;
  }
}
