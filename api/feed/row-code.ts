/**
 * Category, score and source type of a row of the tail in one number: most rows are told apart by it alone, without
 * looking at the row.
 */
import type { FeedFacets, FeedFilter } from '#schemas/feed-filter.ts';
import { categories, sourceTypes } from '#schemas/vocabulary.ts';

const byteMax = 255;
/** What this release does not know, which no filter names. */
const unknownIndex = byteMax;
/** Of rows of the past, beside their category. */
const historyMark = byteMax + 1;

const indexOf = (values: readonly string[]): ((value: string) => number) => {
  if (values.length > unknownIndex) throw new Error(`${values.length} values do not fit into a byte`);
  const index = new Map(values.map((value, at) => [value, at]));
  return (value) => index.get(value) ?? unknownIndex;
};
const categoryIndex = indexOf(categories);
const sourceTypeIndex = indexOf(sourceTypes);

/** From the lowest bits on: source type 8, score 8, category 8, 1 whether the row was replayed from the past. */
export const codeOf = ({ category, relevance, sourceType }: FeedFacets, isHistory: boolean): number =>
  ((categoryIndex(category) | (isHistory ? historyMark : 0)) << 16) |
  (Math.max(0, Math.min(byteMax, Math.floor(relevance))) << 8) |
  sourceTypeIndex(sourceType);

/** Whether nothing of the filter is left to ask once the code fits; its tickers are another matter. */
export const isDecidedByCode = ({ item, is10b5_1, rootsOnly }: FeedFilter): boolean => item === null && is10b5_1 === null && !rootsOnly;

/** 1 for each index that a filter lets through; none above `byteMax`, where those of history stand. */
function admitted(indexes: (value: string) => number, wanted: readonly string[] | null, unwanted: readonly string[] = []): Uint8Array {
  const table = new Uint8Array(2 * historyMark);
  if (wanted === null) table.fill(1, 0, historyMark);
  else for (const value of wanted) table[indexes(value)] = 1;
  for (const value of unwanted) table[indexes(value)] = 0;
  return table;
}

/** Whether a row of this code may match: the rest of the filter is asked only then. Rows of the past match where they are asked for. */
export function createCodeTest(filter: FeedFilter, { withHistory }: { readonly withHistory: boolean }): (code: number) => boolean {
  const { minRelevance, categories: wanted, excludeCategories, sourceTypes: types } = filter;
  const isCategory = admitted(categoryIndex, wanted, excludeCategories);
  if (withHistory) isCategory.copyWithin(historyMark, 0, historyMark);
  const isSourceType = admitted(sourceTypeIndex, types);
  return (code) => isCategory[code >>> 16] === 1 && ((code >>> 8) & byteMax) >= minRelevance && isSourceType[code & byteMax] === 1;
}
