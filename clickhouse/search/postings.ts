/**
 * Makes the search terms of a row: the words of title, summary and entities, the tickers and the 8-K items, each with its impact. They are in
 * a table, because ClickHouse's text index has no term frequencies and cannot be read newest first.
 *
 * The impact is the part of BM25F that depends only on the row (Robertson, Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond",
 * 2009, 3.6): occurrences weighted by field and by the field's length, saturated by k1, stored in 32 steps (Anh, Moffat, "Simplified
 * similarity scoring using term ranks", SIGIR 2005). The search multiplies it by the term's idf.
 */
import { facetsOf } from '#schemas/feed-filter.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { timeColumnMs } from '../columns.ts';
import { relevanceColumn } from '../record.ts';
import type { Store } from '../store.ts';
import { isStopWord, wordsOf, type Word } from './words.ts';

export const impactMax = 31;
const k1 = 1.2;
/** `weight` is the value of an occurrence; `b` is BM25's length normalisation relative to `usualWords`. */
const fields = {
  title: { weight: 3, b: 0.4, usualWords: 11 },
  summary: { weight: 1, b: 0.6, usualWords: 30 },
  entities: { weight: 1, b: 0, usualWords: 6 },
} as const;
type Field = keyof typeof fields;
/** Frequency of the ticker on a row with one ticker, similar to that of a word in the title. */
const tickerWeight = 4;
/** Maximum number of words per field; titles and summaries are shorter. */
const fieldWordsMax = 300;

/** Returns the search term of a ticker. Words of a text never contain `$` or `#`. */
export const tickerTerm = (ticker: string): string => `$${ticker}`;
export const itemTerm = (item: string): string => `#${item}`;

/** The words of a row's fields, in the order of the text. */
export interface RowWords {
  readonly title: readonly Word[];
  readonly summary: readonly Word[];
  readonly entities: readonly (readonly Word[])[];
}

export function rowWords({ item, key_entities }: Pick<FeedRow, 'item' | 'key_entities'>): RowWords {
  const { title, summary } = item.original;
  const names = [...key_entities.map(({ name }) => name), ...(item.insider === null ? [] : [item.insider.insider_name])];
  return { title: wordsOf(title), summary: wordsOf(summary), entities: names.map((name) => wordsOf(name)) };
}

/** Returns a map from term to impact, 1 to 31. */
export function impactsOf(record: Pick<FeedRow, 'item' | 'key_entities' | 'uid' | 'story_id'>): Map<string, number> {
  const { title, summary, entities } = rowWords(record);
  const frequencies = new Map<string, number>();
  count('title', title, frequencies);
  count('summary', summary, frequencies);
  count('entities', entities.flat(), frequencies);
  const { tickers, items } = facetsOf(record);
  for (const ticker of tickers) frequencies.set(tickerTerm(ticker), tickerWeight / Math.sqrt(tickers.length));
  for (const item of items) frequencies.set(itemTerm(item), 1);
  return new Map([...frequencies].map(([term, frequency]) => [term, Math.max(1, Math.round((impactMax * frequency) / (k1 + frequency)))]));
}

function count(field: Field, words: readonly Word[], frequencies: Map<string, number>): void {
  const { weight, b, usualWords } = fields[field];
  const counted = words.slice(0, fieldWordsMax);
  const each = weight / (1 - b + (b * counted.length) / usualWords);
  for (const { term } of counted) if (!isStopWord(term)) frequencies.set(term, (frequencies.get(term) ?? 0) + each);
}

/** Returns the rows to insert in search_terms. The term '' stands for the row itself. */
function searchTerms(seq: number, record: FeedRow, version: number): object[] {
  const { isRoot, category, relevance, sourceType } = facetsOf(record);
  const shared = {
    newest: -timeColumnMs(record.item.original.time_published),
    seq,
    version,
    category,
    relevance: relevanceColumn(relevance),
    source_type: sourceType,
    is_root: isRoot,
  };
  return [['', 0] as const, ...impactsOf(record)].map(([term, impact]) => ({ term, ...shared, impact }));
}

/** Bounds the memory for entries; a row has about thirty. */
const entriesPerInsert = 50_000;

/** Writes the search terms of rows. Writing them again has no effect on readers. */
export async function insertSearchTerms(
  store: Store,
  rows: readonly { readonly seq: number; readonly version: number; readonly record: FeedRow }[],
): Promise<void> {
  let entries: object[] = [];
  for (const { seq, record, version } of rows) {
    entries.push(...searchTerms(seq, record, version));
    if (entries.length < entriesPerInsert) continue;
    await store.insert('search_terms', entries);
    entries = [];
  }
  await store.insert('search_terms', entries);
}
