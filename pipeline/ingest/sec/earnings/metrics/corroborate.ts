/**
 * Keeps those chosen figures that something else in the release confirms, because a heading can be misread in unforeseen ways. A sentence
 * or a second table with the same amount, or a share count that fits, cannot agree by chance. One confirmed figure confirms its column and
 * scale for its table, but not the choice of a row: net income, which has similar neighbours, needs its own evidence. When a release prints
 * its figures once, in a table, and no measure in its sentences, the table's own headings (duration, year, scale) suffice, provided both
 * years imply a similar number of shares.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { fullValue, isAdjusted, isPerShare, lastDigit, saidAs, saysTheSame, type Candidate, type MetricId } from './candidates.ts';
import type { ColumnRoles } from '../tables/columns.ts';
import { agree, type Figure } from '../tables/figure.ts';
import { namesBasic, namesDiluted, namesPerShare, namesShareCount } from './labels.ts';
import { isSaid, roughness, type ProseAmount } from '../prose/amounts.ts';
import { factor } from '../tables/scale.ts';
import { statedScale, type Section } from '../tables/sections.ts';

type Metrics = ReadonlyMap<MetricId, Candidate>;

const needsOwnProof: ReadonlySet<MetricId> = new Set(['net_income', 'net_income_common', 'eps_diluted_adjusted', 'eps_diluted_adjusted_per_ads']);

/** Splits the metrics into confirmed and dropped ones. `tellsMeasures`: the release's sentences print amounts of its results. */
export function proveMetrics(
  metrics: Metrics,
  candidates: readonly Candidate[],
  amounts: readonly ProseAmount[],
  tellsMeasures: boolean,
): { readonly metrics: Metrics; readonly dropped: ReadonlyMap<MetricId, MetricRefusal> } {
  const statements = new Map(candidates.flatMap(({ section, roles }) => (section.kind === 'statement' ? [[section, roles]] : [])));
  const shares = shareChecks(metrics);
  const hasOwnProof = (metric: MetricId, candidate: Candidate): boolean =>
    shares.fits.has(metric) || isSaid(amounts, saidAs(candidate), roughness.proof) || isRepeated(candidate, candidates);
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
    if (shares.differs.has(metric) || isSuspect(candidate) || isAbsent(metric, candidate, statements)) dropped.set(metric, 'contradiction');
    else if (own.has(metric) || (!needsOwnProof.has(metric) && provenSections.has(candidate.section))) kept.set(metric, candidate);
    else if (isTableAlone && !isAdjusted(metric)) kept.set(metric, candidate);
    else dropped.set(metric, 'unproven');
  }
  return { metrics: kept, dropped };
}

/** Per-share amounts below this are printed for many things. */
const smallPerShare = 0.05;

/** Returns whether the prose prints another figure of the row as the current one, so that the column was misread. */
function otherIsSaid(candidate: Candidate, amounts: readonly ProseAmount[]): boolean {
  const { section, figure, roles, metric } = candidate;
  // Prose prints the diluted figure; the basic one of another quarter may equal it.
  if (metric.startsWith('eps_basic')) return false;
  if (isSaid(amounts, saidAs(candidate))) return false;
  const says = (other: Figure): boolean => {
    const wanted = saidAs(candidate, other);
    return !(wanted.isPerShare && Math.abs(wanted.value) < smallPerShare) && isSaid(amounts, wanted, roughness.amount);
  };
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
    isSaid(amounts, { ...wanted, value: wanted.value * power, lastDigit: wanted.lastDigit * power }, roughness.amount),
  );
}

/** Matches metrics that every income statement prints. */
const inStatements = /^(?:revenue|net_income\w*|eps_basic|eps_diluted)$/;

/** Returns whether a highlight's figure is absent from the statement of the period: it describes a segment, or another measure. */
function isAbsent(metric: MetricId, candidate: Candidate, statements: ReadonlyMap<Section, ColumnRoles>): boolean {
  if (!inStatements.test(metric) || candidate.section.kind === 'statement') return false;
  const printed = [...statements].flatMap(([section, roles]) => {
    const scale = isPerShare(metric) ? 'ones' : statedScale(section);
    return section.block.rows.flatMap(({ label, path, figures }) => {
      const figure = figures[roles.current];
      const isWanted = isPerShare(metric) === namesPerShare(`${path.join(' ')} ${label}`);
      return scale !== null && figure && !figure.isPercent && isWanted ? [{ figure, unit: factor[scale] }] : [];
    });
  });
  const isIt = ({ figure: { value, decimals }, unit }: (typeof printed)[number]): boolean =>
    agree(Number(value) * unit, 10 ** -decimals * unit, fullValue(candidate), lastDigit(candidate));
  return printed.length > 0 && !printed.some(isIt);
}

