/** A figure of an earnings read as a reader wants it: the digits as printed, with currency, scale and sign: `$119,575 million`, `-$0.41`, `RMB 193.3 million`. */
import type { EarningsAnalysis, KeyMetric } from '#schemas/earnings.ts';

const digitsOf = (printed: string): string => /\d[\d,]*(?:\.\d+)?|\.\d+/.exec(printed)?.[0] ?? printed;
const scaleWords = { ones: '', thousands: ' thousand', millions: ' million', billions: ' billion', trillions: ' trillion' } as const;

/** Null where the scale is not known: digits alone would mislead. */
export function amountText(
  metric: Pick<KeyMetric, 'value' | 'numeric' | 'unit' | 'scale'>,
  printed = metric.value,
  isNegative = metric.numeric < 0,
): string | null {
  if (metric.scale === null) return null;
  const [currency = '', per] = metric.unit.split('/');
  const digits = digitsOf(printed).replace(/^\./, '0.');
  const sign = currency === 'USD' ? '$' : `${currency} `;
  const unit = per === undefined || per === 'share' ? '' : ` per ${per}`;
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

/** Above zero: better than the year before; null where that is not printed. */
export function changeOnYear(metric: KeyMetric | undefined): number | null {
  if (metric === undefined || metric.prior_year === null) return null;
  const before = Number(digitsOf(metric.prior_year).replaceAll(',', '')) * (isLoss(metric.prior_year) ? -1 : 1);
  const now = Number(digitsOf(metric.value).replaceAll(',', '')) * (metric.numeric < 0 ? -1 : 1);
  return Number.isFinite(before) && Number.isFinite(now) ? Math.sign(now - before) : null;
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
