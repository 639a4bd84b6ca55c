/** An earnings read: what a release says of a period, every figure with its place in the filing's text (contract.md 8). */
import { z } from 'zod';
import { DateOnly, Instant, Ticker, Uid } from './primitives.ts';

export const scales = ['ones', 'thousands', 'millions', 'billions', 'trillions'] as const;
export const verdicts = ['strong', 'solid', 'mixed', 'weak'] as const;
export const metricBases = ['GAAP', 'non-GAAP', 'other'] as const;
export const guidanceStates = ['given', 'raised', 'lowered', 'reiterated', 'withdrawn'] as const;

/** Where a figure stands: UTF-16 offsets into the filing's text (pipeline/ingest/sec/documents/reduce.ts). */
export const Evidence = z.object({ start: z.int().min(0), end: z.int().min(0) });

export const KeyMetric = z
  .object({
    name: z.string(),
    value: z.string().meta({ description: 'Exactly as printed' }),
    basis: z.enum(metricBases).meta({ description: 'other: IFRS, and measures that neither call themselves GAAP nor adjusted' }),
    prior_year: z.string().nullable().meta({ description: 'The same quarter a year before, as printed' }),
    prior_quarter: z.string().nullable(),
    yoy_change: z.string().nullable().meta({ description: 'Percent, one decimal, computed; null where the base is zero or negative' }),
    qoq_change: z.string().nullable(),
    numeric: z.number().meta({ description: 'In whole units of `unit`: scale applied, losses negative' }),
    unit: z.string().meta({ description: 'ISO 4217 code, or code/share, code/ADS' }),
    scale: z.enum(scales).nullable().meta({ description: 'null where neither value, name nor heading states it' }),
    evidence: Evidence,
  })
  .meta({ id: 'KeyMetric' });
export type KeyMetric = z.infer<typeof KeyMetric>;

export const SegmentFigure = z.object({
  name: z.string(),
  metric: z.string(),
  value: z.string(),
  prior_year: z.string().nullable(),
  numeric: z.number(),
  unit: z.string(),
  scale: z.enum(scales).nullable(),
  evidence: Evidence,
});

export const GuidanceItem = z.object({
  metric: z.string(),
  basis: z.enum(metricBases),
  period: z.string().nullable(),
  value: z.string().meta({ description: 'The range as printed' }),
  low: z.number(),
  high: z.number(),
  unit: z.string(),
  scale: z.enum(scales).nullable(),
  evidence: Evidence,
});

export const Guidance = z.object({
  state: z.enum(guidanceStates),
  words: z.string().meta({ description: 'The sentence that says so, as printed' }),
  evidence: Evidence,
  items: z.array(GuidanceItem),
});
export type Guidance = z.infer<typeof Guidance>;

export const EarningsAnalysis = z
  .object({
    company: z.string(),
    ticker: Ticker.nullable(),
    fiscal_period: z.string().meta({ description: '`Q1 2020`, `Q4 FY2019`, `H1 2010`, `FY2019`' }),
    period_end: DateOnly.nullable(),
    headline: z.string(),
    verdict: z.enum(verdicts),
    verdict_reason: z.string(),
    key_metrics: z.array(KeyMetric).min(1),
    segments: z.array(SegmentFigure),
    guidance: Guidance.nullable(),
    drivers: z.array(z.string()),
    concerns: z.array(z.string()),
    quotes: z.array(z.string()),
    missing_items: z.array(z.string()),
    numbers_verified_from_document: z.literal(true),
    table_scale: z.enum(scales).nullable(),
  })
  .meta({ id: 'EarningsAnalysis' });
export type EarningsAnalysis = z.infer<typeof EarningsAnalysis>;

/** What the latest-read endpoint answers; the read itself is on the single fetch. */
export const EarningsPointer = z.object({
  uid: Uid,
  time_published: Instant,
  title: z.string(),
  fiscal_period: z.string(),
  verdict: z.enum(verdicts),
  headline: z.string(),
});

/** Why a release got no read; each is counted. */
export const readRefusals = [
  'no_text', // nothing to read: empty, or not text
  'no_figures', // no table with a figure
  'no_statement', // no table that reads as a statement or summary of earnings
  'no_period', // which column is the current period cannot be proven
  'no_headline_metric', // neither revenue, net income nor earnings per share could be read
  'contradiction', // figures of the document contradict each other
  'unverified', // a figure is not in the text as printed
] as const;
export type ReadRefusal = (typeof readRefusals)[number];

/** Why one metric of a published read was left out; each is counted. */
export const metricRefusals = [
  'scale_unstated', // an amount whose scale no heading, label or sentence states
  'currency_unknown', // no currency named, and none the document's own
  'two_answers', // two rows of equal standing differ
  'contradiction', // another table or sentence prints something else
  'unproven', // nothing else in the release bears it out
] as const;
export type MetricRefusal = (typeof metricRefusals)[number];
