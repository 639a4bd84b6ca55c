/** Verified figures of a release and who filed it in, the read as served (contract.md 8) out; or the reason why there is none. */
import type { ReducedText } from '../documents/reduce.ts';
import type { EarningsAnalysis, KeyMetric, MetricRefusal, ReadRefusal } from '#schemas/earnings.ts';
import { fullValue, isPerShare, metricIds, type Candidate, type MetricId } from './candidates.ts';
import { documentCurrency } from './document-currency.ts';
import type { Figure } from './figure.ts';
import { fiscalPeriod } from './fiscal.ts';
import { readGuidance } from './guidance.ts';
import { metricNames } from './names.ts';
import { readNarrative } from './narrative.ts';
import { readFigures, type Figures } from './read.ts';
import { readSegments } from './segments.ts';
import { readSections, type Section } from './sections.ts';
import { readSentences } from './sentences.ts';
import { companyIn, readTitle } from './title.ts';
import { judge, type Compared } from './verdict.ts';

export interface ReadFacts {
  /** The filer's name; '' takes it from the headline. */
  readonly company: string;
  /** As the release's own words were read to say; unsaid, the first line that speaks of results. */
  readonly headline?: string;
  readonly ticker: string | null;
  readonly form: '8-K' | '6-K';
  /** Day of filing, where known: a period that ended long before it is not the one reported. */
  readonly filedOn: string | null;
}

export type ReadOutcome =
  | {
      readonly kind: 'published';
      readonly analysis: EarningsAnalysis;
      readonly metrics: ReadonlyMap<MetricId, KeyMetric>;
      readonly dropped: ReadonlyMap<MetricId, MetricRefusal>;
    }
  | { readonly kind: 'refused'; readonly reason: ReadRefusal };

/** The slowest filers report a year some four months after it ends. */
const oldestDays = 200;

/** `sections` where they were read already, to tell what kind of document it is. */
export function readEarnings(reduced: ReducedText, facts: ReadFacts, sections: readonly Section[] = readSections(reduced)): ReadOutcome {
  const outcome = readFigures(reduced, sections);
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
    if (candidate === undefined || metricNames[id] === undefined) continue;
    const currency = candidate.currency ?? byDefault;
    if (currency === null) dropped.set(id, 'currency_unknown');
    else metrics.set(id, keyMetric(id, candidate, currency, basis));
  }
  if (metrics.size === 0) return { kind: 'refused', reason: 'no_headline_metric' };
  return { kind: 'published', analysis: assemble(reduced, facts, figures, fiscal, metrics, byDefault ?? 'USD'), metrics, dropped };
}

function isStale(end: string | null, filedOn: string | null): boolean {
  if (end === null || filedOn === null) return false;
  const days = (Date.parse(filedOn) - Date.parse(end)) / 86_400_000;
  return days < 0 || days > oldestDays;
}

/** Domestic filers report under U.S. GAAP; a foreign issuer's release says what it reports under, or is `other`. */
function accountingBasis(text: string, form: ReadFacts['form']): 'GAAP' | 'other' {
  if (form === '8-K') return 'GAAP';
  const mentions = (words: RegExp): number => text.match(words)?.length ?? 0;
  const gaap = mentions(/(?<!non-)\bGAAP\b|generally accepted accounting principles/gi);
  return gaap > mentions(/\bIFRS\b|International Financial Reporting Standards/gi) ? 'GAAP' : 'other';
}

function keyMetric(id: MetricId, candidate: Candidate, currency: string, basis: 'GAAP' | 'other'): KeyMetric {
  const { figure, priorYear, priorQuarter } = candidate;
  const name = metricNames[id];
  return {
    name: name?.name ?? id,
    value: figure.printed,
    basis: name?.isAdjusted ? 'non-GAAP' : basis,
    prior_year: priorYear?.printed ?? null,
    prior_quarter: priorQuarter?.printed ?? null,
    yoy_change: change(figure, priorYear),
    qoq_change: change(figure, priorQuarter),
    numeric: exact(candidate),
    unit: name?.per ? `${currency}/${name.per}` : currency,
    scale: isPerShare(id) ? 'ones' : candidate.scale,
    evidence: { start: figure.start, end: figure.end },
  };
}

/** 456.6 millions are 456600000, not 456600000.00000006. */
const exact = (candidate: Candidate): number => Number(fullValue(candidate).toPrecision(15));

/** Percent with one decimal; a base of zero or a loss has no percentage. */
function change(current: Figure, before: Figure | null): string | null {
  if (before === null) return null;
  const base = Number(before.value);
  if (base <= 0) return null;
  const percent = ((Number(current.value) - base) / base) * 100;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)}%`;
}

type Fiscal = ReturnType<typeof fiscalPeriod>;

function assemble(
  reduced: ReducedText,
  facts: ReadFacts,
  figures: Figures,
  fiscal: Fiscal,
  metrics: ReadonlyMap<MetricId, KeyMetric>,
  currency: string,
): EarningsAnalysis {
  const sentences = readSentences(reduced.text);
  const guidance = readGuidance(sentences, currency);
  const revenue = figures.metrics.get('revenue');
  const headline = facts.headline ?? readTitle(reduced.text);
  const { verdict, reason } = judge({
    revenue: compared('Revenue', revenue),
    earnings:
      compared('Adjusted diluted EPS', figures.metrics.get('eps_diluted_adjusted')) ??
      compared('Diluted EPS', figures.metrics.get('eps_diluted')) ??
      compared('Net income', figures.metrics.get('net_income')),
    guidance: guidance?.state ?? null,
  });
  const wanted: readonly (readonly [MetricId, string])[] = [
    ['revenue', 'Revenue'],
    ['net_income', 'Net income'],
    ['eps_diluted', 'Diluted EPS'],
  ];
  const missing = wanted.filter(([id]) => !metrics.has(id)).map(([, name]) => name);
  const { drivers, concerns, quotes } = readNarrative(sentences);
  return {
    company: facts.company === '' ? companyIn(headline) : facts.company,
    ticker: facts.ticker,
    fiscal_period: fiscal.name,
    period_end: fiscal.end,
    headline,
    verdict,
    verdict_reason: reason,
    key_metrics: [...metrics.values()],
    segments: revenue === undefined ? [] : readSegments(figures.sections, revenue, figures.period.months, metrics.get('revenue')?.unit ?? currency),
    guidance,
    drivers: [...drivers],
    concerns: [...concerns],
    quotes: [...quotes],
    missing_items: guidance === null ? [...missing, 'Guidance'] : missing,
    numbers_verified_from_document: true,
    table_scale: (revenue ?? figures.metrics.get('net_income'))?.scale ?? null,
  };
}

function compared(name: string, candidate: Candidate | undefined): Compared | null {
  if (candidate === undefined) return null;
  return { name, current: fullValue(candidate), priorYear: candidate.priorYear === null ? null : fullValue(candidate, candidate.priorYear) };
}
