/**
 * Makes labelled stories of the generated world. A company has several events, which is rare in the collected stories; this teaches that
 * two articles about one company may be about different events.
 */
import { articleAt } from '../upstream/generate/article.ts';
import { listedCompanies } from '../upstream/generate/companies.ts';
import { cryptocurrencies, newEntry } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { LabelledHeadline } from './stories.ts';

/** Kinds of news that the gate drops. */
const unserved: ReadonlySet<string> = new Set(['lifestyle', 'law_firm', 'listicle', 'holder_report', 'short_interest', 'foreign']);
const startMs = Date.UTC(2026, 5, 1);

export const generatedDirectory = (): Directory =>
  createDirectory([
    ...listedCompanies.flatMap(({ tickers, name, cik }) =>
      tickers.map((symbol) => newEntry({ symbol, name, cik, asset_type: 'Stock', exchange: null, currency: null })),
    ),
    ...cryptocurrencies,
  ]);

/** Returns the first `count` articles, `stepMs` apart, without kinds that the gate drops and without repeated URLs. */
export function generatedStories(world: { readonly seed: number; readonly count: number; readonly stepMs: number }): LabelledHeadline[] {
  const { seed, count, stepMs } = world;
  return Array.from({ length: count }, (_, i) => articleAt(seed, i))
    .filter(({ story, title, copyOf }) => !unserved.has(story) && title.trim() !== '' && copyOf?.kind !== 'same_url')
    .map(({ title, lead, index, home, copyOf }) => ({
      title,
      summary: lead,
      atMs: startMs + index * stepMs,
      outlet: home.name,
      labels: [String(copyOf?.index ?? index)],
    }));
}
