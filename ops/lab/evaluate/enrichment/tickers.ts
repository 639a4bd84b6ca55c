/**
 * Measures precision and recall of the ticker step against headlines with cashtags. Only headlines with a listed ticker count.
 */
import { putTickers } from '#pipeline/refine/tickers/tickers.ts';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { articleOf, normalisedDraft } from './articles.ts';
import { scoreRetrieval } from './figures.ts';
import { readRows } from './rows.ts';

function linkedSymbols(title: string, directory: Directory): string[] {
  const outcome = putTickers(normalisedDraft(articleOf(title)), { directory });
  return outcome.kept ? outcome.value.mentions.map(({ entry }) => entry.symbol) : [];
}

/** Measures the set. Returns null without it. */
export function tickerFigures(folder: string, directory: Directory): Readonly<Record<string, unknown>> | null {
  const rows = readRows<{ headline: string; tickers: readonly string[] }>(folder, 'tickers/twitter_cashtag_headlines.jsonl');
  if (rows === null) return null;
  let [hits, claims, cases, n] = [0, 0, 0, 0];
  for (const { headline, tickers } of rows) {
    const expected = tickers.map((ticker) => ticker.replace('.', '-')).filter((ticker) => directory.activeFor(ticker) !== undefined);
    if (expected.length === 0) continue;
    const found = linkedSymbols(headline, directory);
    n += 1;
    cases += expected.length;
    claims += found.length;
    hits += found.filter((symbol) => expected.includes(symbol)).length;
  }
  return { ...scoreRetrieval(hits, claims, cases), n };
}
