/** Collects the candidates: every figure of a release that may be a metric of the current period, with scale, unit and place. */
import { agree, type Figure } from '../tables/figure.ts';
import { assignRoles, columnKinds, type ColumnKind, type ColumnRoles } from '../tables/columns.ts';
import { currencyIn } from '../terms/currency.ts';
import type { GridRow } from '../tables/grid.ts';
import * as labels from './labels.ts';
import type { StatedAmount } from '../prose/amounts.ts';
import { factor, scaleIn, type Scale } from '../tables/scale.ts';
import type { Section } from '../tables/sections.ts';

/** Served names of the metrics, in the order in which they are served. */
export const servedNames = {
  revenue: 'Revenue',
  net_revenue: 'Net revenue',
  gross_profit: 'Gross profit',
  operating_income: 'Operating income',
  net_interest_income: 'Net interest income',
  noninterest_income: 'Noninterest income',
  net_income: 'Net income',
  net_income_parent: 'Net income',
  net_income_incl_nci: 'Net income including noncontrolling interests',
  net_income_common: 'Net income available to common shareholders',
  eps_basic: 'Basic EPS',
  eps_diluted: 'Diluted EPS',
  eps_basic_per_ads: 'Basic EPS per ADS',
  eps_diluted_per_ads: 'Diluted EPS per ADS',
  eps_diluted_adjusted: 'Adjusted diluted EPS',
  eps_diluted_adjusted_per_ads: 'Adjusted diluted EPS per ADS',
} as const;
export type MetricId = keyof typeof servedNames;
export const metricIds = Object.keys(servedNames) as MetricId[];

export interface Candidate {
  readonly metric: MetricId;
  readonly figure: Figure;
  readonly priorYear: Figure | null;
  readonly priorQuarter: Figure | null;
  readonly scale: Scale | null;
  /** Currency that words near the figure name; null if none do. */
  readonly currency: string | null;
  readonly section: Section;
  readonly roles: ColumnRoles;
  /** Strength of the evidence for this metric; higher is better. */
  readonly rank: number;
}

export const isPerShare = (metric: MetricId): boolean => metric.startsWith('eps_');
export const isAdjusted = (metric: MetricId): boolean => metric.includes('_adjusted');

export const fullValue = (candidate: Candidate, figure: Figure = candidate.figure): number =>
  Number(figure.value) * (isPerShare(candidate.metric) ? 1 : factor[candidate.scale ?? 'ones']);

/** Returns the value of the last printed digit, in whole units. */
export const lastDigit = (candidate: Candidate, figure: Figure = candidate.figure): number =>
  10 ** -figure.decimals * (isPerShare(candidate.metric) ? 1 : factor[candidate.scale ?? 'ones']);

export const statesSameAmount = (a: Candidate, b: Candidate): boolean => agree(fullValue(a), lastDigit(a), fullValue(b), lastDigit(b));

/** Returns a figure of the candidate's row in the form that is compared with amounts in prose. */
export const statedAmount = (candidate: Candidate, figure: Figure = candidate.figure): StatedAmount => ({
  value: fullValue(candidate, figure),
  lastDigit: lastDigit(candidate, figure),
  isPerShare: isPerShare(candidate.metric),
});

interface Claim {
  readonly metric: MetricId;
  readonly column: ColumnKind;
  readonly rank: number;
}

export function findCandidates(section: Section, months: number): Candidate[] {
  if (section.kind === 'other') return [];
  const roles = new Map(columnKinds.map((column) => [column, assignRoles(section.columns, months, column)]));
  const candidates: Candidate[] = [];
  const words = wordsOf(section);
  const onlyRevenue = section.kind === 'statement' ? onlyRevenueRow(section) : null;
  for (const row of section.block.rows)
    for (const claim of row === onlyRevenue ? [revenueClaim] : claimsOf(row, section, words)) {
      const role = roles.get(claim.column) ?? null;
      if (role !== null && isPerShare(claim.metric) && isInCents(row, section, role)) continue;
      const figure = amountAt(row, role?.current ?? null);
      if (role === null || figure === null || isPerShare(claim.metric) !== looksPerShare(figure, words)) continue;
      candidates.push({
        metric: claim.metric,
        figure,
        priorYear: amountAt(row, role.priorYear),
        priorQuarter: amountAt(row, role.priorQuarter),
        scale: isPerShare(claim.metric) ? 'ones' : scaleOf(row, section, role.current),
        currency: currencyOf(row, section, role, figure),
        section,
        roles: role,
        rank: claim.rank,
      });
    }
  return candidates;
}

const cents = /\b(?:cents?|pence)\b|¢/i;
/** Returns whether the figure is in hundredths of the currency, such as cents; whole units are served. */
const isInCents = ({ label, path }: GridRow, { block }: Section, { current }: ColumnRoles): boolean =>
  [label, ...path, block.headings[current] ?? ''].some((words) => cents.test(words));

