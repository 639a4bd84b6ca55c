/**
 * Short lists of whole numbers in, their place in large arrays out. Hundreds of thousands of small arrays
 * would cost more in headers than they hold; a page goes when the last place in it is forgotten.
 */

const PAGE_LENGTH = 1 << 18;

/** `page` from `at` on. */
export interface Place {
  readonly page: Int32Array;
  readonly at: number;
}

export interface Pages {
  readonly keep: (values: Int32Array) => Place;
}

export function createPages(): Pages {
  let page = new Int32Array(0);
  let at = 0;
  return {
    keep: (values) => {
      if (at + values.length > page.length) {
        page = new Int32Array(Math.max(PAGE_LENGTH, values.length));
        at = 0;
      }
      page.set(values, at);
      const place = { page, at };
      at += values.length;
      return place;
    },
  };
}
