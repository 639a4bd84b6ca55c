/**
 * Keeps those chosen figures that something else in the release confirms, because a heading can be misread in unforeseen ways. A sentence
 * or a second table with the same amount, or a share count that fits, cannot agree by chance. One confirmed figure confirms its column and
 * scale for its table, but not the choice of a row: net income, which has similar neighbours, needs its own evidence. When a release prints
 * its figures once, in a table, and no measure in its sentences, the table's own headings (duration, year, scale) suffice, provided both
 * years imply a similar number of shares.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { fullValue, isPerShare, lastDigit, saidAs, type Candidate, type MetricId } from './candidates.ts';
import type { ColumnRoles } from '../tables/columns.ts';
import { agree, type Figure } from '../tables/figure.ts';
import { namesPerShare } from './labels.ts';
import { isSaid, isSaidAsProof, isSaidClearly, type ProseAmount } from '../prose/amounts.ts';
import { factor } from '../tables/scale.ts';
import { statedScale, type Section } from '../tables/sections.ts';
import { checkShares } from './share-check.ts';

type Metrics = ReadonlyMap<MetricId, Candidate>;

const isAdjusted = (metric: MetricId): boolean => metric.startsWith('eps_diluted_adjusted');

export interface Proven {
  readonly metrics: Metrics;
  readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
}

const needsOwnProof: ReadonlySet<MetricId> = new Set(['net_income', 'net_income_common', 'eps_diluted_adjusted', 'eps_diluted_adjusted_per_ads']);

/** Splits the metrics into confirmed and dropped ones. `tellsMeasures`: the release's sentences print amounts of its results. */
export function proveMetrics(metrics: Metrics, candidates: readonly Candidate[], amounts: readonly ProseAmount[], tellsMeasures: boolean): Proven {
  const statements = new Map(candidates.flatMap(({ section, roles }) => (section.kind === 'statement' ? [[section, roles]] : [])));
  const misfits = sharesMisfit(metrics);
  const fitting = sharesFit(metrics);
  const hasOwnProof = (metric: MetricId, candidate: Candidate): boolean =>
    fitting.has(metric) || isSaidAsProof(amounts, saidAs(candidate)) || isRepeated(candidate, candidates);
  const own = new Set([...metrics].filter(([metric, candidate]) => hasOwnProof(metric, candidate)).map(([metric]) => metric));
  const isTableAlone = own.size === 0 && !tellsMeasures && impliesLikeShares(metrics);
  const provenSections = new Set<Section>([...metrics].flatMap(([metric, candidate]) => (own.has(metric) ? [candidate.section] : [])));
  // One row that contradicts the column contradicts it for all rows, unless another row confirms it.
  const all = [...metrics.values()];
  const said = (candidate: Candidate): boolean => isSaid(amounts, saidAs(candidate));
  const suspects = new Set(all.filter((candidate) => otherIsSaid(candidate, amounts) || otherScaleIsSaid(candidate, amounts)));
  const isSuspect = (candidate: Candidate): boolean => {
    const beside = all.filter(({ section, roles }) => section === candidate.section && roles.current === candidate.roles.current);
    return suspects.has(candidate) || (beside.some((other) => suspects.has(other)) && !beside.some(said));
  };
  const kept = new Map<MetricId, Candidate>();
  const dropped = new Map<MetricId, MetricRefusal>();
  for (const [metric, candidate] of metrics) {
    if (misfits.has(metric) || isSuspect(candidate) || isAbsent(metric, candidate, statements)) dropped.set(metric, 'contradiction');
    else if (own.has(metric) || (!needsOwnProof.has(metric) && provenSections.has(candidate.section))) kept.set(metric, candidate);
    else if (isTableAlone && !isAdjusted(metric)) kept.set(metric, candidate);
    else dropped.set(metric, 'unproven');
  }
  return { metrics: kept, dropped };
}

