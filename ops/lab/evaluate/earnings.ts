/**
 * Measures how many earnings releases of a folder laid out like `8k` or `6k` get a read, and how many of the published figures are right. A
 * figure is right only when its value, unit, scale and basis are.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import type { ReadOutcome } from '#pipeline/ingest/sec/earnings/analysis.ts';
import { metricIds, type MetricId } from '#pipeline/ingest/sec/earnings/metrics/candidates.ts';
import { factor } from '#pipeline/ingest/sec/earnings/tables/scale.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import type { KeyMetric } from '#schemas/earnings.ts';
import { readRecorded } from '../upstream/folder/files.ts';
import { Expectations, type ExpectedMetric, type ExpectedRelease } from './expected.ts';
import { evaluateFilings, formOf, percent, share, type FilingReport, type BinaryScore } from './filings.ts';
import { table } from '../../scripts/table.ts';

export interface Mistake {
  readonly file: string;
  readonly metric: string;
  readonly problem: 'value' | 'unit' | 'scale' | 'basis' | 'spurious' | 'prior_year' | 'missing';
  readonly published: string | null;
  readonly expected: string | null;
}

export interface EarningsReport {
  readonly dir: string;
  readonly all: Score;
  readonly filings: FilingReport | null;
  readonly mistakes: readonly Mistake[];
}

const judged: readonly MetricId[] = metricIds.filter((id) => id !== 'net_income_parent');

/** Measures the folder: reads against its `earnings_expected.json`, filings against its `manifest.json`. Either file may be absent. */
export function evaluateEarnings(dir: string): EarningsReport {
  const path = join(dir, 'earnings_expected.json');
  const expected = existsSync(path) ? Expectations.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  const mistakes: Mistake[] = [];
  const all = emptyScore();
  for (const [file, release] of Object.entries(expected)) {
    const outcome = readFiling(splitSubmission(readRecorded(join(dir, file))));
    scoreRelease(all, release, outcome, { file, mistakes });
  }
  finish(all);
  return { dir, all, filings: existsSync(join(dir, 'manifest.json')) ? evaluateFilings(dir) : null, mistakes };
}

function readFiling({ documents, header }: Submission): ReadOutcome {
  return readRelease(findReleases(documents, header.filedOn), {
    company: header.filers[0]?.name ?? '',
    form: formOf(header),
    filedOn: header.filedOn,
  }).outcome;
}

const emptyScore = () => ({
  releases: 0,
  published: 0,
  share_published: null as number | null,
  figures_published: 0,
  figures_right: 0,
  precision: null as number | null,
  refusals: {} as Record<string, number>,
  metric_refusals: {} as Record<string, number>,
  metrics: {} as Record<string, MetricScore>,
});
export type Score = ReturnType<typeof emptyScore>;

/** Returns the score of a metric. `spurious` counts published figures that the release does not state. */
const emptyMetric = () => ({
  expected: 0,
  published: 0,
  right: 0,
  spurious: 0,
  prior_year_published: 0,
  prior_year_right: 0,
  precision: null as number | null,
  coverage: null as number | null,
});
type MetricScore = ReturnType<typeof emptyMetric>;

interface Notes {
  readonly file: string;
  readonly mistakes: Mistake[];
}

function scoreRelease(score: Score, release: ExpectedRelease, outcome: ReadOutcome, notes: Notes): void {
  score.releases += 1;
  if (outcome.kind === 'published') {
    score.published += 1;
    for (const reason of outcome.dropped.values()) score.metric_refusals[reason] = (score.metric_refusals[reason] ?? 0) + 1;
  } else score.refusals[outcome.reason] = (score.refusals[outcome.reason] ?? 0) + 1;
  for (const id of judged) {
    const truth = release.metrics[id];
    // The expectations omit figures that nobody has checked.
    if (truth === undefined) continue;
    const metric = (score.metrics[id] ??= emptyMetric());
    const published = outcome.kind === 'published' ? (outcome.metrics.get(id) ?? null) : null;
    scoreMetric(metric, id, truth, published, notes);
  }
}

