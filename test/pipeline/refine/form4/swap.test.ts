import { expect, test } from 'vitest';
import { isSwap } from '#pipeline/refine/form4/swap.ts';
import { trade } from './fixtures.ts';

test.each([
  { equity_swap: true as const },
  { security_title: 'Cash-Settled Total Return Swap' },
  { footnotes: ['The shares were acquired upon settlement of an equity swap with a bank.'] },
  { footnotes: ['This transaction was made pursuant to a swap agreement.'] },
])('%j is a swap', (changes) => {
  expect(isSwap(trade('P', changes))).toBe(true);
});

test.each([
  {
    footnotes: ['In addition, the reporting persons have economic exposure to 100,000 shares under cash-settled equity swaps, entered into in May.'],
  },
  { footnotes: ['Not acquired in connection with a swap agreement.'] },
  { footnotes: ['Held through an equity swap entered into in May.'], footnotes_of_holdings: ['Held through an equity swap entered into in May.'] },
])('%j is none', (changes) => {
  expect(isSwap(trade('P', changes))).toBe(false);
});
