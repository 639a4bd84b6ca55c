/**
 * Judges a quarter in one word with a reason, from changes against the year before and from guidance. Figures of the accounts (GAAP, IFRS)
 * come first; adjusted ones soften the verdict, and never reverse or hide it.
 * The complete rule: revenue, earnings (diluted EPS, else net income) and guidance are each up, flat or down. Revenue is flat within 2
 * percent, earnings within 2 percent of last year's size; a turn from loss to profit is up, the reverse down. Raised guidance is up,
 * lowered or withdrawn guidance down. No down and two up: strong. No down and one up, or all flat in profit: solid. No up and one down:
 * weak. Else, or with nothing to compare: mixed. A loss is mixed at best, and weak when nothing rose or revenue fell by a tenth or more. A
 * rise of adjusted EPS lifts weak to mixed unless there is a loss; a fall lowers strong to solid. When the accounts' earnings are unknown,
 * adjusted EPS replaces them, and mixed is the best. The reason names every move, and a loss.
 */
import type { verdicts } from '#schemas/earnings.ts';

export type Verdict = (typeof verdicts)[number];

export interface ComparedFigure {
  readonly name: string;
  readonly current: number;
  readonly priorYear: number | null;
}

export interface VerdictInput {
  readonly revenue: ComparedFigure | null;
  /** Earnings of the accounts. */
  readonly earnings: ComparedFigure | null;
  readonly adjusted: ComparedFigure | null;
  readonly guidance: string | null;
  /** The release reports a loss for the period, or another line of the accounts is one. */
  readonly isLoss: boolean;
}

type Move = 'up' | 'flat' | 'down';
const flatRatio = 0.02;

interface Signal {
  readonly words: string;
  readonly move: Move;
}

function signalOf(compared: ComparedFigure | null): Signal | null {
  if (compared === null || compared.priorYear === null) return null;
  const { name, current, priorYear } = compared;
  if (priorYear === 0) {
    const move = current === 0 ? 'flat' : current > 0 ? 'up' : 'down';
    return { words: `${name} ${move}${move === 'flat' ? '' : ' from nil'}`, move };
  }
  const change = (current - priorYear) / Math.abs(priorYear);
  const move = change > flatRatio ? 'up' : change < -flatRatio ? 'down' : 'flat';
  if (priorYear < 0 && current < 0 && move !== 'flat') return { words: `${name} ${move}, a ${move === 'up' ? 'smaller' : 'larger'} loss`, move };
  if (priorYear < 0 && current >= 0) return { words: `${name} up from a loss`, move };
  if (current < 0) return { words: `${name} down to a loss`, move };
  return { words: move === 'flat' ? `${name} flat` : `${name} ${move} ${(Math.abs(change) * 100).toFixed(1)}% on the year`, move };
}

const guidanceMove: Readonly<Record<string, Move>> = { raised: 'up', lowered: 'down', withdrawn: 'down', maintained: 'flat' };

export function judge({ revenue, earnings, adjusted, guidance, isLoss }: VerdictInput): { readonly verdict: Verdict; readonly reason: string } {
  const [ofRevenue, ofEarnings, ofAdjusted] = [signalOf(revenue), signalOf(earnings), signalOf(adjusted)];
  const guided = guidance === null ? undefined : guidanceMove[guidance];
  const counted = [ofRevenue, ofEarnings ?? (earnings === null ? ofAdjusted : null)].filter((signal) => signal !== null);
  const moves = [...counted.map(({ move }) => move), ...(guided === undefined ? [] : [guided])];
  const hasLoss = isLoss || (earnings ?? adjusted ?? { current: 0 }).current < 0;
  const judged = hasLoss ? ofLoss(moves, revenue) : verdictOf(moves);
  const verdict = softened(judged, { adjusted: ofAdjusted?.move ?? null, isEarningsKnown: earnings !== null, hasLoss });
  const told = [
    ...[ofRevenue, ofEarnings, ofAdjusted].flatMap((signal) => signal?.words ?? []),
    ...(guided === undefined ? [] : [`guidance ${guidance}`]),
    ...(hasLoss ? ['a loss for the period'] : []),
    ...(earnings === null && moves.length > 0 ? ['earnings as reported not read'] : []),
  ];
  return { verdict, reason: told.join(', ') || 'no year-ago figures to compare' };
}

const count = (moves: readonly Move[], wanted: Move): number => moves.filter((move) => move === wanted).length;

function verdictOf(moves: readonly Move[]): Verdict {
  const [up, down] = [count(moves, 'up'), count(moves, 'down')];
  if (moves.length === 0) return 'mixed';
  if (down === 0) return up >= 2 ? 'strong' : 'solid';
  return up === 0 ? 'weak' : 'mixed';
}

/** Returns whether it fell by a tenth or more. */
const hasFallen = (compared: ComparedFigure | null): boolean =>
  compared !== null && compared.priorYear !== null && compared.priorYear > 0 && compared.current <= compared.priorYear * 0.9;

const ofLoss = (moves: readonly Move[], revenue: ComparedFigure | null): Verdict =>
  count(moves, 'up') === 0 || hasFallen(revenue) ? 'weak' : 'mixed';

interface Adjusted {
  readonly adjusted: Move | null;
  readonly isEarningsKnown: boolean;
  readonly hasLoss: boolean;
}

function softened(verdict: Verdict, { adjusted, isEarningsKnown, hasLoss }: Adjusted): Verdict {
  if (!isEarningsKnown) return verdict === 'weak' ? 'weak' : 'mixed';
  if (verdict === 'strong' && adjusted === 'down') return 'solid';
  return verdict === 'weak' && adjusted === 'up' && !hasLoss ? 'mixed' : verdict;
}