function scoreMetric(metric: MetricScore, id: MetricId, truth: ExpectedMetric | null, published: KeyMetric | null, notes: Notes): void {
  const note = (problem: Mistake['problem'], expected: string | null): void => {
    notes.mistakes.push({ file: notes.file, metric: id, problem, published: published?.value ?? null, expected });
  };
  if (truth !== null) metric.expected += 1;
  if (published === null) {
    if (truth !== null) note('missing', truth.printed);
    return;
  }
  metric.published += 1;
  if (truth === null) {
    metric.spurious += 1;
    return note('spurious', null);
  }
  const problem = difference(truth, published);
  if (problem !== null) return note(problem, truth.printed);
  metric.right += 1;
  if (published.prior_year === null) return;
  metric.prior_year_published += 1;
  if (truth.prior_year_printed !== null && digits(truth.prior_year_printed) === digits(published.prior_year)) metric.prior_year_right += 1;
  else note('prior_year', truth.prior_year_printed);
}

const basisOf: Readonly<Record<string, KeyMetric['basis']>> = { GAAP: 'GAAP', IFRS: 'other', adjusted: 'non-GAAP', 'non-GAAP': 'non-GAAP' };

function difference(truth: ExpectedMetric, published: KeyMetric): Mistake['problem'] | null {
  // Expected amounts are in whole units, and the expected unit of a figure per share is a currency, possibly followed by `/share`.
  const amount = published.numeric * (published.scale === null ? truth.scale : factor[published.scale]);
  if (Math.abs(truth.numeric - amount) > Math.abs(truth.numeric) * 1e-9) return 'value';
  if (truth.unit.split('/', 1)[0] !== published.unit) return 'unit';
  if (published.scale !== null && factor[published.scale] !== truth.scale) return 'scale';
  if (basisOf[truth.basis] !== published.basis) return 'basis';
  return null;
}

const digits = (printed: string): string => `${/^\W*[(-]/.test(printed) ? '-' : ''}${printed.replace(/[^\d.]/g, '')}`;

function finish(score: Score): void {
  score.share_published = share(score.published, score.releases);
  for (const metric of Object.values(score.metrics)) {
    score.figures_published += metric.published;
    score.figures_right += metric.right;
    metric.precision = share(metric.right, metric.published);
    metric.coverage = share(metric.right, metric.expected);
  }
  score.precision = share(score.figures_right, score.figures_published);
}

const scoreLine = (name: string, { precision, recall, right_yes, wrong_yes, missed, right_no }: BinaryScore): string =>
  `${name}: precision ${percent(precision)}, recall ${percent(recall)} (${right_yes} found, ${missed} missed, ${wrong_yes} wrongly taken, ${right_no} rightly left)`;

const metricsTable = ({ metrics }: Score): string =>
  table(
    ['metric', 'expected', 'published', 'right', 'precision', 'coverage', 'year-ago', 'right'],
    Object.entries(metrics).map(([name, m]) =>
      [name, m.expected, m.published, m.right, percent(m.precision), percent(m.coverage), m.prior_year_published, m.prior_year_right].map(String),
    ),
  );

const counts = (reasons: Record<string, number>): string =>
  Object.entries(reasons)
    .map(([reason, count]) => `${reason} ${count}`)
    .join(', ') || 'none';

/** Returns the report as text; `withErrors` adds a line for each mistake. */
export function printEarnings(report: EarningsReport, withErrors: boolean): string {
  const { all, filings } = report;
  const lines = [
    `${all.published} of ${all.releases} releases published (${percent(all.share_published)})`,
    `${all.figures_right} of ${all.figures_published} figures right (precision ${percent(all.precision)})`,
    '',
    metricsTable(all),
    '',
    `reads refused: ${counts(all.refusals)}`,
    `metrics left out: ${counts(all.metric_refusals)}`,
  ];
  if (filings !== null) {
    if (filings.items.known > 0) lines.push(`8-K items right: ${filings.items.right} of ${filings.items.known}`);
    if (filings.releases_8k.precision !== null) lines.push(scoreLine('8-K earnings releases', filings.releases_8k));
    if (filings.form_6k.precision !== null)
      lines.push(scoreLine('6-K earnings releases', filings.form_6k), `6-K left out: ${counts(filings.reasons_6k)}`);
  }
  if (withErrors) {
    lines.push(
      '',
      ...report.mistakes.map(
        ({ file, metric, problem, published, expected }) =>
          `${file} ${metric} ${problem}: published ${published ?? '-'}, expected ${expected ?? '-'}`,
      ),
    );
    lines.push(...(filings?.mistakes.map(({ file, what }) => `${file} ${what}`) ?? []));
  }
  return `${lines.join('\n')}\n`;
}
