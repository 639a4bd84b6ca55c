/** Encodes category, score and source type of a row of the tail in one number, which decides for most rows whether they match a filter. */
import type { FeedFacets, FeedFilter } from '#schemas/feed-filter.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';

const byteMax = 255;
/** Index of a category or source type that this release does not know; no filter names it. */
const unknownIndex = byteMax;
/** Added to the category index of rows that delta pages omit. */
const outsideDeltaMark = byteMax + 1;

const indexOf = (values: readonly string[]): ((value: string) => number) => {
  const index = new Map(values.map((value, at) => [value, at]));
  return (value) => index.get(value) ?? unknownIndex;
};
const categoryIndex = indexOf(categories);
const sourceTypeIndex = indexOf(sourceTypes);

/** Returns the code of a row. From the lowest bit: 8 bits source type, 8 bits score, 8 bits category, 1 bit set if delta pages omit the row. */
export const codeOf = ({ category, relevance, sourceType }: FeedFacets, isInDelta: boolean): number =>
  ((categoryIndex(category) | (isInDelta ? 0 : outsideDeltaMark)) << 16) |
  (Math.max(0, Math.min(byteMax, Math.floor(relevance))) << 8) |
  sourceTypeIndex(sourceType);

/** Returns whether the code alone decides the filter, apart from its tickers. */
export const isDecidedByCode = ({ item, is10b5_1, rootsOnly }: FeedFilter): boolean => item === null && is10b5_1 === null && !rootsOnly;

/** Returns a table with 1 at each index that a filter admits, and 0 at the indexes of rows that delta pages omit. */
function admitted(indexes: (value: string) => number, wanted: readonly string[] | null, unwanted: readonly string[] = []): Uint8Array {
  const table = new Uint8Array(2 * outsideDeltaMark);
  if (wanted === null) table.fill(1, 0, outsideDeltaMark);
  else for (const value of wanted) table[indexes(value)] = 1;
  for (const value of unwanted) table[indexes(value)] = 0;
  return table;
}

/** Returns a test by category, score and source type. Rows that delta pages omit pass only if `isDelta` is false. */
export function createCodeTest(filter: FeedFilter, { isDelta }: { readonly isDelta: boolean }): (code: number) => boolean {
  const { minRelevance, categories: wanted, excludeCategories, sourceTypes: types } = filter;
  const isCategory = admitted(categoryIndex, wanted, excludeCategories);
  if (!isDelta) isCategory.copyWithin(outsideDeltaMark, 0, outsideDeltaMark);
  const isSourceType = admitted(sourceTypeIndex, types);
  return (code) => isCategory[code >>> 16] === 1 && ((code >>> 8) & byteMax) >= minRelevance && isSourceType[code & byteMax] === 1;
}
