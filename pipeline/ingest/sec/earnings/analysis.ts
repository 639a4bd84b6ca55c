/** Builds the earnings read of a release as served (specification.md C8) from its verified figures, or returns why there is none. */
import type { EarningsAnalysis, KeyMetric, MetricRefusal, ReadRefusal } from '#schemas/earnings.ts';
import type { ReducedText } from '../documents/reduced-text.ts';
import { fullValue, isAdjusted, isPerShare, metricIds, servedNames, type Candidate, type MetricId } from './metrics/candidates.ts';
import { documentCurrency } from './terms/currency.ts';
import { fiscalPeriod, type FiscalPeriod } from './terms/fiscal.ts';
import { changeOf } from './change.ts';
import { readGuidance } from './prose/guidance.ts';
import type { GuidedRange } from './prose/guided-ranges.ts';
import { guidanceFields, priorGuidance } from './guidance-fields.ts';
import { readNarrative } from './prose/narrative.ts';
import { readQuotes } from './quotes.ts';
import { headlineMetrics, type Figures, type FiguresOutcome } from './metrics/read-figures.ts';
import { readSegments } from './metrics/segments.ts';
import { guidanceRows } from './tables/guidance-rows.ts';
import { readSentences, type Sentence } from './prose/sentences.ts';
import { summaryOf } from './summary.ts';
import { judge, type ComparedFigure, type VerdictInput } from './verdict.ts';

export interface ReadFacts {
  /** The filer's name; '' if neither header nor cover has it. */
  readonly company: string;
  readonly form: '8-K' | '6-K';
  /** Filing date; null when unknown. A period that ended long before it is not the reported one. */
  readonly filedOn: string | null;
}

export type ReadOutcome =
  | {
      readonly kind: 'published';
      readonly analysis: EarningsAnalysis;
      readonly metrics: ReadonlyMap<MetricId, KeyMetric>;
      readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
      readonly text: string;
    }
  | { readonly kind: 'refused'; readonly reason: ReadRefusal };

/** Maximum number of days between the end of the period and the filing; the slowest filers take four months. */
const oldestDays = 200;

type ReleaseFacts = ReadFacts & {
  /** The headline of the release; '' if there is none. */
  readonly headline: string;
};

export function readEarnings(reduced: ReducedText, facts: ReleaseFacts, outcome: FiguresOutcome): ReadOutcome {
  if (outcome.kind === 'refused') return outcome;
  const { figures } = outcome;
  const fiscal = fiscalPeriod(figures.period, reduced.text, figures.endsYear);
  if (isStale(fiscal.end, facts.filedOn)) return { kind: 'refused', reason: 'no_period' };
  const byDefault = documentCurrency(reduced.text, facts.form);
  const basis = accountingBasis(reduced.text, facts.form);
  const metrics = new Map<MetricId, KeyMetric>();
  const dropped = new Map(figures.dropped);
  for (const id of metricIds) {
    const candidate = figures.metrics.get(id);
    if (candidate === undefined) continue;
    const currency = candidate.currency ?? byDefault;
    if (currency === null) dropped.set(id, 'currency_unknown');
    else metrics.set(id, keyMetric(id, candidate, currency, basis));
  }
  if (metrics.size === 0) return { kind: 'refused', reason: 'no_headline_metric' };
  return {
    kind: 'published',
    analysis: assemble(reduced, facts, figures, fiscal, metrics, byDefault ?? 'USD'),
    metrics,
    dropped,
    text: reduced.text,
  };
}

function isStale(end: string | null, filedOn: string | null): boolean {
  if (end === null || filedOn === null) return false;
  const days = (Date.parse(filedOn) - Date.parse(end)) / 86_400_000;
  return days <= 0 || days > oldestDays;
}

/** Returns `GAAP` (U.S.) for domestic filers and for a foreign issuer whose release says so, else `other`. */
function accountingBasis(text: string, form: ReadFacts['form']): 'GAAP' | 'other' {
  if (form === '8-K') return 'GAAP';
  const mentions = (words: RegExp): number => text.match(words)?.length ?? 0;
  const gaap = mentions(/(?<!non-)\bGAAP\b|generally accepted accounting principles/gi);
  return gaap > mentions(/\bIFRS\b|International Financial Reporting Standards/gi) ? 'GAAP' : 'other';
}

function keyMetric(id: MetricId, candidate: Candidate, currency: string, basis: 'GAAP' | 'other'): KeyMetric {
  const { figure, priorYear, priorQuarter } = candidate;
  const [onYear, onQuarter] = [changeOf(candidate, figure, priorYear), changeOf(candidate, figure, priorQuarter)];
  const changes = [onYear, onQuarter].filter(({ text }) => text !== null);
  return {
    name: servedNames[id],
    value: figure.printed,
    basis: isAdjusted(id) ? 'non-GAAP' : basis,
    prior_year: priorYear?.printed ?? null,
    prior_quarter: priorQuarter?.printed ?? null,
    yoy_change: onYear.text,
    qoq_change: onQuarter.text,
    // One computed change makes the basis `computed`, for readers who trust only printed figures.
    change_basis: changes.length > 0 && changes.every(({ basis: by }) => by === 'printed') ? 'printed' : 'computed',
    numeric: Number(figure.value),
    unit: currency,
    scale: isPerShare(id) ? 'ones' : candidate.scale,
    evidence: { start: figure.start, end: figure.end },
  };
}

