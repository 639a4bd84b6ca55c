/**
 * Makes the excerpt of a search result: the part of the summary with the most different matching words, each marked `**so**`. Takes time
 * linear in the length of the summary.
 */
import { isPhraseAt, type Alternative } from '#clickhouse/search/question.ts';
import { wordsOf, type Word } from '#clickhouse/search/words.ts';

const wordsShown = 32;
const wordsBefore = 6;
const charsMax = 320;

/** Returns the excerpt, or null if no word matches. `matched` has the alternatives that the row matches. */
export function excerptOf(summary: string, matched: readonly Pick<Alternative, 'terms' | 'phrase'>[]): string | null {
  const words = wordsOf(summary);
  const marked = matchedWords(words, matched);
  const hits = words.flatMap((word, at) => (marked.has(word) ? [at] : []));
  const first = firstOfBest(words.map(({ term }) => term), hits); // prettier-ignore
  if (first === null) return null;
  // A short summary is shown whole.
  const from = words.length <= wordsShown ? 0 : Math.max(0, first - wordsBefore);
  const to = Math.min(words.length, from + wordsShown);
  let [shown, at] = [from === 0 ? '' : '…', from === 0 ? 0 : words[from]!.from];
  for (const word of words.slice(from, to)) {
    const { from: start, to: end } = word;
    if (shown.length + (end - at) > charsMax && at > words[first]!.to) return `${shown.trimEnd()}…`;
    shown += summary.slice(at, start) + (marked.has(word) ? `**${summary.slice(start, end)}**` : summary.slice(start, end));
    at = end;
  }
  return to === words.length ? shown + summary.slice(at, at + 8) : `${shown}…`;
}

function matchedWords(words: readonly Word[], matched: readonly Pick<Alternative, 'terms' | 'phrase'>[]): Set<Word> {
  const terms = new Set(matched.flatMap((one) => (one.phrase === null ? one.terms : [])));
  const phrases = matched.flatMap(({ phrase }) => (phrase === null ? [] : [phrase]));
  const ofPhrases = phrases.flatMap((phrase) => words.flatMap((_, at) => (isPhraseAt(words, at, phrase) ? words.slice(at, at + phrase.length) : [])));
  return new Set([...words.filter(({ term }) => terms.has(term)), ...ofPhrases]);
}

/** Returns the hit at which the part with the most different terms begins, or null without hits. */
function firstOfBest(terms: readonly string[], hits: readonly number[]): number | null {
  let best: { at: number; count: number } | null = null;
  // Number of hits in the part by term.
  const inside = new Map<string, number>();
  let to = 0;
  for (const from of hits) {
    while (to < hits.length && hits[to]! < from + wordsShown - wordsBefore) add(inside, terms[hits[to++]!]!, 1);
    if (best === null || inside.size > best.count) best = { at: from, count: inside.size };
    add(inside, terms[from]!, -1);
  }
  return best?.at ?? null;
}

function add(counts: Map<string, number>, term: string, by: number): void {
  const count = (counts.get(term) ?? 0) + by;
  if (count === 0) counts.delete(term);
  else counts.set(term, count);
}
