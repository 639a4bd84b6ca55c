import { expect, test } from 'vitest';
import { marketEffectsOf, marketsIn } from '#pipeline/refine/sentiment/market-effects.ts';

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
  ['Qualven trial data lift shares', {}],
  ['Strong quarter at Qualven lifts stock', {}],
  ['Fed cut lifts shares', { equities: 'positive' }],
  ['Qualven woes weigh on European shares', { equities: 'negative' }],
  ['Dollar bonds of Qualven slump', {}],
  // More of a commodity lowers its price.
  ['US crude inventories fall more than expected', { oil: 'positive' }],
  ['US crude stocks rise by 3 million barrels', { oil: 'negative' }],
  ['OPEC+ agrees to raise oil output in June', { oil: 'negative' }],
  ['OPEC+ to unwind oil output cuts from October', { oil: 'negative' }],
  ['Saudi Arabia pauses oil output increases', { oil: 'positive' }],
  ['Drop in US crude inventories lifts prices', { oil: 'positive' }],
  ['Prices fall; US oil production rises', { oil: 'negative' }],
  ['Oil falls as crude inventories rise', { oil: 'negative' }],
  ['Oil rises despite jump in crude inventories', { oil: 'positive' }],
  ['US crude inventories in focus', {}],
  ['Oil demand falls', { oil: 'negative' }],
  // Data stronger than expected point rates up, more unemployment down.
  ['US CPI tops forecasts with 0.4% rise in October', { rates: 'positive' }],
  ['US payrolls rose 50,000 in October, missing estimates', { rates: 'negative' }],
  ['US employers added a stronger-than-expected 272,000 jobs last month as payrolls grew', { rates: 'positive' }],
  ['Swiss retail sales climb 0.2%, more than expected', { rates: 'positive' }],
  ['German core inflation falls more than expected to 2.1%', { rates: 'negative' }],
  ['US jobless claims rise to 260,000, above estimates', { rates: 'negative' }],
  ['UK unemployment falls more than forecast to 4.1%', { rates: 'positive' }],
  ['US trade deficit smaller than expected at $60 billion', { rates: 'positive' }],
  // Whether it is good or bad says nothing of how much.
  ['UK inflation worse than expected at 4.6%', {}],
  ['US jobless claims better than expected at 210,000', {}],
  ['Wall Street rises as earnings beat estimates, inflation in focus', { equities: 'positive' }],
  ['Nonfarm payrolls increase by 143,000', {}],
  ['Fed cuts rates by a quarter point', { rates: 'negative' }],
  ['Fed holds rates steady, signals two cuts', { rates: 'neutral' }],
  ['US inflation seen above forecasts next week', {}],
])('%s', (title, expected) => {
  expect(effects(title)).toEqual(expected);
});

test('an exchange before a symbol is no market', () => {
  expect(marketsIn('Morning Buzzers - Qualven, Inc.(NASDAQ:QLVN), Tovik')).toEqual([]);
  expect(marketsIn('Nasdaq slips')).toHaveLength(1);
});

test('volatility rises where shares fall', () => {
  expect(effects('VIX spikes above 40')).toEqual({ equities: 'negative' });
  expect(effects('Volatility index jumps most since March')).toEqual({ equities: 'negative' });
});

test('the words that say so are quoted', () => {
  expect(marketEffectsOf('US crude stocks rise')[0]?.reasoning).toBe(
    'The headline says “rise” about crude stocks, which points the price the other way.',
  );
  expect(marketEffectsOf('Oil jumps 5% as OPEC cuts output')[0]?.reasoning).toMatch(/^The headline says .*“[^”]*jumps.*” about Oil\.$/);
});
