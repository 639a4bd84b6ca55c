/**
 * Counts the texts in which each term occurs, rounded down to powers of two, for pipeline/refine/story/document-counts.json. Use only sets
 * whose licence permits distributing derived data.
 */
import { wordsOf } from '#pipeline/refine/text/words.ts';

/** Lowest number of texts; a term in fewer is left out. */
const TEXTS_MIN = 4;

export interface DocumentCounts {
  readonly documents: number;
  /** Words, separated by blanks, by the floor of log2 of their count. A term is given by its most frequent word. */
  readonly byLog2Count: Readonly<Record<string, string>>;
}

/** Returns the counts. Numbers and single letters are left out. */
export function documentCounts(texts: Iterable<string>): DocumentCounts {
  const terms = new Map<number, { count: number; words: Map<string, number> }>();
  let documents = 0;
  for (const text of texts) {
    documents += 1;
    const seen = new Set<number>();
    for (const { term, word, number } of wordsOf(text).lexemes) {
      if (number !== null || word.length < 2 || seen.has(term)) continue;
      seen.add(term);
      const of = terms.get(term) ?? { count: 0, words: new Map<string, number>() };
      of.count += 1;
      of.words.set(word, (of.words.get(word) ?? 0) + 1);
      terms.set(term, of);
    }
  }
  const byLog2Count: Record<string, string[]> = {};
  for (const { count, words } of terms.values()) {
    if (count < TEXTS_MIN) continue;
    const [word = ''] = [...words].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [];
    (byLog2Count[Math.floor(Math.log2(count))] ??= []).push(word);
  }
  return {
    documents,
    byLog2Count: Object.fromEntries(Object.entries(byLog2Count).map(([log2Count, words]) => [log2Count, words.toSorted().join(' ')])),
  };
}
