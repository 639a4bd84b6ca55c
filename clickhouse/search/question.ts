/**
 * A search as terms of the index. A row must match one alternative of each group, i.e. have all terms of the alternative, which must be
 * neighbours if it is a phrase.
 */
import type { RowWords } from './postings.ts';
import type { Word } from './words.ts';

export interface Alternative {
  /** The words as written in the search, or a ticker. */
  readonly label: string;
  readonly terms: readonly string[];
  /** Words that must be neighbours in title, summary or an entity's name, stop words included; null if the alternative is no phrase. */
  readonly phrase: readonly string[] | null;
  /** Set if the search was relaxed: the words of a phrase, as written, that no longer need to be neighbours. */
  readonly apart?: readonly string[];
}

export interface Group {
  /** Labels of the alternatives; several if the search joins them with OR. */
  readonly labels: readonly string[];
  readonly alternatives: readonly Alternative[];
}

export interface Question {
  readonly groups: readonly Group[];
  readonly excluded: readonly Alternative[];
}

export const answers = ({ terms, phrase }: Alternative, has: (term: string) => boolean, words: RowWords): boolean =>
  terms.every(has) && (phrase === null || holdsPhrase(words, phrase));

/** Returns whether title, summary or a name contains the words of the phrase as neighbours. */
export const holdsPhrase = ({ title, summary, entities }: RowWords, phrase: readonly string[]): boolean =>
  [title, summary, ...entities].some((words) => words.some((_, at) => isPhraseAt(words, at, phrase)));

export const isPhraseAt = (words: readonly Word[], at: number, phrase: readonly string[]): boolean =>
  at + phrase.length <= words.length && phrase.every((term, ahead) => words[at + ahead]!.term === term);

export const termsOf = (alternatives: readonly Alternative[]): string[] => [...new Set(alternatives.flatMap(({ terms }) => terms))];