type SectionWords = ReturnType<typeof wordsOf>;

const wordsOf = ({ block, lines }: Section) => ({
  titles: `${block.titles.join(' ')} ${lines[0] ?? ''}`,
  hasCents: block.rows.some(({ figures }) =>
    figures.some((figure) => figure !== null && !figure.isPercent && figure.decimals >= 2 && Math.abs(Number(figure.value)) >= 1_000),
  ),
});

const revenueClaim: Claim = { metric: 'revenue', column: 'reported', rank: 21 };

/** Returns the only row, or the total without a label, below a heading "Revenue:". Rows without a total are parts, which are not added up. */
function onlyRevenueRow(section: Section): GridRow | null {
  const { rows } = section.block;
  if (rows.some((row) => labels.revenueRank(row.label) > 1)) return null;
  const first = rows.findIndex((row) => labels.revenueRank(row.path.at(-1) ?? '') > 0);
  const path = rows[first]?.path;
  if (path === undefined) return null;
  const end = rows.findIndex((row, index) => index > first && row.path !== path);
  const under = rows.slice(first, end === -1 ? rows.length : end);
  const total = under.findIndex((row) => row.label === '');
  if (total > 0) return under[total] ?? null;
  return under.length === 1 && end !== -1 ? (under[0] ?? null) : null;
}

function amountAt(row: GridRow, index: number | null): Figure | null {
  const figure = row.figures[index ?? -1] ?? null;
  return figure?.isPercent === true ? null : figure;
}

/** Returns whether a figure looks like one per share: small, with two to four decimals, unless large amounts have decimals too. */
const looksPerShare = (figure: Figure, { hasCents }: SectionWords): boolean =>
  figure.decimals >= 2 && figure.decimals <= 4 && Math.abs(Number(figure.value)) < 1_000 && !hasCents;

function claimsOf(row: GridRow, section: Section, words: SectionWords): Claim[] {
  const { label } = row;
  if (label === '' || labels.isAdjustment(label)) return [];
  const claims: Claim[] = [];
  const isPlain = section.kind !== 'reconciliation' && !labels.namesAdjusted(label) && !row.path.some(headsAdjusted(section));
  if (isPlain) {
    const base = section.kind === 'statement' ? 20 : 10;
    const simple = simpleMetric(label, section);
    if (simple !== null) claims.push({ metric: simple.metric, column: 'reported', rank: base + simple.rank });
    const kind = labels.netIncomeKind(label) ?? ownersKind(row, section);
    if (kind !== null && kind !== 'continuing') claims.push({ metric: netIncomeMetric[kind], column: 'reported', rank: base });
  }
  return [...claims, ...perShareClaims(row, section, words)];
}

function ownersKind({ label, path }: GridRow, { block: { rows } }: Section): labels.NetIncomeKind | null {
  const heading = path.at(-1) ?? '';
  if (!labels.headsOwners(heading)) return null;
  const above = rows[rows.findIndex((row) => row.path === path) - 1]?.label ?? '';
  return labels.ownersKind(label, heading, above);
}

/** Returns the test for headings of adjusted figures. In a statement "as adjusted" heads the year that was restated. */
const headsAdjusted = ({ kind }: Section): ((heading: string) => boolean) => (kind === 'statement' ? labels.titlesAdjusted : labels.namesAdjusted);

const netIncomeMetric = {
  plain: 'net_income',
  parent: 'net_income_parent',
  common: 'net_income_common',
  including_nci: 'net_income_incl_nci',
} as const;

function simpleMetric(label: string, section: Section): { metric: MetricId; rank: number } | null {
  const revenue = labels.revenueRank(label);
  if (revenue > 1) {
    const isNet = labels.isNetRevenue(label);
    const hasGross = isNet && section.block.rows.some((row) => labels.revenueRank(row.label) > 1 && !labels.isNetRevenue(row.label));
    return { metric: hasGross ? 'net_revenue' : 'revenue', rank: revenue };
  }
  const metric = simpleLabels.find(([, isNamed]) => isNamed(label))?.[0];
  return metric === undefined ? null : { metric, rank: 0 };
}
const simpleLabels = [
  ['operating_income', labels.isOperatingIncome],
  ['net_interest_income', labels.isNetInterestIncome],
  ['noninterest_income', labels.isNoninterestIncome],
  ['gross_profit', labels.isGrossProfit],
] as const;

