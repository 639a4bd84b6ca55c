/** Spellings of symbols, for the tests of every place that takes one. */
import { symbolEntry } from './symbols.ts';

const classes = { name: 'Broom Works', cik: '0000009001' };
/** A company whose classes have no plain ticker. */
export const family = [symbolEntry('BRMW-A', { ...classes, rank: 1 }), symbolEntry('BRMW-B', { ...classes, rank: 2 })] as const;

/** The symbol that each spelling means; for a family, its largest class. */
export const spellings: readonly (readonly [string, string])[] = [
  ['$NVDA', 'NVDA'],
  ['nvda', 'NVDA'],
  ['BTC', 'BTC-USD'],
  ['BTCUSD', 'BTC-USD'],
  ['BTC/USD', 'BTC-USD'],
  ['bitcoin', 'BTC-USD'],
  ['brk b', 'BRK.B'],
  ['BRK.B', 'BRK.B'],
  ['BRK/B', 'BRK.B'],
  ['BRK-B', 'BRK.B'],
  ['BRMW', 'BRMW-A'],
];
