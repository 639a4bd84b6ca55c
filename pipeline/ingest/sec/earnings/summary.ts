/** Summarises an earnings read in sentences, from its figures alone. */
import type { Guidance, KeyMetric } from '#schemas/earnings.ts';
import { amountText, changeText } from '../../../earnings-figure-text.ts';

const figuresShown = 4;

const figureText = (metric: KeyMetric): string =>
  `${metric.name} ${amountText(metric) ?? metric.value}${metric.yoy_change === null ? '' : `, ${changeText(metric.yoy_change)} on the year`}`;

/** Returns the guided ranges. Only the state `initiated` is named here; the reason of the verdict names the moves of other guidance. */
function guidanceText({ state, period, revenue, eps }: Guidance): string {
  const ranges = [revenue === null ? [] : `revenue ${revenue}`, eps === null ? [] : `EPS ${eps}`].flat();
  const said = `Guidance${state === 'initiated' ? ' initiated' : ''}`;
  if (ranges.length === 0) return state === 'initiated' ? `${said}.` : '';
  return `${said}${period === '' ? '' : ` for ${period}`}: ${ranges.join(', ')}.`;
}

export function summaryOf(read: {
  readonly period: string;
  readonly verdict: string;
  readonly reason: string;
  readonly metrics: readonly KeyMetric[];
  readonly guidance: Guidance | null;
}): string {
  const figures = read.metrics.slice(0, figuresShown).map(figureText).join('; ');
  const guided = read.guidance === null ? '' : guidanceText(read.guidance);
  return [`${read.period}: ${figures}.`, `Read as ${read.verdict}: ${read.reason}.`, guided].filter((text) => text !== '').join(' ');
}
