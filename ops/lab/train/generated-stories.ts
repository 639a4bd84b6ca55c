/**
 * Labelled stories of the generated world. They contain a company's other news next to several articles on one event, which the collected
 * stories hardly have, and so teach that a common company does not make a common event.
 */
import { articleAt } from '../upstream/generate/article.ts';
import { listedCompanies } from '../upstream/generate/companies.ts';
import { newEntry } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { LabelledHeadline } from './stories.ts';

/** Kinds of story that the gate drops, so they are in no story. */
const unserved: ReadonlySet<string> = new Set(['lifestyle', 'law_firm', 'listicle', 'holder_report', 'short_interest', 'foreign']);
const startMs = Date.UTC(2026, 5, 1);

/** Returns the symbols of the generated world. */
export const generatedDirectory = (): Directory =>
  createDirectory([
    ...listedCompanies.flatMap(({ tickers, name, cik }) =>
      tickers.map((symbol) => newEntry({ symbol, name, cik, asset_type: 'Stock', exchange: null, currency: null })),
    ),
    ...cryptocurrencies,
  ]);

/** Returns `count` articles `stepMs` apart, without the kinds the gate drops and without repeats under the same URL. */
export function generatedStories({
  seed,
  count,
  stepMs,
}: {
  readonly seed: number;
  readonly count: number;
  readonly stepMs: number;
}): LabelledHeadline[] {
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
