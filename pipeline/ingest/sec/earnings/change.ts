/** Derives the change of a figure against an earlier one: as the release prints it next to the two, else computed from them. */
import type { KeyMetric } from '#schemas/earnings.ts';
import type { Candidate } from './metrics/candidates.ts';
import type { Figure } from './tables/figure.ts';

export interface Change {
  /** Change such as `+5.3%`, or as printed; null without a figure to compare with. */
  readonly text: string | null;
  readonly basis: KeyMetric['change_basis'];
}

/** Returns the change. A percentage in the row is printed as the change only if the figures give the same, to its last digit. */
export function changeOf({ section }: Pick<Candidate, 'section'>, current: Figure, before: Figure | null): Change {
  const percent = before === null ? null : percentBetween(current, before);
  if (percent === null) return { text: null, basis: 'computed' };
  const row = section.block.rows.find(({ figures }) => figures.includes(current));
  const printed = row?.figures.find((figure, column) => {
    const kind = section.columns[column]?.kind;
    return figure !== null && figure !== current && (kind === 'percent' || kind === 'change') && isSame(figure, percent);
  });
  return printed ? { text: printed.printed, basis: 'printed' } : { text: percentText(percent), basis: 'computed' };
}

function percentText(percent: number): string {
  const text = percent.toFixed(1).replace(/^-0\.0$/, '0.0');
  return `${Number(text) > 0 ? '+' : ''}${text}%`;
}

/** Returns null for a base of zero or a loss, which has no percentage. */
function percentBetween(current: Figure, before: Figure): number | null {
  const base = Number(before.value);
  return base <= 0 ? null : ((Number(current.value) - base) / base) * 100;
}

/** Percentage points by which rounding of the figures may move the percentage. */
const slack = 0.06;

/** Ignores the sign: releases print a fall without one where the column's heading implies it. */
const isSame = (figure: Figure, percent: number): boolean =>
  figure.isPercent && Math.abs(Math.abs(Number(figure.value)) - Math.abs(percent)) <= 0.5 * 10 ** -figure.decimals + slack;
