/**
 * What is searched for, as the index understands it: groups, each of which a row has to answer by one of its alternatives; an
 * alternative is a set of terms that a row has to have, for a phrase side by side.
 */
import type { RowWords } from './postings.ts';

export interface Alternative {
  /** What it stands for in the search: its words as they were written, or a ticker. */
  readonly label: string;
  readonly terms: readonly string[];
  /** The phrase whose words they are, stop words included: they have to stand so in the title, the summary or an entity's name. */
  readonly phrase: readonly string[] | null;
  /** The words of a phrase that may stand apart, as they were written: a row answers them one by one. */
  readonly apart?: readonly string[];
}

export interface Group {
  /** As they were written; several that an OR joins. */
  readonly labels: readonly string[];
  readonly alternatives: readonly Alternative[];
}

export interface Question {
  readonly groups: readonly Group[];
  /** None of these may be answered. */
  readonly excluded: readonly Alternative[];
}

/** Whether a row with these terms and words answers an alternative. */
export const answers = ({ terms, phrase }: Alternative, has: (term: string) => boolean, words: RowWords): boolean =>
  terms.every(has) && (phrase === null || holdsPhrase(words, phrase));

export const holdsPhrase = ({ title, summary, entities }: RowWords, phrase: readonly string[]): boolean =>
  [title, summary, ...entities].some((words) =>
    words.some((_, at) => at + phrase.length <= words.length && phrase.every((term, ahead) => words[at + ahead]!.term === term)),
  );

export const termsOf = (alternatives: readonly Alternative[]): string[] => [...new Set(alternatives.flatMap(({ terms }) => terms))];
