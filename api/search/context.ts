/**
 * Returns the part of a summary that has the most search words, each marked `**so**`; null where it has none. Takes time linear in the
 * length of the summary.
 */
import { wordsOf } from '#clickhouse/search/words.ts';

const wordsShown = 32;
const charsMax = 320;

export function contextOf(summary: string, terms: ReadonlySet<string>): string | null {
  const words = wordsOf(summary);
  const hits = words.flatMap(({ term }, at) => (terms.has(term) ? [at] : []));
  const first = firstOfBest(words.map(({ term }) => term), hits); // prettier-ignore
  if (first === null) return null;
  // A few words before the first hit show it in its sentence; a short summary is shown whole.
  const from = words.length <= wordsShown ? 0 : Math.max(0, first - 6);
  const to = Math.min(words.length, from + wordsShown);
  let [shown, at] = [from === 0 ? '' : '…', from === 0 ? 0 : words[from]!.from];
  for (const { term, from: start, to: end } of words.slice(from, to)) {
    if (shown.length + (end - at) > charsMax && at > words[first]!.to) return `${shown.trimEnd()}…`;
    shown += summary.slice(at, start) + (terms.has(term) ? `**${summary.slice(start, end)}**` : summary.slice(start, end));
    at = end;
  }
  return to === words.length ? shown + summary.slice(at, at + 8) : `${shown}…`;
}

/** Returns the hit from which the shown part has the most different search words; null: there is none. */
function firstOfBest(terms: readonly string[], hits: readonly number[]): number | null {
  let best: { at: number; count: number } | null = null;
  const inside = new Map<string, number>();
  for (let from = 0, to = 0; from < hits.length; from += 1) {
    for (; to < hits.length && hits[to]! < hits[from]! + wordsShown - 6; to += 1)
      inside.set(terms[hits[to]!]!, (inside.get(terms[hits[to]!]!) ?? 0) + 1);
    if (best === null || inside.size > best.count) best = { at: hits[from]!, count: inside.size };
    const term = terms[hits[from]!]!;
    const left = inside.get(term)! - 1;
    if (left === 0) inside.delete(term);
    else inside.set(term, left);
  }
  return best?.at ?? null;
}
