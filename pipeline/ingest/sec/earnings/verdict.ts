/**
 * Judges a quarter in one word with a reason, from changes against the year before and from guidance. The complete rule:
 *
 * Moves     Revenue, earnings (diluted EPS, else net income) and guidance are each up, flat or down. Revenue is flat within 2 percent,
 *           earnings within 2 percent of last year's size. A turn from loss to profit is up, the reverse down. Raised guidance is up,
 *           lowered or withdrawn guidance down.
 * Verdict   No down and two up: strong. No down and one up, or all flat in profit: solid. No up and one down: weak. Otherwise, and if
 *           nothing can be compared: mixed.
 * Loss      A loss is mixed at best. It is weak if nothing rose or revenue fell by a tenth or more.
 * Adjusted  A rise of adjusted EPS lifts weak to mixed unless there is a loss. If the earnings of the accounts (GAAP, IFRS) are unknown,
 *           adjusted EPS replaces them, and mixed is the best.
 * Lowered   Strong becomes solid, and solid mixed, by each of: adjusted EPS is down; net income is down although EPS, of fewer shares, is
 *           not; every compared figure is less than last year's, if only within 2 percent.
 * Reason    It names every move, and a loss.
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
  /** Earnings in the accounts: EPS or net income. */
  readonly earnings: ComparedFigure | null;
  /** Net income if `earnings` are per share. */
  readonly income: ComparedFigure | null;
  readonly adjusted: ComparedFigure | null;
  readonly guidance: string | null;
  /** The loss that another line of the accounts or a sentence shows; null if there is none. */
  readonly loss: 'net' | 'operating' | null;
}

type Move = 'up' | 'flat' | 'down';
const flatRatio = 0.02;

interface Signal {
  readonly words: string;
  readonly move: Move;
  readonly isLess: boolean;
}

function signalOf(compared: ComparedFigure | null): Signal | null {
  if (compared === null || compared.priorYear === null) return null;
  const { name, current, priorYear } = compared;
  const isLess = current < priorYear;
  if (priorYear === 0) {
    const move = current === 0 ? 'flat' : current > 0 ? 'up' : 'down';
    return { words: `${name} ${move}${move === 'flat' ? '' : ' from nil'}`, move, isLess };
  }
  const change = (current - priorYear) / Math.abs(priorYear);
  const move = change > flatRatio ? 'up' : change < -flatRatio ? 'down' : 'flat';
  const withWords = (words: string): Signal => ({ words: `${name} ${words}`, move, isLess });
  if (priorYear < 0 && current < 0) return withWords(move === 'flat' ? 'flat' : `${move}, a ${move === 'up' ? 'smaller' : 'larger'} loss`);
  if (priorYear < 0) return withWords('up from a loss');
  if (current < 0) return withWords('down to a loss');
  const percent = (Math.abs(change) * 100).toFixed(1);
  return withWords(move !== 'flat' ? `${move} ${percent}% on the year` : percent === '0.0' ? 'flat' : `flat (${isLess ? '-' : '+'}${percent}%)`);
}

const guidanceMove: Readonly<Record<string, Move>> = { raised: 'up', lowered: 'down', withdrawn: 'down', maintained: 'flat' };

export function judge({ revenue, earnings, income, adjusted, guidance, loss }: VerdictInput): {
  readonly verdict: Verdict;
  readonly reason: string;
} {
  const [ofRevenue, ofEarnings, ofAdjusted] = [signalOf(revenue), signalOf(earnings), signalOf(adjusted)];
  const lessIncome = ofEarnings === null || ofEarnings.move === 'down' ? null : fallOf(income);
  const guided = guidance === null ? undefined : guidanceMove[guidance];
  const counted = [ofRevenue, ofEarnings ?? (earnings === null ? ofAdjusted : null)].filter((signal) => signal !== null);
  const moves = [...counted.map(({ move }) => move), ...(guided === undefined ? [] : [guided])];
  const lossWords = lossOf(earnings, adjusted, loss);
  const hasLoss = lossWords !== null;
  const judged = hasLoss ? ofLoss(moves, revenue) : verdictOf(moves);
  const isLess = counted.length > 0 && counted.every((signal) => signal.isLess);
  const isLifted = earnings !== null && ofAdjusted?.move === 'up' && !hasLoss;
  const shadows = [ofAdjusted?.move === 'down', lessIncome !== null, isLess].filter(Boolean).length;
  const reasons = [
    ...[ofRevenue, ofEarnings, lessIncome, ofAdjusted].flatMap((signal) => signal?.words ?? []),
    ...(guided === undefined ? [] : [`guidance ${guidance}`]),
    ...(hasLoss ? [lossWords] : []),
    ...(earnings === null && moves.length > 0 ? ['earnings as reported not read'] : []),
  ];
  return {
    verdict: judged === 'weak' ? (isLifted ? 'mixed' : 'weak') : earnings === null ? 'mixed' : lowered(judged, shadows),
    reason: reasons.join(', ') || 'no year-ago figures to compare',
  };
}

/** Returns the words for the loss; null if there is none. An operating loss with a net profit is not a loss for the period. */
function lossOf(earnings: ComparedFigure | null, adjusted: ComparedFigure | null, loss: VerdictInput['loss']): string | null {
  if (loss === 'net' || (earnings !== null && earnings.current < 0)) return 'a loss for the period';
  if (loss === 'operating') return 'an operating loss';
  return earnings === null && adjusted !== null && adjusted.current < 0 ? 'an adjusted loss' : null;
}

function fallOf(compared: ComparedFigure | null): Signal | null {
  const signal = signalOf(compared);
  return signal?.move === 'down' ? signal : null;
}

const count = (moves: readonly Move[], wanted: Move): number => moves.filter((move) => move === wanted).length;

function verdictOf(moves: readonly Move[]): Verdict {
  const [up, down] = [count(moves, 'up'), count(moves, 'down')];
  if (moves.length === 0) return 'mixed';
  if (down === 0) return up >= 2 ? 'strong' : 'solid';
  return up === 0 ? 'weak' : 'mixed';
}

const hasFallen = (compared: ComparedFigure | null): boolean =>
  compared !== null && compared.priorYear !== null && compared.priorYear > 0 && compared.current <= compared.priorYear * 0.9;

const ofLoss = (moves: readonly Move[], revenue: ComparedFigure | null): Verdict =>
  count(moves, 'up') === 0 || hasFallen(revenue) ? 'weak' : 'mixed';

/** Returns a good verdict lowered by one for each of `shadows`. */
function lowered(verdict: Verdict, shadows: number): Verdict {
  const order = ['strong', 'solid', 'mixed'] as const;
  return order[order.findIndex((one) => one === verdict) + shadows] ?? 'mixed';
}
