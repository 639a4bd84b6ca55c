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
    const isChange = (kind === 'percent' || kind === 'change') && !ofWhole.test(section.block.headings[column] ?? '');
    return isChange && figure !== null && figure !== current && isSame(figure, percent);
  });
  return printed ? { text: printed.printed, basis: 'printed' } : { text: percentText(percent), basis: 'computed' };
}

/** Matches the head of a column of shares, which may print the percentage of the change by chance: "% of total". */
const ofWhole = /(?:%|percent(?:age)?) of\b/i;

function percentText(percent: number): string {
  const text = percent.toFixed(1).replace(/^-0\.0$/, '0.0');
  return `${Number(text) > 0 ? '+' : ''}${text}%`;
}

/** Returns null across zero: neither a change from zero or a loss nor one to a loss has a percentage that means anything. */
function percentBetween(current: Figure, before: Figure): number | null {
  const [now, base] = [Number(current.value), Number(before.value)];
  return base <= 0 || now < 0 ? null : ((now - base) / base) * 100;
}

/** Percentage points by which rounding of the figures may move the percentage. */
const slack = 0.06;

/** A fall that is printed without a sign, where the column's heading implies it, would read as a rise. */
const isSame = (figure: Figure, percent: number): boolean =>
  figure.isPercent && Math.abs(Number(figure.value) - percent) <= 0.5 * 10 ** -figure.decimals + slack;
