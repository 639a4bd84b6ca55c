import { expect, test } from 'vitest';
import { marketEffectsOf } from '#pipeline/refine/sentiment/market-effects.ts';

const effects = (title: string): Record<string, string> =>
  Object.fromEntries(marketEffectsOf(title).map(({ market, direction }) => [market, direction]));

test.each([
  ['S&P 500 falls 3% as tariffs rattle investors', { equities: 'negative' }],
  ['Wall Street closes lower; yields climb', { equities: 'negative', rates: 'positive' }],
  ['Stocks rally after Fed minutes, dollar slides', { equities: 'positive', dollar: 'negative' }],
  ['Oil jumps 5% as OPEC cuts output', { oil: 'positive' }],
  ['Gold hits record high', { gold: 'positive' }],
  ['Crude prices steady ahead of OPEC meeting', {}],
  ['Ministers meet in Geneva', {}],
  ['Asian shares tumble on chip fears', { equities: 'negative' }],
  ["India's shares jump to record", { equities: 'positive' }],
  ['Bank shares plunge after failed auction', { equities: 'negative' }],
  ['Shares in Europe slump', { equities: 'negative' }],
  // Shares of one company are no market.
  ['Samsung Biologics shares fall 6%', {}],
  ['Shares of Pop Mart plunge 10%', {}],
  ['Shares in Evolution sink 17%', {}],
  ['Adani Wilmar Stock Soars 15% In Mumbai', {}],
  ['Zalora’s stock slumps', {}],
])('%s', (title, expected) => {
  expect(effects(title)).toEqual(expected);
});

test('volatility rises where shares fall', () => {
  expect(effects('VIX spikes above 40')).toEqual({ equities: 'negative' });
});

test('the words that say so are quoted', () => {
  expect(marketEffectsOf('Oil jumps 5% as OPEC cuts output')[0]?.reasoning).toMatch(/^The headline says .*“[^”]*jumps.*” about Oil\.$/);
});