function perShareClaims(row: GridRow, section: Section, { titles }: SectionWords): Claim[] {
  const { label, path } = row;
  const heading = path.join(' ');
  const nearest = path.at(-1) ?? '';
  if (labels.namesDividend(label) || labels.namesPart(label)) return [];
  const isColumn = section.columns.some((column) => column.isPerShare);
  const isNamed = labels.namesPerShare(label) || labels.namesPerShare(heading) || (section.kind === 'reconciliation' && labels.namesPerShare(titles));
  if (!isNamed && !isColumn) return [];
  if (labels.namesShareCount(label) || (!labels.namesPerShare(label) && labels.namesShareCount(heading) && !labels.namesPerShare(nearest))) return [];
  if (!labels.namesPerShare(label) && labels.namesPart(heading)) return [];
  const isAds = labels.namesAds(label) || (labels.namesAds(heading) && !/\bshare\b/i.test(label));
  const isDiluted = labels.namesDiluted(label) || (labels.namesDiluted(`${heading} ${isColumn ? '' : titles}`) && !labels.namesBasic(label));
  const isBasic = labels.namesBasic(label) || (labels.namesBasic(heading) && !labels.namesDiluted(label));
  const per = isColumn ? 'per share ' : '';
  const suffix = isAds ? '_per_ads' : '';
  const claim = (metric: string, column: string, rank: number): Claim => ({
    metric: `${metric}${suffix}` as MetricId,
    column: `${per}${column}` as ColumnKind,
    rank,
  });
  if (isAdjustedPerShare(row, section)) return isBasic && !isDiluted ? [] : [claim('eps_diluted_adjusted', 'adjusted', isDiluted ? 12 : 10)];
  if ((labels.namesAdjusted(label) || headsAdjusted(section)(heading)) && !/^gaap\b|\(gaap\)/i.test(label)) return [];
  if (isDiluted && isAboutAdjusted(section) && (isBareDiluted(label) || (labels.namesPerShare(label) && !/gaap|reported/i.test(label))))
    return [claim('eps_diluted_adjusted', 'adjusted', 8)];
  if (labels.namesOtherMeasure(label)) return [];
  const isGaapRow = /^gaap\b|\bgaap\b(?! adj)|as reported/i.test(label);
  if (section.kind === 'reconciliation' && !isGaapRow) return [];
  // A row of continuing operations ranks below one of all operations.
  const rank = (section.kind === 'statement' ? 20 : section.kind === 'summary' ? 10 : 5) - (labels.namesContinuing(`${heading} ${label}`) ? 8 : 0);
  const claims: Claim[] = [];
  if (isDiluted) claims.push(claim('eps_diluted', 'reported', rank));
  if (isBasic) claims.push(claim('eps_basic', 'reported', rank));
  return claims;
}

const isBareDiluted = (label: string): boolean => /^\W*(?:basic and )?(?:diluted|eps diluted|e\/ads\W* diluted)\b/i.test(label);

/** Returns whether the table is about adjusted figures, so that plain labels name adjusted measures. */
function isAboutAdjusted(section: Section): boolean {
  if (section.kind !== 'reconciliation') return false;
  if (section.columns.some((column) => column.basis === 'adjusted')) return true;
  const titles = section.block.titles.join(' ');
  return labels.titlesAdjusted(titles) && !/reconcil|\bto (?:non-?gaap|adjusted)|pro ?forma/i.test(titles);
}

/** Returns whether the row is an adjusted measure: its label names one, or is a bare "Diluted" below a heading of one. */
function isAdjustedPerShare({ label, path }: GridRow, section: Section): boolean {
  if (/adjustments?\b|\beffects?\b|\bimpact|share count|weighted|^(?:reported|gaap)\b|\(gaap\)/i.test(label)) return false;
  const isMeasure = /net|income|earnings|loss|profit|\beps\b|e\/ads|dilut|per share/i.test(label);
  if (labels.namesAdjusted(label)) return isMeasure;
  return section.kind !== 'statement' && labels.namesAdjusted(path.at(-1) ?? '') && isBareDiluted(label);
}

const wordsAbove = ({ path }: GridRow, { block, lines }: Section): string[] => [...path.toReversed(), ...block.titles.toReversed(), ...lines];

const scaleOf = (row: GridRow, section: Section, column: number): Scale | null =>
  [row.label, section.block.headings[column] ?? '', ...wordsAbove(row, section)].map(scaleIn).find((scale) => scale !== null) ?? null;

const dollars: ReadonlySet<string> = new Set(['USD', 'CAD', 'AUD', 'HKD', 'SGD', 'TWD', 'MXN']);
const lineCharactersMax = 200;

/** Returns the currency that the nearest words name; null if none name exactly one. */
function currencyOf(row: GridRow, section: Section, role: ColumnRoles, figure: Figure): string | null {
  const own = currencyIn(figure.currency) ?? currencyIn(row.label) ?? role.currency;
  // A line about euros does not describe figures in `$`.
  const isOwn = (named: string | null): boolean => named !== null && (figure.currency !== '$' || dollars.has(named));
  return (
    own ??
    wordsAbove(row, section)
      .map((words) => (words.length < lineCharactersMax ? currencyIn(words) : null))
      .find(isOwn) ??
    null
  );
}
