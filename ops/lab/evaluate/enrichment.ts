/**
 * Measures the enrichment against a folder of labelled sets with the pipeline's own steps. A set is skipped when its file is absent, or
 * when it needs a symbol directory and none is found.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import type { Directory } from '#pipeline/refine/tickers/names/directory.ts';
import { reutersFigures, topicFigures } from './enrichment/category.ts';
import { directoryIn } from './enrichment/directory.ts';
import { sameMeaningFigures, similarityFigures } from './enrichment/similarity.ts';
import { relevanceFigures } from './enrichment/relevance.ts';
import type { Reliability } from './enrichment/quality.ts';
import type { Measured } from './enrichment/figures.ts';
import { phrasebankFigures, sentfinFigures, twitterFigures } from './enrichment/sentiment.ts';
import { pairFigures, storyFigures } from './enrichment/stories.ts';
import { streetFigures } from './enrichment/street.ts';
import { tickerFigures } from './enrichment/tickers.ts';
import { readTrainedTexts } from './enrichment/trained-texts.ts';
import { wildFigures } from './enrichment/wild.ts';

type Figures = Readonly<Record<string, unknown>>;
export type EnrichmentReport = Readonly<Record<string, Figures>>;

export interface EnrichmentEvaluation {
  readonly report: EnrichmentReport;
  readonly reliability: Readonly<Record<string, Reliability>>;
}

/** Returns the directory in the folder `symbols`, beside `dir`, or in the shared data, or null when none of them has a list. */
function directoryBeside(dir: string, symbols: string | null): Directory | null {
  const places = [symbols, join(dir, '../symbols'), fileURLToPath(new URL('../../../../shared/data/symbols', import.meta.url))];
  return places.map((place) => (place === null ? null : directoryIn(place))).find((found) => found !== null) ?? null;
}

/** Measures the sets of the folder; `only` selects some of them. */
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
    pairs: withDirectory((lists) => plain(pairFigures(dir, lists, trained))),
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

/** Goals, from the file GOALS.md of the labelled data. */
// prettier-ignore
const goals: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  sentfin: { accuracy: 0.88, macro_f1: 0.85, conflict_accuracy: 0.84, high_confidence_accuracy: 0.93 },
  twitter_sentiment: { accuracy: 0.9, macro_f1: 0.87, high_confidence_accuracy: 0.93 },
  phrasebank_50agree: { accuracy: 0.82, macro_f1: 0.75 },
  twitter_topic: { accuracy: 0.89, macro_f1: 0.84 },
  reuters: { accuracy: 0.9, macro_f1: 0.88 },
  cashtag_tickers: { precision: 0.94, recall: 0.81, f1: 0.87 },
  uci_stories: { bcubed_precision: 0.95, bcubed_f: 0.87 },
  pairs: { precision: 0.95, recall: 0.9 },
  semeval_pairs: { pearson: 0.82 },
  mrpc: { accuracy: 0.78 },
  relevance: { within_one: 0.8, floor_4: 0.9, floor_7: 0.9, category_accuracy: 0.8 },
  street: { served_precision: 0.97, kept_recall: 0.93, ticker_precision: 0.95, ticker_recall: 0.9, direction: 0.86, direction_high: 0.95, category: 0.84, within_one: 0.87, side_of_4: 0.92, side_of_7: 0.92 },
  wild: { served_precision: 0.93, kept_recall: 0.9, ticker_precision: 0.95, ticker_recall: 0.85, direction: 0.8, direction_high: 0.95, category: 0.8 },
};

/** Returns the report as text, a line for each figure with its goal. */
export function printEnrichment(report: EnrichmentReport): string {
  const lines = Object.entries(report).flatMap(([set, figures]) => Object.entries(figures).flatMap(([name, value]) => linesOf(set, name, value)));
  return `${'set'.padEnd(20)}${'figure'.padEnd(40)}${'measured'.padStart(9)}${'goal'.padStart(7)}\n${lines.join('\n')}\n`;
}

function linesOf(set: string, name: string, value: unknown): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, figure]) => linesOf(set, `${name}.${inner}`, figure));
  const goal = goals[set]?.[name];
  const shown = Number.isInteger(value) && /(?:^|_)n$/.test(name) ? String(value) : Number(value).toFixed(4);
  const verdict = goal === undefined ? '' : `${goal.toFixed(2).padStart(7)}  ${Number(value) >= goal ? 'reached' : 'not reached'}`;
  return [`${set.padEnd(20)}${name.padEnd(40)}${shown.padStart(9)}${verdict}`];
}
