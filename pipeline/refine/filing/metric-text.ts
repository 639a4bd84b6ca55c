/** A figure of an earnings read as a reader wants it: the digits as printed, with currency, scale and sign: `$119,575 million`, `-$0.41`, `RMB 193.3 million`. */
import type { EarningsAnalysis, KeyMetric } from '#schemas/earnings.ts';

const digitsOf = (printed: string): string => /\d[\d,]*(?:\.\d+)?|\.\d+/.exec(printed)?.[0] ?? printed;
const scaleWords = { ones: '', thousands: ' thousand', millions: ' million', billions: ' billion', trillions: ' trillion' } as const;

/** Null where the scale is not known: digits alone would mislead. */
export function amountText(
  metric: Pick<KeyMetric, 'name' | 'value' | 'numeric' | 'unit' | 'scale'>,
  printed = metric.value,
  isNegative = metric.numeric < 0,
): string | null {
  if (metric.scale === null || metric.unit === null) return null;
  const currency = metric.unit;
  const digits = digitsOf(printed).replace(/^\./, '0.');
  const sign = currency === 'USD' ? '$' : `${currency} `;
  const unit = /\bADS\b/.test(metric.name) ? ' per ADS' : '';
  return `${isNegative ? '-' : ''}${sign}${digits}${scaleWords[metric.scale]}${unit}`;
}

/** A loss is printed in brackets or with a minus, in tables. */
const isLoss = (printed: string): boolean => /[(−–-]/.test(/^\W*(?=\d)/.exec(printed)?.[0] ?? '');

/** `$2.18, against $1.88 a year before (+16.0%)`. */
export function againstYear(metric: KeyMetric): string | null {
  const now = amountText(metric);
  if (now === null) return null;
  const before = metric.prior_year === null ? null : amountText(metric, metric.prior_year, isLoss(metric.prior_year));
  if (before === null) return now;
  return `${now}, against ${before} a year before${metric.yoy_change === null ? '' : ` (${metric.yoy_change})`}`;
}

export interface Headline {
  readonly revenue: KeyMetric | undefined;
  readonly netIncome: KeyMetric | undefined;
  readonly eps: KeyMetric | undefined;
  readonly adjustedEps: KeyMetric | undefined;
}

export function headlineMetrics({ key_metrics }: Pick<EarningsAnalysis, 'key_metrics'>): Headline {
  const named = (pattern: RegExp): KeyMetric | undefined => key_metrics.find(({ name }) => pattern.test(name));
  return {
    revenue: named(/^revenue$/i),
    netIncome: named(/^net income$/i),
    eps: named(/^diluted eps/i),
    adjustedEps: named(/^adjusted diluted eps/i),
  };
}