/** Returns whether the prose prints another figure of the row as the current one, so that the column was misread. */
function otherIsSaid(candidate: Candidate, amounts: readonly ProseAmount[]): boolean {
  const { section, figure, roles, metric } = candidate;
  // Prose prints the diluted figure; the basic one of another quarter may equal it.
  if (metric.startsWith('eps_basic')) return false;
  if (isSaid(amounts, saidAs(candidate))) return false;
  const says = (other: Figure): boolean => isSaidClearly(amounts, saidAs(candidate, other));
  const row = section.block.rows.find(({ figures }) => figures.includes(figure));
  return (row?.figures ?? []).some((other, index) => {
    const column = section.columns[index];
    const isLonger = (column?.period.months ?? 0) > roles.period.months;
    // A convenience translation states the same figure in another currency.
    if (isLonger || (column?.currency ?? null) !== roles.currency) return false;
    return other !== null && other !== figure && !other.isPercent && other.value !== figure.value && says(other);
  });
}

/** Returns whether the prose prints its digits at another scale: "$245.4 million" for 245,365 read as millions. */
function otherScaleIsSaid(candidate: Candidate, amounts: readonly ProseAmount[]): boolean {
  const wanted = saidAs(candidate);
  if (wanted.isPerShare || isSaid(amounts, wanted)) return false;
  return [1e-6, 1e-3, 1e3, 1e6].some((power) =>
    isSaidClearly(amounts, { ...wanted, value: wanted.value * power, lastDigit: wanted.lastDigit * power }),
  );
}

/** Metrics that every income statement prints. */
const inStatements: ReadonlySet<MetricId> = new Set([
  'revenue',
  'net_income',
  'net_income_common',
  'net_income_incl_nci',
  'eps_basic',
  'eps_diluted',
]);

/** Returns whether a highlight's figure is absent from the statement of the period: it describes a segment, or another measure. */
function isAbsent(metric: MetricId, candidate: Candidate, statements: ReadonlyMap<Section, ColumnRoles>): boolean {
  if (!inStatements.has(metric) || candidate.section.kind === 'statement') return false;
  let isChecked = false;
  for (const [section, roles] of statements) {
    const scale = statedScale(section);
    const figures = section.block.rows.flatMap(({ label, path, figures: all }) => {
      const figure = all[roles.current];
      const isWanted = isPerShare(metric) === namesPerShare(`${path.join(' ')} ${label}`);
      return figure && !figure.isPercent && isWanted ? [figure] : [];
    });
    if (figures.length === 0 || (!isPerShare(metric) && scale === null)) continue;
    isChecked = true;
    const unit = isPerShare(metric) ? 1 : factor[scale ?? 'ones'];
    if (figures.some((figure) => agree(Number(figure.value) * unit, 10 ** -figure.decimals * unit, fullValue(candidate), lastDigit(candidate))))
      return false;
  }
  return isChecked;
}

/** Returns whether another table prints the same amount for the same metric. */
const isRepeated = (candidate: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (other) =>
      other.section.block.table !== candidate.section.block.table &&
      other.metric.replace('_parent', '').replace('_common', '') === candidate.metric.replace('_parent', '').replace('_common', '') &&
      Number(other.figure.value) !== 0 &&
      agree(fullValue(other), lastDigit(other), fullValue(candidate), lastDigit(candidate)),
  );

/** Splits, buybacks and offerings in a year usually change the number of shares by less; a wrong row or scale by more. */
const sharesRatioMax = 2;

/** Returns whether net income over EPS gives similar share counts in both years; true also when that cannot be computed exactly. */
function impliesLikeShares(metrics: Metrics): boolean {
  const income = holdersIncome(metrics)?.[1];
  const perShare = metrics.get('eps_diluted') ?? metrics.get('eps_basic');
  if (!income?.priorYear || !perShare?.priorYear) return true;
  const all = [fullValue(income), fullValue(perShare), fullValue(income, income.priorYear), fullValue(perShare, perShare.priorYear)];
  const [now, perShareNow, before, perShareBefore] = all.map(Math.abs) as [number, number, number, number];
  const isCoarse = [perShareNow, perShareBefore].some((eps) => eps <= lastDigit(perShare) * 2);
  if (isCoarse) return true;
  const ratio = now / perShareNow / (before / perShareBefore);
  return ratio <= sharesRatioMax && ratio >= 1 / sharesRatioMax;
}

const perShareMetrics = ['eps_diluted', 'eps_basic'] as const;

/** Returns the income that earnings per share refer to, that of common holders; the headline may be another line. */
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

/** Returns the metrics of three figures that do not fit; one was misread, but which is unknown. */
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
