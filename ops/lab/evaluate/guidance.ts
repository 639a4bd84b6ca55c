/**
 * Measures the guidance read from the releases of a folder with `8k` and `6k` against labels that a person wrote. A figure is right only
 * when its metric, basis, period, both ends and unit are.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { guidanceRows } from '#pipeline/ingest/sec/earnings/tables/guidance-rows.ts';
import { servedGuidance, type GuidedRate } from '#pipeline/ingest/sec/earnings/guidance-fields.ts';
import { readGuidance } from '#pipeline/ingest/sec/earnings/prose/guidance.ts';
import { readSentences } from '#pipeline/ingest/sec/earnings/prose/sentences.ts';
import { documentCurrency } from '#pipeline/ingest/sec/earnings/terms/currency.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { metricBases } from '#schemas/earnings.ts';
import { readRecorded } from '../upstream/folder/files.ts';
import { table } from '../../scripts/table.ts';
import { formOf, percent, share } from './filings.ts';

/** A guided figure in whole units. A single value has equal ends; a change or rate has the unit `pct`. */
const Figure = z.object({
  metric: z.string(),
  basis: z.enum(metricBases),
  period: z.string().nullable(),
  low: z.number(),
  high: z.number(),
  unit: z.string(),
});
type Figure = z.infer<typeof Figure>;
/** Rules may be fitted to releases of the set `tuning`, but not to those of `kept`. */
const Labels = z.array(z.object({ file: z.string(), set: z.enum(['tuning', 'kept']), guidance: z.array(Figure) }));

const nothing = () => ({ releases: 0, silent: 0, expected: 0, read: 0, right: 0, precision: null as number | null, recall: null as number | null });

export interface GuidanceReport {
  readonly sets: Record<string, ReturnType<typeof nothing>>;
  readonly mistakes: readonly { readonly set: string; readonly file: string; readonly problem: 'wrong' | 'missing'; readonly figure: string }[];
}

const labels = new URL('../labels/guidance.jsonl', import.meta.url);

export function evaluateGuidance(dir: string): GuidanceReport {
  const labelled = Labels.parse(readFileSync(labels, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as unknown)); // prettier-ignore
  const sets: GuidanceReport['sets'] = {};
  const mistakes: GuidanceReport['mistakes'][number][] = [];
  for (const { file, set, guidance } of labelled) {
    const score = (sets[set] ??= nothing());
    const read = guidedIn(readRecorded(join(dir, file)));
    const [expected, found] = [guidance, read].map((figures) => figures.map(named)) as [string[], string[]];
    const wrong = found.filter((figure, at) => !expected.includes(figure) || found.indexOf(figure) !== at);
    const missing = expected.filter((figure) => !found.includes(figure));
    score.releases += 1;
    score.silent += Number(expected.length === 0);
    score.expected += expected.length;
    score.read += found.length;
    score.right += found.length - wrong.length;
    mistakes.push(...wrong.map((figure) => ({ set, file, problem: 'wrong' as const, figure })));
    mistakes.push(...missing.map((figure) => ({ set, file, problem: 'missing' as const, figure })));
  }
  for (const score of Object.values(sets)) {
    score.precision = share(score.right, score.read);
    score.recall = share(score.right, score.expected);
  }
  return { sets, mistakes };
}

const named = ({ metric, basis, period, low, high, unit }: Figure): string => `${metric} (${basis}) ${period ?? '-'}: ${low} to ${high} ${unit}`;

/** Returns the guidance that the service serves for the first release of a filing. */
function guidedIn(body: Buffer): Figure[] {
  const { documents, header } = splitSubmission(body);
  const release = findReleases(documents).next();
  if (release.done === true) return [];
  const { reduced } = release.value;
  const sentences = readSentences(reduced.text);
  const currency = documentCurrency(reduced.text, formOf(header)) ?? 'USD';
  const parsed = readGuidance(sentences, currency, guidanceRows(reduced));
  if (parsed === null) return [];
  const { period, taken, others, rates } = servedGuidance(parsed, sentences);
  const ranges = [...taken.values(), ...others].map((item) => ({ ...item, metric: `${item.part} ${item.metric}`.trim() }));
  return [...ranges, ...rates.map((rate) => figureOf(rate, period))];
}

/** Returns a rate as a figure of `period`, the period that is served with it. */
function figureOf({ name, value }: GuidedRate, period: string | null): Figure {
  const [low = Number.NaN, ...others] = [...value.matchAll(/\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const around = /(?:plus or minus|\+\/-|±)/.test(value) ? (others.at(-1) ?? 0) / (value.includes('basis points') ? 100 : 1) : null;
  const ends = around === null ? { low, high: others.at(-1) ?? low } : { low: low - around, high: low + around };
  return { metric: name, basis: 'GAAP', period, ...ends, unit: 'pct' };
}

/** Returns the report as text; `withErrors` adds a line for each mistake. */
export function printGuidance({ sets, mistakes }: GuidanceReport, withErrors: boolean): string {
  const rows = Object.entries(sets).map(([name, { releases, silent, expected, read, right, precision, recall }]) =>
    [name, releases, silent, expected, read, right, percent(precision), percent(recall)].map(String),
  );
  const lines = [table(['set', 'releases', 'without', 'expected', 'read', 'right', 'precision', 'recall'], rows)];
  if (withErrors) lines.push('', ...mistakes.map(({ set, file, problem, figure }) => `${set} ${file} ${problem}: ${figure}`));
  return `${lines.join('\n')}\n`;
}
