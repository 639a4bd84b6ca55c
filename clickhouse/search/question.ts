/**
 * A search question in terms of the index. It has groups, and a row has to match one alternative of each. An alternative is a set of terms
 * that a row must have; for a phrase, as neighbours.
 */
import type { RowWords } from './postings.ts';
import type { Word } from './words.ts';

export interface Alternative {
  /** The part of the search that it represents: its words as written, or a ticker. */
  readonly label: string;
  readonly terms: readonly string[];
  /** The words of the phrase, stop words included, to be neighbours in title, summary or an entity's name; null: no phrase. */
  readonly phrase: readonly string[] | null;
  /** The words, as written, of a phrase whose words need not be neighbours; a row matches them one by one. */
  readonly apart?: readonly string[];
}

export interface Group {
  /** Labels as written; several that an OR joins. */
  readonly labels: readonly string[];
  readonly alternatives: readonly Alternative[];
}

export interface Question {
  readonly groups: readonly Group[];
  /** A row must match none of these. */
  readonly excluded: readonly Alternative[];
}

/** Returns whether a row with these terms and words matches an alternative. */
export const answers = ({ terms, phrase }: Alternative, has: (term: string) => boolean, words: RowWords): boolean =>
  terms.every(has) && (phrase === null || holdsPhrase(words, phrase));

/** True if the title, the summary or a name of an article holds the words of the phrase side by side. */
export const holdsPhrase = ({ title, summary, entities }: RowWords, phrase: readonly string[]): boolean =>
  [title, summary, ...entities].some((words) => words.some((_, at) => isPhraseAt(words, at, phrase)));

export const isPhraseAt = (words: readonly Word[], at: number, phrase: readonly string[]): boolean =>
  at + phrase.length <= words.length && phrase.every((term, ahead) => words[at + ahead]!.term === term);

export const termsOf = (alternatives: readonly Alternative[]): string[] => [...new Set(alternatives.flatMap(({ terms }) => terms))];
