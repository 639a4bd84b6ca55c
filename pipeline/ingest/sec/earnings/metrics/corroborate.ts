/**
 * Keeps the chosen figures that something else in the release confirms, because a heading can be misread in many ways. A sentence or a second
 * table with the same amount, or a share count that fits, hardly agrees by chance. A confirmed figure confirms the column and scale of its
 * table, but not the choice of a row: net income, which has similar neighbours, needs its own proof. If a release prints its figures only
 * once, in a table, and its sentences print no results, the headings of the table suffice, provided that both years imply a similar number
 * of shares.
 */
import type { MetricRefusal } from '#schemas/earnings.ts';
import { fullValue, isAdjusted, isPerShare, lastDigit, statedAmount, statesSameAmount, type Candidate, type MetricId } from './candidates.ts';
import type { ColumnRoles } from '../tables/columns.ts';
import { agree, type Figure } from '../tables/figure.ts';
import { namesBasic, namesDiluted, namesPerShare, namesShareCount } from './labels.ts';
import { isInProse, lastDigitShareMax, type ProseAmount } from '../prose/amounts.ts';
import { factor } from '../tables/scale.ts';
import { statedScale, type Section } from '../tables/sections.ts';

type Metrics = ReadonlyMap<MetricId, Candidate>;

const needsOwnProof: ReadonlySet<MetricId> = new Set(['net_income', 'net_income_common', 'eps_diluted_adjusted', 'eps_diluted_adjusted_per_ads']);

/** Splits the metrics into confirmed and dropped ones. `proseHasResults`: the sentences print amounts of results. */
export function proveMetrics(
  metrics: Metrics,
  candidates: readonly Candidate[],
  amounts: readonly ProseAmount[],
  proseHasResults: boolean,
): { readonly metrics: Metrics; readonly dropped: ReadonlyMap<MetricId, MetricRefusal> } {
  const statements = new Map(candidates.flatMap(({ section, roles }) => (section.kind === 'statement' ? [[section, roles]] : [])));
  const shares = shareChecks(metrics);
  const hasOwnProof = (metric: MetricId, candidate: Candidate): boolean =>
    shares.fits.has(metric) || isInProse(amounts, statedAmount(candidate), lastDigitShareMax.proof) || isRepeated(candidate, candidates);
  const own = new Set([...metrics].filter(([metric, candidate]) => hasOwnProof(metric, candidate)).map(([metric]) => metric));
  const isTableAlone = own.size === 0 && !proseHasResults && impliesLikeShares(metrics);
  const provenSections = new Set<Section>([...metrics].flatMap(([metric, candidate]) => (own.has(metric) ? [candidate.section] : [])));
  // A row that contradicts the column does so for all rows, unless the prose confirms another one.
  const all = [...metrics.values()];
  const said = (candidate: Candidate): boolean => isInProse(amounts, statedAmount(candidate));
  const suspects = new Set(all.filter((candidate) => proseHasOtherFigure(candidate, amounts) || proseHasOtherScale(candidate, amounts)));
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

/** Amounts per share below this are printed for many things. */
const smallPerShare = 0.05;

/** Returns whether the prose prints another figure of the row as the current one: the column was then misread. */
function proseHasOtherFigure(candidate: Candidate, amounts: readonly ProseAmount[]): boolean {
  const { section, figure, roles, metric } = candidate;
  // Prose prints diluted figures; the basic one of another quarter may equal one of them.
  if (metric.startsWith('eps_basic')) return false;
  if (isInProse(amounts, statedAmount(candidate))) return false;
  const says = (other: Figure): boolean => {
    const wanted = statedAmount(candidate, other);
    return !(wanted.isPerShare && Math.abs(wanted.value) < smallPerShare) && isInProse(amounts, wanted, lastDigitShareMax.amount);
  };
  const row = section.block.rows.find(({ figures }) => figures.includes(figure));
  return (row?.figures ?? []).some((other, index) => {
    const column = section.columns[index];
    const isLonger = (column?.period.months ?? 0) > roles.period.months;
    // A convenience translation is the same figure in another currency.
    if (isLonger || (column?.currency ?? null) !== roles.currency) return false;
    return other !== null && other !== figure && !other.isPercent && other.value !== figure.value && says(other);
  });
}

/** Returns whether the prose prints the figure's digits at another scale: "$245.4 million" for 245,365 read as millions. */
function proseHasOtherScale(candidate: Candidate, amounts: readonly ProseAmount[]): boolean {
  const wanted = statedAmount(candidate);
  if (wanted.isPerShare || isInProse(amounts, wanted)) return false;
  return [1e-6, 1e-3, 1e3, 1e6].some((power) =>
    isInProse(amounts, { ...wanted, value: wanted.value * power, lastDigit: wanted.lastDigit * power }, lastDigitShareMax.amount),
  );
}

const inStatements = /^(?:revenue|net_income\w*|eps_basic|eps_diluted)$/;

/** Returns whether the period's statement lacks the figure of a highlight, which is then of a segment or of another measure. */
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

const isRepeated = (candidate: Candidate, candidates: readonly Candidate[]): boolean =>
  candidates.some(
    (other) =>
      other.section.block.table !== candidate.section.block.table &&
      other.metric.replace('_parent', '').replace('_common', '') === candidate.metric.replace('_parent', '').replace('_common', '') &&
      Number(other.figure.value) !== 0 &&
      statesSameAmount(other, candidate),
  );

/** Largest ratio of two years' share counts. Splits, buybacks and offerings usually change the count by less, a wrong row or scale by more. */
const sharesRatioMax = 2;

/** Returns whether net income over EPS gives similar share counts in both years; also true if that cannot be computed exactly. */
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
 * Compares earnings per share, income and the number of shares. Returns the metrics that fit together, and those that do not: one of these
 * was misread, but it is unknown which.
 */
function shareChecks(metrics: Metrics): Readonly<Record<'fits' | 'differs', ReadonlySet<MetricId>>> {
  const outcome = { fits: new Set<MetricId>(), differs: new Set<MetricId>() };
  // Earnings per share are those of common holders; another line of income need not fit.
  const lines = (['net_income_common', 'net_income'] as const).filter((line) => metrics.has(line));
  for (const metric of (['eps_diluted', 'eps_basic'] as const).filter((each) => metrics.has(each)))
    for (const line of lines) {
      const check = checkShares(metrics.get(line)!, metrics.get(metric)!);
      if (check === 'fits' || (check === 'differs' && line === lines[0])) outcome[check].add(metric).add(line);
    }
  return outcome;
}

/** Tolerance for what preferred dividends and participating securities take from common holders. */
const toleranceRatio = 0.04;
/** Powers of ten of printed share counts: ones, thousands or millions, whatever the scale of the amounts. */
const powers = [0, 3, 6];

/**
 * Checks that net income over earnings per share gives the printed number of shares. Only this check detects a wrong column, row or sign,
 * because three figures that are read separately must fit together.
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
