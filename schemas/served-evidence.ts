/** Converts evidence from the compact form of the feed log to the served form. */
import { StoredEvidence, type Evidence } from './evidence.ts';
import type { StoredItem } from './item.ts';

const THOUSAND = 1_000;

/** Returns the served form, or null if the row has no evidence that this release can read. */
export function servedEvidence(kept: unknown, { original, enrichment }: Pick<StoredItem, 'original' | 'enrichment'>): Evidence | null {
  const known = StoredEvidence.safeParse(kept);
  if (!known.success) return null;
  const { names, above, directions = [] } = known.data;
  const summaryFrom = original.title.length + 1;
  const span = (start: number, end: number): Evidence['tickers'][number]['spans'][number] => {
    const [field, from] = start < summaryFrom ? (['title', 0] as const) : (['summary', summaryFrom] as const);
    return { field, start: start - from, end: end - from, text: original[field].slice(start - from, end - from) };
  };
  return {
    tickers: enrichment.tickers.map((ticker, at) => ({
      ticker,
      spans: pairsOf(names[at] ?? []).map(([start, end]) => span(start, end)),
    })),
    score: {
      value: enrichment.relevance_score,
      probabilities: above === undefined ? [] : [THOUSAND, ...above].map((chance, at) => (chance - (above[at] ?? 0)) / THOUSAND),
    },
    directions: enrichment.tickers.flatMap((ticker, at) => {
      const read = directions[at] ?? null;
      if (read === null) return [];
      const { up, down, words } = read;
      const probabilities = { positive: up / THOUSAND, neutral: (THOUSAND - up - down) / THOUSAND, negative: down / THOUSAND };
      return [{ ticker, probabilities, words }];
    }),
  };
}

const pairsOf = (flat: readonly number[]): (readonly [number, number])[] =>
  flat.flatMap((start, at) => (at % 2 === 0 && flat[at + 1] !== undefined ? [[start, flat[at + 1]!] as const] : []));
