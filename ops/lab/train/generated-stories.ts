/**
 * Labelled stories of the generated world: a company's other news beside every write-up of one event, which the collected stories hardly
 * have. They teach that a company in common makes no event.
 */
import { articleAt } from '../upstream/generate/article.ts';
import { listedCompanies } from '../upstream/generate/companies.ts';
import { newEntry } from '#pipeline/ingest/symbols/new-entry.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/cryptocurrencies.ts';
import { createDirectory, type Directory } from '#pipeline/refine/tickers/names/directory.ts';
import type { LabelledHeadline } from './stories.ts';

/** What the gate drops is in no story. */
const unserved: ReadonlySet<string> = new Set(['lifestyle', 'law_firm', 'listicle', 'holder_report', 'foreign']);
const startMs = Date.UTC(2026, 5, 1);

export const generatedDirectory = (): Directory =>
  createDirectory([
    ...listedCompanies.flatMap(({ tickers, name, cik }) =>
      tickers.map((symbol) => newEntry({ symbol, name, cik, asset_type: 'Stock', exchange: null, currency: null })),
    ),
    ...cryptocurrencies,
  ]);

/** `count` articles `stepMs` apart, without those that are served under an address again. */
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