/** Returns whether another table prints the same amount for the same metric. */
const isRepeated = (candidate: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (other) =>
      other.section.block.table !== candidate.section.block.table &&
      other.metric.replace('_parent', '').replace('_common', '') === candidate.metric.replace('_parent', '').replace('_common', '') &&
      Number(other.figure.value) !== 0 &&
      saysTheSame(other, candidate),
  );

/** Splits, buybacks and offerings in a year usually change the number of shares by less; a wrong row or scale by more. */
const sharesRatioMax = 2;

/** Returns whether net income over EPS gives similar share counts in both years; true also when that cannot be computed exactly. */
function impliesLikeShares(metrics: Metrics): boolean {
  const income = metrics.get('net_income_common') ?? metrics.get('net_income');
  const perShare = metrics.get('eps_diluted') ?? metrics.get('eps_basic');
  if (!income?.priorYear || !perShare?.priorYear) return true;
  const all = [fullValue(income), fullValue(perShare), fullValue(income, income.priorYear), fullValue(perShare, perShare.priorYear)];
  const [now, perShareNow, before, perShareBefore] = all.map(Math.abs) as [number, number, number, number];
  const isCoarse = [perShareNow, perShareBefore].some((eps) => eps <= lastDigit(perShare) * 2);
  if (isCoarse) return true;
  const ratio = now / perShareNow / (before / perShareBefore);
  return ratio <= sharesRatioMax && ratio >= 1 / sharesRatioMax;
}

/**
 * Compares earnings per share, income and number of shares. Returns the metrics of those that fit, and of those that do not: one of these
 * was misread, but it is unknown which.
 */
function shareChecks(metrics: Metrics): Readonly<Record<'fits' | 'differs', ReadonlySet<MetricId>>> {
  const outcome = { fits: new Set<MetricId>(), differs: new Set<MetricId>() };
  // Earnings per share refer to the income of common holders; the headline may be another line, which need not fit.
  const lines = (['net_income_common', 'net_income'] as const).filter((line) => metrics.has(line));
  for (const metric of (['eps_diluted', 'eps_basic'] as const).filter((each) => metrics.has(each)))
    for (const line of lines) {
      const check = checkShares(metrics.get(line)!, metrics.get(metric)!);
      if (check === 'fits' || (check === 'differs' && line === lines[0])) outcome[check].add(metric).add(line);
    }
  return outcome;
}

/** Preferred dividends and participating securities take a little from common holders. */
const toleranceRatio = 0.04;
/** Counts are printed in ones, thousands or millions, next to amounts in any scale. */
const powers = [0, 3, 6];

/**
 * Checks that net income over earnings per share gives the number of shares that the statement prints. Three separately read figures must
 * then fit together; only this check detects a wrong column, row or sign.
 */
function checkShares(income: Candidate, perShare: Candidate): 'fits' | 'differs' | 'unknown' {
  const counts = shareCounts(perShare);
  const eps = Math.abs(fullValue(perShare));
  const amount = Math.abs(fullValue(income));
  const epsUnit = lastDigit(perShare);
  if (counts.length === 0 || eps <= epsUnit * 2 || amount === 0) return 'unknown';
  const low = amount / (eps + epsUnit * 0.5);
  const high = amount / (eps - epsUnit * 0.5);
  const slack = 1 + toleranceRatio;
  return counts.some((count) => powers.some((power) => count * 10 ** power >= low / slack && count * 10 ** power <= high * slack))
    ? 'fits'
    : 'differs';
}

function shareCounts({ section, roles, metric }: Candidate): number[] {
  const wanted = metric === 'eps_basic' ? namesBasic : namesDiluted;
  const counts = section.block.rows.flatMap((row) => {
    const words = `${row.path.join(' ')} ${row.label}`;
    const figure = row.figures[roles.current];
    return namesShareCount(words) && figure && !figure.isPercent && Number(figure.value) > 1 ? [{ words, count: Number(figure.value) }] : [];
  });
  const named = counts.filter(({ words }) => wanted(words));
  return (named.length > 0 ? named : counts).map(({ count }) => count);
}
