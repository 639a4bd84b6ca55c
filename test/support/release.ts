/** Makes HTML of synthetic earnings releases: a title, sentences, and tables as lists of cells. */
import { reduceDocument } from '#pipeline/ingest/sec/documents/reduce.ts';
import type { ReducedText } from '#pipeline/ingest/sec/documents/reduced-text.ts';
import { readEarnings, type ReadFacts, type ReadOutcome } from '#pipeline/ingest/sec/earnings/analysis.ts';
import { readFigures } from '#pipeline/ingest/sec/earnings/metrics/read-figures.ts';
import { readSections } from '#pipeline/ingest/sec/earnings/tables/sections.ts';
import type { MetricId } from '#pipeline/ingest/sec/earnings/metrics/candidates.ts';
import type { KeyMetric } from '#schemas/earnings.ts';

/** A cell: a text, or a text that spans several columns. */
export type SyntheticCell = string | { readonly text: string; readonly span: number };

export const table = (...rows: readonly (readonly SyntheticCell[])[]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => (typeof cell === 'string' ? `<td>${cell}</td>` : `<td colspan="${cell.span}">${cell.text}</td>`)).join('')}</tr>`).join('')}</table>`;

export const lines = (...words: readonly string[]): string => words.map((line) => `<p>${line}</p>`).join('\n');

export const release = (...parts: readonly string[]): string => `<html><body>${parts.join('\n')}</body></html>`;

export const read = (html: string, facts: Partial<ReadFacts> = {}): ReadOutcome => readReduced(reduceDocument(html), facts);

export const readReduced = (reduced: ReducedText, facts: Partial<ReadFacts> = {}): ReadOutcome =>
  readEarnings(
    reduced,
    { company: 'Example Corp', headline: '', form: '8-K', filedOn: null, ...facts },
    readFigures(reduced, readSections(reduced, facts.filedOn ?? null)),
  );

/** Reads a release with these parts and one table of these rows. */
export const readTable = (parts: readonly string[], ...rows: readonly (readonly SyntheticCell[])[]): ReadOutcome =>
  read(release(...parts, table(...rows)));

const factors = { ones: 1, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 } as const;
/** Returns the figure times its scale, without floating-point noise. */
export const amountOf = ({ numeric, scale }: Pick<KeyMetric, 'numeric' | 'scale'>): number =>
  Number((numeric * factors[scale ?? 'ones']).toPrecision(15));

/** Returns a metric: its value as printed and in whole units, and the value of the year before as printed. */
export function said(outcome: ReadOutcome, metric: MetricId): { value: string; numeric: number; unit: string | null; prior: string | null } | null {
  const found = outcome.kind === 'published' ? outcome.metrics.get(metric) : undefined;
  return found === undefined ? null : { value: found.value, numeric: amountOf(found), unit: found.unit, prior: found.prior_year };
}

/** Returns every published figure in whole units, by metric. */
export const valuesOf = (outcome: ReadOutcome): Record<string, number> =>
  outcome.kind === 'refused' ? {} : Object.fromEntries([...outcome.metrics].map(([metric, found]) => [metric, amountOf(found)]));

/** Column heads of a quarter and of the same quarter a year before. */
export const quarterHead: SyntheticCell[][] = [
  ['', { text: 'Three Months Ended March 31,', span: 2 }],
  ['', '2020', '2019'],
];
/** Returns a title of that quarter's results and a sentence. */
export const titled = (words: string): string => lines('Example Corp Reports First Quarter 2020 Results', words);
