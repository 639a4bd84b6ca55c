/**
 * Measures the earnings reads of a folder laid out like `8k` or `6k`: how many releases get a read, and how many of the published figures
 * are right. A figure is right only when value, unit, scale and basis are.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { splitSubmission, type Submission } from '#pipeline/ingest/sec/documents/documents.ts';
import type { ReadOutcome } from '#pipeline/ingest/sec/earnings/analysis.ts';
import { metricIds, type MetricId } from '#pipeline/ingest/sec/earnings/metrics/candidates.ts';
import { factor } from '#pipeline/ingest/sec/earnings/tables/scale.ts';
import { findReleases } from '#pipeline/ingest/sec/filing/form6k.ts';
import { readRelease } from '#pipeline/ingest/sec/filing/read-release.ts';
import type { KeyMetric } from '#schemas/earnings.ts';
import { Expectations, type ExpectedMetric, type ExpectedRelease } from './expected.ts';
import { evaluateFilings, type FilingReport } from './filings.ts';

export interface MetricScore {
  expected: number;
  published: number;
  right: number;
  /** Number of figures published although the release prints none. */
  spurious: number;
  prior_year_published: number;
  prior_year_right: number;
  precision: number | null;
  coverage: number | null;
}

export interface Mistake {
  readonly file: string;
  readonly metric: string;
  readonly problem: 'value' | 'unit' | 'scale' | 'basis' | 'spurious' | 'prior_year' | 'missing';
  readonly published: string | null;
  readonly expected: string | null;
}

export interface Score {
  releases: number;
  published: number;
  share_published: number | null;
  figures_published: number;
  figures_right: number;
  precision: number | null;
  refusals: Record<string, number>;
  metric_refusals: Record<string, number>;
  metrics: Record<string, MetricScore>;
}

export interface EarningsReport {
  readonly dir: string;
  readonly all: Score;
  /** Scores of the files in two halves by the hash of their names, so that rules can be developed on one and tested on the other. */
  readonly halves: { readonly first: Score; readonly second: Score };
  readonly filings: FilingReport | null;
  readonly releases_per_cpu_second: number | null;
  readonly mistakes: readonly Mistake[];
}

const judged: readonly MetricId[] = metricIds.filter((id) => id !== 'net_income_parent');

export function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

const halfOf = (file: string): 'first' | 'second' =>
  Number.parseInt(createHash('sha256').update(file).digest('hex').slice(0, 8), 16) % 2 === 0 ? 'first' : 'second';

export function evaluateEarnings(dir: string): EarningsReport {
  const path = join(dir, 'earnings_expected.json');
  const expected = existsSync(path) ? Expectations.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  const mistakes: Mistake[] = [];
  const all = emptyScore();
  const halves = { first: emptyScore(), second: emptyScore() };
  const submissions: Buffer[] = [];
  for (const [file, release] of Object.entries(expected)) {
    const bytes = readBytes(join(dir, file));
    submissions.push(bytes);
    const outcome = readFiling(splitSubmission(bytes));
    for (const score of [all, halves[halfOf(file)]]) scoreRelease(score, release, outcome, null);
    scoreRelease(emptyScore(), release, outcome, { file, mistakes });
  }
  for (const score of [all, halves.first, halves.second]) finish(score);
  return {
    dir,
    all,
    halves,
    filings: existsSync(join(dir, 'manifest.json')) ? evaluateFilings(dir) : null,
    releases_per_cpu_second: submissions.length === 0 ? null : speedOf(submissions),
    mistakes,
  };
}

const timedSeconds = 1;

/** Returns releases per second of processor time, from a second run: during the first the engine still compiles the code. */
function speedOf(submissions: readonly Buffer[]): number {
  const from = process.cpuUsage();
  let [count, spent] = [0, 0];
  while (spent < timedSeconds * 1e6) {
    for (const bytes of submissions) readFiling(splitSubmission(bytes));
    count += submissions.length;
    const { user, system } = process.cpuUsage(from);
    spent = user + system;
  }
  return Math.round((count * 1e6) / spent);
}

function readFiling({ documents, header }: Submission): ReadOutcome {
  const form = header.form?.startsWith('6-K') ? '6-K' : '8-K';
  return readRelease(findReleases(documents), { company: header.filers[0]?.name ?? '', ticker: null, form, filedOn: header.filedOn }).outcome;
}

const emptyScore = (): Score => ({
  releases: 0,
  published: 0,
  share_published: null,
  figures_published: 0,
  figures_right: 0,
  precision: null,
  refusals: {},
  metric_refusals: {},
  metrics: {},
});
const emptyMetric = (): MetricScore => ({
  expected: 0,
  published: 0,
  right: 0,
  spurious: 0,
  prior_year_published: 0,
  prior_year_right: 0,
  precision: null,
  coverage: null,
});

interface Notes {
  readonly file: string;
  readonly mistakes: Mistake[];
}

function scoreRelease(score: Score, release: ExpectedRelease, outcome: ReadOutcome, notes: Notes | null): void {
  score.releases += 1;
  if (outcome.kind === 'published') {
    score.published += 1;
    for (const reason of outcome.dropped.values()) score.metric_refusals[reason] = (score.metric_refusals[reason] ?? 0) + 1;
  } else score.refusals[outcome.reason] = (score.refusals[outcome.reason] ?? 0) + 1;
  for (const id of judged) {
    const truth = release.metrics[id];
    // A figure that the hand-read expectations omit is not judged.
    if (truth === undefined) continue;
    const metric = (score.metrics[id] ??= emptyMetric());
    const published = outcome.kind === 'published' ? (outcome.metrics.get(id) ?? null) : null;
    scoreMetric(metric, id, truth, published, notes);
  }
}

function scoreMetric(metric: MetricScore, id: MetricId, truth: ExpectedMetric | null, published: KeyMetric | null, notes: Notes | null): void {
  const note = (problem: Mistake['problem'], expected: string | null): void => {
    notes?.mistakes.push({ file: notes.file, metric: id, problem, published: published?.value ?? null, expected });
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
  // Expectations are in whole units, and give a figure per share in the unit of money alone.
  const amount = published.numeric * (published.scale === null ? truth.scale : factor[published.scale]);
  if (Math.abs(truth.numeric - amount) > Math.abs(truth.numeric) * 1e-9) return 'value';
  if (truth.unit.split('/', 1)[0] !== published.unit) return 'unit';
  if (published.scale !== null && factor[published.scale] !== truth.scale) return 'scale';
  if (basisOf[truth.basis] !== published.basis) return 'basis';
  return null;
}

const digits = (printed: string): string => `${/^\W*[(-]/.test(printed) ? '-' : ''}${printed.replace(/[^\d.]/g, '')}`;

function finish(score: Score): void {
  score.share_published = ratio(score.published, score.releases);
  for (const metric of Object.values(score.metrics)) {
    score.figures_published += metric.published;
    score.figures_right += metric.right;
    metric.precision = ratio(metric.right, metric.published);
    metric.coverage = ratio(metric.right, metric.expected);
  }
  score.precision = ratio(score.figures_right, score.figures_published);
}

const ratio = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000);
