/**
 * Measures the enrichment against a folder of labelled sets, with the pipeline's own steps and on rows that the shipped
 * weights were not trained on. A set whose file is absent is skipped; so are sets that need a symbol directory when none
 * is found.
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
import { phrasebankFigures, sentfinFigures, twitterFigures } from './enrichment/sentiment.ts';
import { storyFigures } from './enrichment/stories.ts';
import { tickerFigures } from './enrichment/tickers.ts';
import { readTrainedTexts } from './enrichment/trained-texts.ts';
import { wildFigures, wildFiguresBy, type AskedModel } from './enrichment/wild.ts';

type Figures = Readonly<Record<string, unknown>>;
export type EnrichmentReport = Readonly<Record<string, Figures>>;

export interface EnrichmentEvaluation {
  readonly report: EnrichmentReport;
  /** SVG: how often readings of sentiment are right by the chance that they claim. */
  readonly plot: string;
}

/** `symbols`: a folder of symbol lists; else the one beside DIR, else the one of the project's shared data. */
function directoryBeside(dir: string, symbols: string | null): Directory | null {
  const places = [symbols, join(dir, '../symbols'), fileURLToPath(new URL('../../../../shared/data/symbols', import.meta.url))];
  return places.map((place) => (place === null ? null : directoryIn(place))).find((found) => found !== null) ?? null;
}

/** The real-text set by a model's answers; null where the set or a symbol list is absent. */
export async function evaluateModel(dir: string, symbols: string | null, model: AskedModel, signal: AbortSignal): Promise<Figures | null> {
  const directory = directoryBeside(dir, symbols);
  return directory === null ? null : wildFiguresBy(dir, directory, model, signal);
}

export function evaluateEnrichment(dir: string, symbols: string | null = null): EnrichmentEvaluation {
  const trained = readTrainedTexts(readFileSync(new URL('./enrichment/trained-texts.bin', import.meta.url)));
  const directory = directoryBeside(dir, symbols);
  const sentiments = {
    sentfin: sentfinFigures(dir, trained),
    twitter_sentiment: twitterFigures(dir, trained),
    phrasebank_50agree: phrasebankFigures(dir, trained),
  };
  const all: Readonly<Record<string, Figures | null>> = {
    ...Object.fromEntries(Object.entries(sentiments).map(([name, found]) => [name, found?.figures ?? null])),
    twitter_topic: topicFigures(dir, trained),
    reuters: reutersFigures(dir, trained),
    cashtag_tickers: directory === null ? null : tickerFigures(dir, directory),
    uci_stories: directory === null ? null : storyFigures(dir, directory),
    semeval_pairs: similarityFigures(dir),
    mrpc: sameMeaningFigures(dir),
    relevance: directory === null ? null : relevanceFigures(dir, directory),
    wild: directory === null ? null : wildFigures(dir, directory),
  };
  const report = Object.fromEntries(Object.entries(all).flatMap(([name, figures]) => (figures === null ? [] : [[name, figures]])));
  const lines = Object.fromEntries(Object.entries(sentiments).flatMap(([name, found]) => (found === null ? [] : [[name, found.reliability]])));
  return { report, plot: reliabilityPlot(lines) };
}
