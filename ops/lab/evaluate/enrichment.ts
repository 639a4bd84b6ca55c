/**
 * Measures the enrichment against a folder of labelled sets, with the pipeline's own steps and on rows that the shipped weights were not
 * trained on. A set is skipped when its file is absent, or when it needs a symbol directory and none is found.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { reutersFigures, topicFigures } from './enrichment/category.ts';
import { directoryIn } from './enrichment/directory.ts';
import { sameMeaningFigures, similarityFigures } from './enrichment/pairs.ts';
import { relevanceFigures } from './enrichment/relevance.ts';
import type { Reliability } from './enrichment/quality.ts';
import type { Measured } from './enrichment/scored.ts';
import { phrasebankFigures, sentfinFigures, twitterFigures } from './enrichment/sentiment.ts';
import { storyFigures } from './enrichment/stories.ts';
import { streetFigures } from './enrichment/street.ts';
import { tickerFigures } from './enrichment/tickers.ts';
import { readTrainedTexts } from './enrichment/trained-texts.ts';
import { wildFigures, wildFiguresBy, type AskedModel } from './enrichment/wild.ts';

type Figures = Readonly<Record<string, unknown>>;
export type EnrichmentReport = Readonly<Record<string, Figures>>;

export interface EnrichmentEvaluation {
  readonly report: EnrichmentReport;
  /** By set as in the report. */
  readonly reliability: Readonly<Record<string, Reliability>>;
}

/** Returns the directory of `symbols`, else of the folder `symbols` next to DIR, else of the shared data; null when none is found. */
function directoryBeside(dir: string, symbols: string | null): Directory | null {
  const places = [symbols, join(dir, '../symbols'), fileURLToPath(new URL('../../../../shared/data/symbols', import.meta.url))];
  return places.map((place) => (place === null ? null : directoryIn(place))).find((found) => found !== null) ?? null;
}

/** Measures the real-text set with a language model's answers; null when the set or a symbol list is absent. */
export async function evaluateModel(dir: string, symbols: string | null, model: AskedModel, signal: AbortSignal): Promise<Figures | null> {
  const directory = directoryBeside(dir, symbols);
  return directory === null ? null : wildFiguresBy(dir, directory, model, signal);
}

/** Measures the sets named in `only`; absent: all. */
export function evaluateEnrichment(dir: string, symbols: string | null = null, only?: readonly string[]): EnrichmentEvaluation {
  const trained = readTrainedTexts(readFileSync(new URL('./enrichment/trained-texts.bin', import.meta.url)));
  const directory = directoryBeside(dir, symbols);
  const withDirectory = (measure: (directory: Directory) => Measured | null) => (): Measured | null =>
    directory === null ? null : measure(directory);
  const plain = (figures: Figures | null): Measured | null => figures && { figures, reliability: {} };
  const sets: Readonly<Record<string, () => Measured | null>> = {
    sentfin: () => sentfinFigures(dir, trained),
    twitter_sentiment: () => twitterFigures(dir, trained),
    phrasebank_50agree: () => phrasebankFigures(dir, trained),
    twitter_topic: () => topicFigures(dir, trained),
    reuters: () => reutersFigures(dir, trained),
    cashtag_tickers: withDirectory((lists) => plain(tickerFigures(dir, lists))),
    uci_stories: withDirectory((lists) => plain(storyFigures(dir, lists))),
    semeval_pairs: () => plain(similarityFigures(dir)),
    mrpc: () => plain(sameMeaningFigures(dir)),
    relevance: withDirectory((lists) => relevanceFigures(dir, lists)),
    street: withDirectory((lists) => streetFigures(dir, lists, trained)),
    wild: withDirectory((lists) => wildFigures(dir, lists)),
  };
  const report: Record<string, Figures> = {};
  const reliability: Record<string, Reliability> = {};
  for (const [name, measure] of Object.entries(sets)) {
    const measured = only === undefined || only.includes(name) ? measure() : null;
    if (measured === null) continue;
    report[name] = measured.figures;
    reliability[name] = measured.reliability;
  }
  return { report, reliability };
}
