/**
 * Chosen figures in, those that something else in the release bears out, out. A heading can be misread
 * in ways that no rule foresees; a sentence that prints the same amount, a second table that does, or
 * the share count that fits cannot agree by chance. Proof of one figure proves its column and scale for
 * its table, not the choice of a row: net income, which has neighbours, needs its own.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { fullValue, isPerShare, lastDigit, type Candidate, type MetricId } from './candidates.ts';
import { agree } from './figure.ts';
import { isSaid, type ProseAmount } from './prose.ts';
import type { Section } from './sections.ts';
import { checkShares } from './share-check.ts';

type Metrics = ReadonlyMap<MetricId, Candidate>;

export interface Proven {
  readonly metrics: Metrics;
  readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
}

const needsOwnProof: ReadonlySet<MetricId> = new Set(['net_income', 'net_income_common', 'eps_diluted_adjusted', 'eps_diluted_adjusted_per_ads']);

export function proveMetrics(metrics: Metrics, candidates: readonly Candidate[], amounts: readonly ProseAmount[]): Proven {
  const misfits = sharesMisfit(metrics);
  const fitting = sharesFit(metrics);
  const hasOwnProof = (metric: MetricId, candidate: Candidate): boolean =>
    fitting.has(metric) || isSaid(amounts, fullValue(candidate), lastDigit(candidate)) || isRepeated(candidate, candidates);
  const own = new Set([...metrics].filter(([metric, candidate]) => hasOwnProof(metric, candidate)).map(([metric]) => metric));
  const provenSections = new Set<Section>([...metrics].flatMap(([metric, candidate]) => (own.has(metric) ? [candidate.section] : [])));
  const kept = new Map<MetricId, Candidate>();
  const dropped = new Map<MetricId, MetricRefusal>();
  for (const [metric, candidate] of metrics) {
    if (misfits.has(metric)) dropped.set(metric, 'contradiction');
    else if (own.has(metric) || (!needsOwnProof.has(metric) && provenSections.has(candidate.section))) kept.set(metric, candidate);
    else dropped.set(metric, 'unproven');
  }
  return { metrics: kept, dropped };
}

/** Another table prints the same amount under a label of the same metric. */
const isRepeated = (candidate: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (other) =>
      other.section.block.table !== candidate.section.block.table &&
      other.metric.replace('_parent', '').replace('_common', '') === candidate.metric.replace('_parent', '').replace('_common', '') &&
      Number(other.figure.value) !== 0 &&
      agree(fullValue(other), lastDigit(other), fullValue(candidate), lastDigit(candidate)),
  );

const perShareMetrics = ['eps_diluted', 'eps_basic'] as const;

/** Earnings per share belong to common holders; the headline may be another line. */
function holdersIncome(metrics: Metrics): readonly [MetricId, Candidate] | null {
  for (const metric of ['net_income_common', 'net_income'] as const) {
    const line = metrics.get(metric);
    if (line !== undefined) return [metric, line];
  }
  return null;
}

function sharesFit(metrics: Metrics): ReadonlySet<MetricId> {
  const fitting = new Set<MetricId>();
  for (const metric of perShareMetrics)
    for (const line of ['net_income_common', 'net_income'] as const) {
      const perShare = metrics.get(metric);
      const income = metrics.get(line);
      if (perShare !== undefined && income !== undefined && checkShares(income, perShare) === 'fits') {
        fitting.add(metric);
        fitting.add(line);
      }
    }
  return fitting;
}

/** Three figures that do not fit: one of them was misread, and which cannot be told. */
function sharesMisfit(metrics: Metrics): ReadonlySet<MetricId> {
  const income = holdersIncome(metrics);
  const found = new Set<MetricId>();
  if (income === null) return found;
  for (const metric of perShareMetrics) {
    const perShare = metrics.get(metric);
    if (perShare !== undefined && isPerShare(metric) && checkShares(income[1], perShare) === 'differs') {
      found.add(metric);
      found.add(income[0]);
    }
  }
  return found;
}
