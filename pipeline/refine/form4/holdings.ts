/**
 * Computes the shares owned after the last tranche of an event and the change of the position. Both are null when the form does not determine
 * them: several holdings in one event, a tranche without a balance, or contradictory balances.
 */
import Big from 'big.js';
import { compareText } from '#schemas/compare-text.ts';
import type { Form4Transaction } from '#schemas/raw.ts';
import { trimZeros } from '../text/format-figures.ts';

export interface HoldingChange {
  readonly sharesAfter: string | null;
  /** Percent of the position before the event, at most 2 decimal places, negative for a sale. */
  readonly stakeChangePct: string | null;
}

const unknown: HoldingChange = { sharesAfter: null, stakeChangePct: null };

const isOneHolding = (tranches: readonly Form4Transaction[]): boolean =>
  new Set(tranches.map(({ security_title, nature_of_ownership }) => `${security_title.toLowerCase()}\n${nature_of_ownership.toLowerCase()}`)).size ===
  1;

/** Returns whether the balances fit the tranches: each one is the previous balance plus its move, or all state the final balance. */
function follow(balances: readonly Big[], moves: readonly Big[]): boolean {
  const steps = balances.slice(1).map((balance, index) => balance.minus(balances[index]!));
  return steps.every((step, index) => step.eq(moves[index + 1]!)) || steps.every((step) => step.eq(0));
}

/** Returns whether other rows change the same holding, such as an option that is exercised between two sales. */
const hasOtherMoves = (all: readonly Form4Transaction[], tranches: readonly Form4Transaction[]): boolean =>
  all.some(
    (row) =>
      !tranches.includes(row) &&
      row.ownership_form === tranches[0]!.ownership_form &&
      row.nature_of_ownership.toLowerCase() === tranches[0]!.nature_of_ownership.toLowerCase(),
  );

function lastBalance(tranches: readonly Form4Transaction[], sign: 1 | -1, all: readonly Form4Transaction[]): Big | null {
  const inOrder = tranches.toSorted((a, b) => compareText(a.transaction_date, b.transaction_date));
  const balances = inOrder.flatMap(({ shares_after }) => (shares_after === null ? [] : [new Big(shares_after)]));
  if (balances.length !== inOrder.length) return null;
  const moves = inOrder.map(({ shares }) => new Big(shares).times(sign));
  if (follow(balances, moves)) return balances.at(-1)!;
  // Some filers list the trades of one day with the last one first.
  if (inOrder[0]!.transaction_date === inOrder.at(-1)!.transaction_date && follow(balances.toReversed(), moves.toReversed())) return balances[0]!;
  return hasOtherMoves(all, tranches) ? balances.at(-1)! : null;
}

/** Returns the shares after an event and the change; `all` is every row of the form's table, in order. */
export function holdingChange(
  tranches: readonly Form4Transaction[],
  side: 'buy' | 'sell' | 'other',
  all: readonly Form4Transaction[],
): HoldingChange {
  if (!isOneHolding(tranches)) return unknown;
  const sign = side === 'buy' ? 1 : -1;
  const after = lastBalance(tranches, sign, all);
  if (after === null) return unknown;
  const moved = tranches.reduce((total, { shares }) => total.plus(shares), new Big(0)).times(sign);
  const before = after.minus(moved);
  // A percentage needs shares that were owned before the event.
  const isKnown = before.gt(0) && after.gte(0);
  return {
    sharesAfter: after.toFixed(),
    stakeChangePct: isKnown ? trimZeros(moved.div(before).times(100).toFixed(2, Big.roundHalfUp)).replace(/^-0$/, '0') : null,
  };
}
