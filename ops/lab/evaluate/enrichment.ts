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
import { reliabilityPlot } from './enrichment/plot.ts';
import { relevanceFigures } from './enrichment/relevance.ts';
import { phrasebankFigures, sentfinFigures, twitterFigures, type SentimentFigures } from './enrichment/sentiment.ts';
import { storyFigures } from './enrichment/stories.ts';
import { streetFigures } from './enrichment/street.ts';
import { tickerFigures } from './enrichment/tickers.ts';
import { readTrainedTexts } from './enrichment/trained-texts.ts';
import { wildFigures, wildFiguresBy, type AskedModel } from './enrichment/wild.ts';

type Figures = Readonly<Record<string, unknown>>;
export type EnrichmentReport = Readonly<Record<string, Figures>>;

export interface EnrichmentEvaluation {
  readonly report: EnrichmentReport;
  /** SVG: the share of right sentiment readings by the probability that they claim. */
  readonly plot: string;
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
  const reliability: Record<string, SentimentFigures['reliability']> = {};
  const sentiment = (name: string, found: SentimentFigures | null): Figures | null => {
    if (found !== null) reliability[name] = found.reliability;
    return found?.figures ?? null;
  };
  const withDirectory = (measure: (directory: Directory) => Figures | null) => (): Figures | null => (directory === null ? null : measure(directory));
  const sets: Readonly<Record<string, () => Figures | null>> = {
    sentfin: () => sentiment('sentfin', sentfinFigures(dir, trained)),
    twitter_sentiment: () => sentiment('twitter_sentiment', twitterFigures(dir, trained)),
    phrasebank_50agree: () => sentiment('phrasebank_50agree', phrasebankFigures(dir, trained)),
    twitter_topic: () => topicFigures(dir, trained),
    reuters: () => reutersFigures(dir, trained),
    cashtag_tickers: withDirectory((lists) => tickerFigures(dir, lists)),
    uci_stories: withDirectory((lists) => storyFigures(dir, lists)),
    semeval_pairs: () => similarityFigures(dir),
    mrpc: () => sameMeaningFigures(dir),
    relevance: withDirectory((lists) => relevanceFigures(dir, lists)),
    street: withDirectory((lists) => streetFigures(dir, lists, trained)),
    wild: withDirectory((lists) => wildFigures(dir, lists)),
  };
  const report: Record<string, Figures> = {};
  for (const [name, measure] of Object.entries(sets)) {
    const figures = only === undefined || only.includes(name) ? measure() : null;
    if (figures !== null) report[name] = figures;
  }
  return { report, plot: reliabilityPlot(reliability) };
}
