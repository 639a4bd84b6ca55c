/** An earnings read: the results in an earnings release, each figure with its offsets in the text of the filing. */
import { z } from 'zod';
import { DateOnly, Instant, Uid } from './primitives.ts';

export const scales = ['ones', 'thousands', 'millions', 'billions', 'trillions'] as const;
export const verdicts = ['strong', 'solid', 'mixed', 'weak'] as const;
export const metricBases = ['GAAP', 'non-GAAP', 'other'] as const;
const guidanceStates = ['raised', 'lowered', 'maintained', 'withdrawn', 'initiated', 'none'] as const;
const changeBases = ['printed', 'computed'] as const;
const guidanceVerdicts = ['above', 'in line', 'below', 'n/a'] as const;

/** UTF-16 offsets of a figure in the text that pipeline/ingest/sec/documents/reduce.ts makes of the filing. */
const Evidence = z.object({ start: z.int().min(0), end: z.int().min(0) });

export const KeyMetric = z
  .object({
    name: z.string(),
    value: z.string().meta({ description: 'Exactly as printed' }),
    basis: z.enum(metricBases).meta({ description: 'other: IFRS, and figures that are marked neither GAAP nor adjusted' }),
    prior_year: z.string().nullable().meta({ description: 'The same quarter one year earlier, as printed' }),
    prior_quarter: z.string().nullable(),
    yoy_change: z
      .string()
      .nullable()
      .meta({ description: 'As printed, else a percentage computed from two printed figures; null across zero: from zero or a loss, or to a loss' }),
    qoq_change: z.string().nullable(),
    change_basis: z.enum(changeBases).meta({ description: 'Whether the changes are printed in the filing or computed from printed figures' }),
    numeric: z.number().meta({ description: '`value` as a number, losses negative; multiply by `scale` to get the amount' }),
    unit: z
      .string()
      .nullable()
      .meta({ description: 'ISO 4217 code (also for per-share figures), pct, bp or shares; null if the filing states none' }),
    scale: z.enum(scales).nullable().meta({ description: 'null if the filing does not state it' }),
    evidence: Evidence,
  })
  .meta({ id: 'KeyMetric' });
export type KeyMetric = z.infer<typeof KeyMetric>;

export const SegmentFigure = z
  .object({
    name: z.string(),
    revenue: z.string().meta({ description: 'Exactly as printed, in the scale of `table_scale`' }),
    yoy_change: z.string().nullable(),
    qoq_change: z.string().nullable(),
    driver: z.string().meta({ description: "The sentence of the release that gives the cause; '' if there is none" }),
    evidence: Evidence,
  })
  .meta({ id: 'SegmentFigure' });
export type SegmentFigure = z.infer<typeof SegmentFigure>;

const asPrinted = z.string().nullable();

/** Guidance in a release. A measure is null if the release gives no guidance for it. */
export const Guidance = z
  .object({
    period: z.string().meta({ description: "'' if the release does not say" }),
    revenue: asPrinted,
    gross_margin: asPrinted,
    operating_expenses: asPrinted,
    tax_rate: asPrinted,
    eps: asPrinted,
    other: z.array(z.string()).meta({ description: 'Other guidance, each as `measure (period): range`' }),
    state: z
      .enum(guidanceStates)
      .meta({ description: 'initiated: not compared with earlier guidance; none: changed both ways, or without saying how' }),
    evidence: z.array(Evidence),
  })
  .meta({ id: 'Guidance' });
export type Guidance = z.infer<typeof Guidance>;

export const PriorGuidance = z.object({ metric: z.string(), prior_guidance: z.string(), actual: z.string(), verdict: z.enum(guidanceVerdicts) });
export type PriorGuidance = z.infer<typeof PriorGuidance>;

export const Quote = z.object({ speaker: z.string(), role: z.string().nullable(), text: z.string() });
export type Quote = z.infer<typeof Quote>;

export const EarningsAnalysis = z
  .object({
    company: z.string(),
    ticker: z.string().meta({ description: "'' if the filer has no listed symbol" }),
    fiscal_period: z.string().meta({ description: '`Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019`' }),
    period_end: DateOnly.nullable(),
    headline: z.string(),
    verdict: z.enum(verdicts),
    verdict_reason: z.string(),
    key_metrics: z.array(KeyMetric).min(1),
    segments: z.array(SegmentFigure),
    guidance: Guidance.nullable().meta({ description: 'null if the filing gives none' }),
    vs_prior_guidance: z.array(PriorGuidance),
    capital_returns: z.array(z.string()).meta({ description: 'Sentences about dividends and buybacks' }),
    balance_sheet_cash_flow: z.array(z.string()).meta({ description: 'Sentences about cash, debt and cash flow' }),
    drivers: z.array(z.string()),
    concerns: z.array(z.string()),
    what_to_watch: z.array(z.string()).meta({ description: 'Sentences about the future' }),
    quotes: z.array(Quote),
    analysis: z.string().meta({ description: 'A summary of the figures in a few sentences' }),
    missing_items: z.array(z.string()),
    numbers_verified_from_document: z.literal(true),
    table_scale: z.enum(scales).nullable(),
    source_text_url: z.string().nullable().meta({ description: 'Path of the source text; evidence offsets refer to it' }),
  })
  .meta({ id: 'EarningsAnalysis' });
export type EarningsAnalysis = z.infer<typeof EarningsAnalysis>;

const text = (stored: string | null): string => stored ?? '';

/** Returns the read with '' for texts that earlier releases stored as null. */
export const withTexts = (read: EarningsAnalysis): EarningsAnalysis => ({
  ...read,
  segments: read.segments.map((segment) => ({ ...segment, revenue: text(segment.revenue), driver: text(segment.driver) })),
  guidance: read.guidance === null ? null : { ...read.guidance, period: text(read.guidance.period) },
  quotes: read.quotes.map((quote) => ({ ...quote, speaker: text(quote.speaker) })),
});

/** The answer to a request for a ticker's latest read: the row that has it. The single fetch of the row contains the read itself. */
export const EarningsPointer = z.object({
  uid: Uid,
  time_published: Instant,
  title: z.string(),
  fiscal_period: z.string(),
  verdict: z.enum(verdicts),
  headline: z.string(),
});

/** Reasons why a release has no read; a metric counts each. */
export const readRefusals = [
  'no_text', // nothing to read: empty, or not text
  'no_figures', // neither a table nor a sentence with a figure
  'no_statement', // neither a table nor a sentence that reports earnings
  'no_period', // no column was found to be the current period
  'no_headline_metric', // neither revenue, net income nor earnings per share could be read
  'contradiction', // figures of the document contradict each other
  'unverified', // a figure is not in the text as printed
  'text_too_large', // the text to which the offsets refer is too large to store
] as const;
export type ReadRefusal = (typeof readRefusals)[number];

/** Reasons why a published read omits a metric; a metric counts each. */
const metricRefusals = [
  'scale_unstated', // an amount whose scale no heading, label or sentence states
  'currency_unknown', // neither the figure nor the document names a currency
  'two_answers', // two equally suitable rows have different values
  'contradiction', // another table or sentence prints a different value
  'unproven', // nothing else in the release confirms it
] as const;
export type MetricRefusal = (typeof metricRefusals)[number];
