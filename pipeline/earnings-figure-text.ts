/** Formats the figures of an earnings read for readers: `$119.575 billion`, `-$0.41`, `RMB 193.3 million`. */
import Big from 'big.js';
import type { EarningsAnalysis, KeyMetric } from '#schemas/earnings.ts';

const digitsOf = (printed: string): string => /\d[\d,]*(?:\.\d+)?|\.\d+/.exec(printed)?.[0] ?? printed;
const scales = [
  ['trillion', new Big(1e12)],
  ['billion', new Big(1e9)],
  ['million', new Big(1e6)],
] as const;
const factors = { ones: 1, thousands: 1e3, millions: 1e6, billions: 1e9, trillions: 1e12 } as const;
/** Maximum number of decimal places of a scaled figure; reports print no more. */
const placesMax = 3;

/** Returns the amount with its unit: `37,267` in thousands is `37.267 million`. Per-share figures and small amounts stay as printed. */
function scaledText(digits: string, scale: NonNullable<KeyMetric['scale']>): string {
  const plain = digits.replaceAll(',', '');
  const amount = new Big(plain).times(factors[scale]);
  const said = scales.find(([, unit]) => amount.gte(unit));
  if (said === undefined) return scale === 'ones' ? digits : amount.toNumber().toLocaleString('en-US', { maximumFractionDigits: 4 });
  const isAsPrinted = amount.div(said[1]).eq(plain);
  return `${isAsPrinted ? digits : amount.div(said[1]).round(placesMax, Big.roundHalfUp).toFixed()} ${said[0]}`;
}

/** Minimum amount without a scale that is shown. It is in whole units, and a listed company has no smaller figure. */
export const wholeUnitsMin = 100_000;

/** Returns the amount with currency and unit; null when scale or currency is unknown, because digits alone would mislead, or without digits. */
export function amountText(
  metric: Pick<KeyMetric, 'name' | 'value' | 'numeric' | 'unit' | 'scale'>,
  printed = metric.value,
  isNegative = metric.numeric < 0,
): string | null {
  const scale = metric.scale ?? (Math.abs(metric.numeric) >= wholeUnitsMin ? 'ones' : null);
  const currency = metric.unit;
  if (scale === null || currency === null) return null;
  const digits = digitsOf(printed).replace(/^\./, '0.');
  if (!/^\d/.test(digits)) return null;
  const sign = currency === 'USD' ? '$' : `${currency} `;
  const unit = /\bADS\b/.test(metric.name) ? ' per ADS' : '';
  return `${isNegative ? '-' : ''}${sign}${scaledText(digits, scale)}${unit}`;
}

/** Returns whether a printed figure is a loss: tables print brackets or a minus, sentences the word. */
const isLoss = (printed: string): boolean => /\bloss\b/i.test(printed) || /[(−–-]/.test(/^\W*(?=\d)/.exec(printed)?.[0] ?? '');

const earns = /\b(?:income|profit|earnings)\b/i;
/** Returns whether the figure of the year before is a loss. When only the label of the table says so, neither figure has a sign. */
const wasLoss = ({ value, numeric }: KeyMetric, before: string): boolean => isLoss(before) || (numeric < 0 && !isLoss(value) && !earns.test(before));

/** Returns a change with its sign: tables print a rise as `21%` and a fall as `(21%)`, which become `+21%` and `-21%`. */
export const changeText = (printed: string): string =>
  printed.startsWith('(') ? `-${printed.replace(/[()\s]/g, '')}` : printed.replace(/^(?=[\d.]*[1-9])/, '+');

/**
 * Returns e.g. `$2.18, against $1.88 a year before (+16.0%)`, or `$2.18` when the figure of the year before cannot be shown; null when the
 * figure itself cannot be shown.
 */
export function againstYear(metric: KeyMetric): string | null {
  const now = amountText(metric);
  if (now === null) return null;
  const before = metric.prior_year === null ? null : amountText(metric, metric.prior_year, wasLoss(metric, metric.prior_year));
  if (before === null) return now;
  return `${now}, against ${before} a year before${metric.yoy_change === null ? '' : ` (${changeText(metric.yoy_change)})`}`;
}

interface Headline {
  readonly revenue: KeyMetric | undefined;
  readonly netIncome: KeyMetric | undefined;
  readonly eps: KeyMetric | undefined;
  readonly adjustedEps: KeyMetric | undefined;
}

export function headlineFigures({ key_metrics }: Pick<EarningsAnalysis, 'key_metrics'>): Headline {
  const named = (pattern: RegExp): KeyMetric | undefined => key_metrics.find(({ name }) => pattern.test(name));
  return {
    revenue: named(/^revenue$/i),
    netIncome: named(/^net income$/i),
    eps: named(/^diluted eps/i),
    adjustedEps: named(/^adjusted diluted eps/i),
  };
}
