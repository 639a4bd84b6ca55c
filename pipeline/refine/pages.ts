/**
 * Short lists of whole numbers in large arrays. Hundreds of thousands of small arrays would cost more in headers than
 * they hold. Each list begins with its own length, the count included; what stands in a page never changes, so that the state
 * file gets what is new of it; the oldest pages go when nothing in them is wanted any more.
 */

export const PAGE_LENGTH = 1 << 18;

/** `page` from `at` on. */
export interface Place {
  readonly page: Int32Array;
  readonly at: number;
}

export interface Page {
  /** Counted from the first ever; names the page. */
  readonly number: number;
  readonly ints: Int32Array;
  /** So much of it is taken. */
  readonly used: number;
}

export interface Pages {
  /** Room for a list of `length` numbers with its length; zero but for the first. */
  readonly reserve: (length: number) => Place;
  /** Forgets the pages before this one; null: all but the last. */
  readonly forgetBefore: (page: Int32Array | null) => void;
  /** Oldest first. */
  readonly kept: () => readonly Page[];
}

interface MutablePage extends Page {
  used: number;
}

export function createPages(kept: readonly Page[] = []): Pages {
  let pages: MutablePage[] = kept.map((page) => ({ ...page }));
  let made = (kept.at(-1)?.number ?? -1) + 1;
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
    kept: () => pages.map((page) => ({ ...page })),
  };
}

/** Every list of a page, in order. */
export function* placesOf({ ints, used }: Page): Generator<Place, void, undefined> {
  for (let at = 0; at < used;) {
    const length = ints[at]!;
    if (length <= 0 || at + length > used) throw new RangeError(`a list of ${length} at ${at} of ${used}`);
    yield { page: ints, at };
    at += length;
  }
}
