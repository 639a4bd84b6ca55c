/** Formats an enrichment report as a table for the terminal: one line per figure, with its goal and whether it is reached. */
import type { EnrichmentReport } from '../enrichment.ts';

/** Goals from GOALS.md of the labelled data. */
// prettier-ignore
const goals: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  sentfin: { accuracy: 0.88, macro_f1: 0.85, conflict_accuracy: 0.84, high_confidence_accuracy: 0.93 },
  twitter_sentiment: { accuracy: 0.9, macro_f1: 0.87, high_confidence_accuracy: 0.93 },
  phrasebank_50agree: { accuracy: 0.82, macro_f1: 0.75 },
  twitter_topic: { accuracy: 0.89, macro_f1: 0.84 },
  reuters: { accuracy: 0.9, macro_f1: 0.88 },
  cashtag_tickers: { precision: 0.94, recall: 0.81, f1: 0.87 },
  uci_stories: { bcubed_precision: 0.95, bcubed_f: 0.87 },
  semeval_pairs: { pearson: 0.82 },
  mrpc: { accuracy: 0.78 },
  relevance: { within_one: 0.8, floor_4: 0.9, floor_7: 0.9, category_accuracy: 0.8 },
  street: { served_precision: 0.97, kept_recall: 0.93, ticker_precision: 0.95, ticker_recall: 0.9, direction: 0.86, direction_high: 0.95, category: 0.84, within_one: 0.87, side_of_4: 0.92, side_of_7: 0.92 },
  wild: { served_precision: 0.93, kept_recall: 0.9, ticker_precision: 0.95, ticker_recall: 0.85, direction: 0.8, direction_high: 0.95, category: 0.8 },
};

/** The set that a language model is measured on, and the report entry with its figures. */
const [ownSet, modelSet] = ['wild', 'wild_by_model'];

/** Returns the table; when a model was queried, with a column of its figures next to the built-in enricher's. */
export function printEnrichment(report: EnrichmentReport): string {
  const byModel = report[modelSet] ?? null;
  const sets = Object.entries(report).filter(([set]) => set !== modelSet);
  const lines = sets.flatMap(([set, figures]) =>
    Object.entries(figures).flatMap(([name, value]) => linesOf(set, name, value, set === ownSet ? byModel?.[name] : undefined)),
  );
  const head = `${'set'.padEnd(20)}${'figure'.padEnd(40)}${'measured'.padStart(9)}${byModel === null ? '' : 'by model'.padStart(10)}${'goal'.padStart(7)}`;
  const foot =
    byModel === null
      ? 'by a language model: not asked (--model NAME asks one about the real-text set, at ENRICHER_URL)'
      : `by a language model: ${String(byModel['answered'])} of ${String(byModel['questions'])} questions answered; the rest is the built-in enricher's`;
  return `${head}\n${lines.join('\n')}\n${foot}\n`;

  function linesOf(set: string, name: string, value: unknown, ofModel: unknown): string[] {
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([inner, figure]) => linesOf(set, `${name}.${inner}`, figure, undefined));
    const goal = goals[set]?.[name];
    const shown = (figure: unknown): string => (Number.isInteger(figure) && /(?:^|_)n$/.test(name) ? String(figure) : Number(figure).toFixed(4));
    const model = byModel === null ? '' : (ofModel === undefined ? '' : shown(ofModel)).padStart(10);
    const verdict = goal === undefined ? '' : `${goal.toFixed(2).padStart(7)}  ${Number(value) >= goal ? 'reached' : 'not reached'}`;
    return [`${set.padEnd(20)}${name.padEnd(40)}${shown(value).padStart(9)}${model}${verdict}`];
  }
}
