/** How a figure has changed against an earlier one: as the release prints it beside the two, else computed from them. */
import type { KeyMetric } from '#schemas/earnings.ts';
import type { Candidate } from './metrics/candidates.ts';
import type { Figure } from './tables/figure.ts';

export interface Change {
  /** `+5.3%`, or as printed; null where there is nothing to compare with. */
  readonly text: string | null;
  readonly basis: KeyMetric['change_basis'];
}

/** A percentage of a row is the change only where it is the one that the figures give, to its last digit. */
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

/** A base of zero or a loss has no percentage. */
function percentBetween(current: Figure, before: Figure): number | null {
  const base = Number(before.value);
  return base <= 0 ? null : ((Number(current.value) - base) / base) * 100;
}

/** Rounding of the figures themselves moves a percentage a little. */
const slack = 0.06;

/** Releases print a fall without sign where the column says that it is one. */
const isSame = (figure: Figure, percent: number): boolean =>
  figure.isPercent && Math.abs(Math.abs(Number(figure.value)) - Math.abs(percent)) <= 0.5 * 10 ** -figure.decimals + slack;
