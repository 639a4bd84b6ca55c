/**
 * Changes against the year before and guidance in, one word and its reason out. The rule, whole:
 * each of revenue, earnings (adjusted diluted EPS, else diluted EPS, else net income) and guidance is
 * up, flat or down. Revenue is flat within 2 percent, earnings within 2 percent of last year's size; a
 * turn from loss to profit is up, the reverse down. Guidance raised is up, lowered or withdrawn down.
 * No down and two up: strong. No down and one up, or all flat in profit: solid. No up and one down: weak.
 * Else, or with nothing to compare: mixed. A loss is never strong.
 */
import type { verdicts } from '#schemas/earnings.ts';

export type Verdict = (typeof verdicts)[number];

export interface Compared {
  readonly name: string;
  readonly current: number;
  readonly priorYear: number | null;
}

export interface VerdictInput {
  readonly revenue: Compared | null;
  readonly earnings: Compared | null;
  readonly guidance: string | null;
}

type Move = 'up' | 'flat' | 'down';
const flatRatio = 0.02;

function moveOf({ current, priorYear }: Compared): Move | null {
  if (priorYear === null) return null;
  if (priorYear === 0) return current === 0 ? 'flat' : current > 0 ? 'up' : 'down';
  const change = (current - priorYear) / Math.abs(priorYear);
  return change > flatRatio ? 'up' : change < -flatRatio ? 'down' : 'flat';
}

const guidanceMove: Readonly<Record<string, Move>> = { raised: 'up', lowered: 'down', withdrawn: 'down', maintained: 'flat' };

export function judge({ revenue, earnings, guidance }: VerdictInput): { readonly verdict: Verdict; readonly reason: string } {
  const signals: { words: string; move: Move }[] = [];
  for (const compared of [revenue, earnings]) {
    const move = compared === null ? null : moveOf(compared);
    if (compared !== null && move !== null) signals.push({ words: `${compared.name} ${move}${move === 'flat' ? '' : ' on the year'}`, move });
  }
  const guided = guidance === null ? undefined : guidanceMove[guidance];
  if (guided !== undefined) signals.push({ words: `guidance ${guidance}`, move: guided });
  const count = (move: Move): number => signals.filter((signal) => signal.move === move).length;
  const isLoss = earnings !== null && earnings.current < 0;
  const reason = [...signals.map(({ words }) => words), ...(isLoss ? ['a loss'] : [])].join(', ') || 'no year-ago figures to compare';
  return { verdict: verdictOf(count('up'), count('down'), signals.length, isLoss), reason };
}

function verdictOf(up: number, down: number, all: number, isLoss: boolean): Verdict {
  if (all === 0) return 'mixed';
  if (down === 0 && up >= 2) return isLoss ? 'solid' : 'strong';
  if (down === 0 && (up === 1 || !isLoss)) return 'solid';
  return up === 0 ? 'weak' : 'mixed';
}
