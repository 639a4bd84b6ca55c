import { expect, test } from 'vitest';
import { marketEffectsOf, marketEffectsText, marketsIn } from '#pipeline/refine/sentiment/market-effects.ts';
import type { Market } from '#schemas/vocabulary.ts';

const effects = (title: string): Record<string, string> =>
  Object.fromEntries(marketEffectsOf(title).map(({ market, direction }) => [market, direction]));

test.each([
  ['S&P 500 falls 3% as tariffs rattle investors', { equities: 'negative' }],
  ['Wall Street closes lower; yields climb', { equities: 'negative', rates: 'positive' }],
  ['Stocks rally after Fed minutes, dollar slides', { equities: 'positive', dollar: 'negative' }],
  ['Oil jumps 5% as OPEC cuts output', { oil: 'positive' }],
  ['Shares in Europe slump', { equities: 'negative' }],
  // Shares of one company are no market.
  ['Samsung Biologics shares fall 6%', {}],
  ['Fed cut lifts shares', { equities: 'positive' }],
  // More of a commodity lowers its price.
  ['US crude inventories fall more than expected', { oil: 'positive' }],
  ['OPEC+ agrees to raise oil output in June', { oil: 'negative' }],
  ['OPEC+ delays output hike amid weak demand', { oil: 'positive' }],
  ['Oil rises despite jump in crude inventories', { oil: 'positive' }],
  ['Algeria suspends crude exports', { oil: 'positive' }],
  ['Indonesia bans palm oil exports', {}],
  // So does what forbids or permits trade in it, turned round by what undoes that.
  ['Canada sanctions Iranian oil traders', { oil: 'positive' }],
  ['Washington refuses to relax sanctions on Iranian oil', { oil: 'positive' }],
  ['Kuwait reverses crude output cut', { oil: 'negative' }],
  ['Brent drops on talk Washington may ease sanctions', { oil: 'negative' }],
  // The day goes against the streak that it ends.
  ['S&P 500 snaps five-day losing streak', { equities: 'positive' }],
  ['Dow ends longest winning run since 2017', { equities: 'negative' }],
  ['S&P 500 ends week with longest winning streak since 2004', { equities: 'positive' }],
  ['Weak auction with no buyers sends yields higher', { rates: 'positive' }],
  // Money that flows into a market raises it.
  ['Pension funds pile into gold', { gold: 'positive' }],
  ['Savers ditch stocks for gold', { equities: 'negative', gold: 'positive' }],
  ['Metal bulls push for the exits on strong dollar', { dollar: 'positive' }],
  // A word of another clause tells nothing about a market that is only said to be somewhere.
  ['Nasdaq futures edge up; yields at 4.48%', { equities: 'positive' }],
  ['Banks jump, 10-year yields near 4.1%', {}],
  ['Gold trades at $2,012, up $14', { gold: 'positive' }],
  // Data stronger than expected point rates up, more unemployment down.
  ['US CPI tops forecasts with 0.4% rise in October', { rates: 'positive' }],
  ['US payrolls rose 50,000 in October, missing estimates', { rates: 'negative' }],
  ['US employers added a stronger-than-expected 272,000 jobs last month as payrolls grew', { rates: 'positive' }],
  ['Oil drops as US inflation comes in less than expected', { oil: 'negative', rates: 'negative' }],
  ['Less than expected drop in US inflation', {}],
  ['ECB raises inflation forecasts but keeps rates on hold', { rates: 'neutral' }],
  ['Bank of England cuts growth forecast and raises its key rate to 5%', { rates: 'positive' }],
  ['Economy adds just 50,000 jobs, below forecast, as unemployment climbs', {}],
  ['Crude steel output in China falls 4%', {}],
  // Whether it is good or bad says nothing of how much.
  ['UK inflation worse than expected at 4.6%', {}],
  ['Fed cuts rates by a quarter point', { rates: 'negative' }],
  // A hold with a word on the next move is not neutral, and a move that is denied is none.
  ['Fed holds rates steady, signals two cuts', {}],
  ['Fed holds rates steady, stocks close higher', { equities: 'positive', rates: 'neutral' }],
  ['ECB keeps rates unchanged, warns of further hikes', {}],
  ['RBA surprises markets with rate cut', { rates: 'negative' }],
  ['Powell says no rush to cut interest rates', {}],
  ['Norges Bank keeps rates unchanged, flags inflation risk', { rates: 'neutral' }],
  ['Malaysia leaves interest rates unchanged, warns on prices', {}],
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

test('the effects read as one sentence', () => {
  const of = (market: Market, direction: 'positive' | 'negative' | 'neutral') => ({ market, direction, reasoning: '' });
  expect(marketEffectsText([])).toBe('');
  expect(marketEffectsText([of('rates', 'neutral')])).toBe('The headline points interest rates neither up nor down.');
  expect(marketEffectsText([of('oil', 'positive'), of('gold', 'positive'), of('dollar', 'negative')])).toBe(
    'The headline points oil up, gold up and the dollar down.',
  );
});
