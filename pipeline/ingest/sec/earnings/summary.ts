/** Summarises an earnings read in a few sentences, from its figures alone. */
import type { Guidance, KeyMetric } from '#schemas/earnings.ts';
import { amountText } from '../../../refine/filing/metric-text.ts';

const figuresShown = 4;

const figureText = (metric: KeyMetric): string =>
  `${metric.name} ${amountText(metric) ?? metric.value}${metric.yoy_change === null ? '' : `, ${metric.yoy_change} on the year`}`;

const guidanceText = ({ state, period, revenue, eps }: Guidance): string => {
  const ranges = [revenue === null ? null : `revenue ${revenue}`, eps === null ? null : `EPS ${eps}`].filter((text) => text !== null);
  const said = state === 'none' ? 'Guidance' : `Guidance ${state}`;
  return ranges.length === 0 ? (state === 'none' ? '' : `${said}.`) : `${said}${period === '' ? '' : ` for ${period}`}: ${ranges.join(', ')}.`;
};

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