function assemble(
  reduced: ReducedText,
  facts: ReleaseFacts,
  figures: Figures,
  fiscal: FiscalPeriod,
  metrics: ReadonlyMap<MetricId, KeyMetric>,
  currency: string,
): EarningsAnalysis {
  const sentences = readSentences(reduced.text);
  const parsed = readGuidance(sentences, currency, guidanceRows(reduced));
  const guidance = parsed === null ? null : guidanceFields(parsed, sentences);
  const revenue = figures.metrics.get('revenue');
  const { verdict, reason } = judge({
    revenue: firstOf(figures, ['revenue']),
    earnings: firstOf(figures, accountsEarnings),
    income: firstOf(figures, netIncomes),
    adjusted: firstOf(figures, ['eps_diluted_adjusted', 'eps_diluted_adjusted_per_ads']),
    guidance: guidance?.state ?? null,
    loss: lossIn(facts.headline, sentences, figures),
  });
  const missing: string[] = headlineMetrics.filter((id) => !metrics.has(id)).map((id) => servedNames[id]);
  const keyMetrics = [...metrics.values()];
  return {
    company: facts.company,
    ticker: '',
    fiscal_period: fiscal.name,
    period_end: fiscal.end,
    headline: facts.headline,
    verdict,
    verdict_reason: reason,
    key_metrics: keyMetrics,
    segments: revenue === undefined ? [] : readSegments(figures.sections, revenue, figures.period.months, sentences),
    guidance,
    vs_prior_guidance: priorGuidance(sentences, currency, (metric, of) => actualOf(metric, of, figures)),
    ...readNarrative(sentences),
    quotes: readQuotes(reduced.text),
    analysis: summaryOf({ period: fiscal.name, verdict, reason, metrics: keyMetrics, guidance }),
    missing_items: guidance === null ? [...missing, 'Guidance'] : missing,
    numbers_verified_from_document: true,
    table_scale: (revenue ?? figures.metrics.get('net_income'))?.scale ?? null,
    source_text_url: null,
  };
}

const guidedMetrics: Readonly<Record<string, readonly [asReported: MetricId, adjusted: MetricId | null]>> = {
  Revenue: ['revenue', null],
  EPS: ['eps_diluted', 'eps_diluted_adjusted'],
  'EPS per ADS': ['eps_diluted_per_ads', 'eps_diluted_adjusted_per_ads'],
  'Net income': ['net_income', null],
  'Operating income': ['operating_income', null],
};

/** Returns the reported figure of a guided measure, as printed and in whole units; null if it was not read. */
function actualOf(metric: string, basis: GuidedRange['basis'], figures: Figures): { printed: string; amount: number } | null {
  const ids = guidedMetrics[metric];
  const id = ids === undefined ? null : basis === 'non-GAAP' ? ids[1] : ids[0];
  const candidate = id === null ? undefined : figures.metrics.get(id);
  return candidate === undefined ? null : { printed: candidate.figure.printed, amount: fullValue(candidate) };
}

const netIncomes: readonly MetricId[] = ['net_income_common', 'net_income', 'net_income_incl_nci'];
const accountsEarnings: readonly MetricId[] = ['eps_diluted', 'eps_basic', 'eps_diluted_per_ads', 'eps_basic_per_ads', ...netIncomes];
const isNegative = (candidate: Candidate | undefined): boolean => candidate !== undefined && fullValue(candidate) < 0;

/** Returns the loss that a line of the accounts or a sentence shows. An operating loss may come with a net profit. */
function lossIn(headline: string, sentences: readonly Sentence[], figures: Figures): VerdictInput['loss'] {
  const { metrics } = figures;
  if (accountsEarnings.some((id) => isNegative(metrics.get(id))) || statesLoss(headline, sentences, figures)) return 'net';
  return isNegative(metrics.get('operating_income')) ? 'operating' : null;
}

const leadSentences = 20;
/** Matches "A net loss of $2.4 billion", "net loss in the quarter was ($9.5) million"; not an adjusted loss, nor what it is compared with. */
const statedLoss =
  /(?<!\badjusted )(?<!non-gaap )\b(?:net loss|(?:reported|posted|recorded|incurred|was|were) (?:an? )?(?:GAAP |consolidated )?loss)\b[^.;]{0,80}?[$€£¥(]\s?\(?\d/i;

function statesLoss(headline: string, sentences: readonly Sentence[], { metrics }: Figures): boolean {
  if (accountsEarnings.some((id) => metrics.has(id))) return false;
  return [headline, ...sentences.slice(0, leadSentences).map(({ text }) => text)].some((text) =>
    statedLoss.test(text.split(/\b(?:compared|versus|against|from|than)\b/i)[0]!),
  );
}

/** Returns the first of these metrics that the release has, preferably with a figure of the prior year; null if there is none. */
function firstOf({ metrics }: Figures, ids: readonly MetricId[]): ComparedFigure | null {
  const given = ids.filter((id) => metrics.has(id));
  const id = given.find((one) => metrics.get(one)!.priorYear !== null) ?? given[0];
  if (id === undefined) return null;
  const candidate = metrics.get(id)!;
  return {
    name: servedNames[id],
    current: fullValue(candidate),
    priorYear: candidate.priorYear === null ? null : fullValue(candidate, candidate.priorYear),
  };
}
