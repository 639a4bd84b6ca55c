/** Gives the change of a figure against an earlier one: as the release prints it, else computed. */
import type { KeyMetric } from '#schemas/earnings.ts';
import type { Candidate } from './metrics/candidates.ts';
import type { Figure } from './tables/figure.ts';

interface Change {
  /** Change such as `+5.3%`, or as printed; null without an earlier figure to compare with. */
  readonly text: string | null;
  readonly basis: KeyMetric['change_basis'];
}

/** Returns the change. A percentage in the row counts as the printed change only if it agrees with the computed one to its last digit. */
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

/** Matches the heading of a column of shares, such as "% of total", which may equal the change by chance. */
const ofWhole = /(?:%|percent(?:age)?) of\b/i;

function percentText(percent: number): string {
  const text = percent.toFixed(1).replace(/^-0\.0$/, '0.0');
  return `${Number(text) > 0 ? '+' : ''}${text}%`;
}

/** Returns the change in percent; null from zero or a loss, and to a loss, since such a percentage means nothing. */
function percentBetween(current: Figure, before: Figure): number | null {
  const [now, base] = [Number(current.value), Number(before.value)];
  return base <= 0 || now < 0 ? null : ((now - base) / base) * 100;
}

/** Percentage points by which rounding of the two figures may move the percentage. */
const slack = 0.06;

/** Returns whether a printed figure is this percentage. A fall printed without a sign is not, because it would read as a rise. */
const isSame = (figure: Figure, percent: number): boolean =>
  figure.isPercent && Math.abs(Number(figure.value) - percent) <= 0.5 * 10 ** -figure.decimals + slack;
