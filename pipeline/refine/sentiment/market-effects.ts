/**
 * Gives a market-wide headline the markets that it moves, each with its direction: the reader reads words for a market as it
 * reads names of companies. A market without a direction is left out.
 */
import type { MarketEffect } from '#schemas/item.ts';
import type { Market } from '#schemas/vocabulary.ts';
import { readText } from '../reader/reader.ts';
import { FAIR_MIN } from './confidence.ts';
import { quotesFor } from './evidence.ts';

/** Words for each market. A bond's price is not a word for rates: it moves the other way. */
const words: Readonly<Record<Market, string>> = {
  equities:
    's&p 500|dow(?: jones)?|nasdaq|wall street|russell 2000|ftse(?: 100)?|dax|nikkei|hang seng|stoxx(?: 600)?|sensex|nifty|stocks?|shares|equities',
  rates: 'yields?|interest rates?|rates',
  dollar: 'dollar|greenback',
  oil: 'oil|crude|brent|wti',
  gold: 'gold|bullion',
  crypto: 'bitcoin|ether(?:eum)?|crypto(?:currenc(?:y|ies))?',
};
/** Volatility rises where shares fall. */
const INVERSE = /^vix$/i;
const MARKET_WORD = new RegExp(`\\b(?:${[...Object.values(words), 'vix'].join('|')})\\b`, 'gi');
const tests = (Object.entries(words) as [Market, string][]).map(([market, pattern]) => [market, new RegExp(`^(?:${pattern})$`, 'i')] as const);
const marketOf = (word: string): Market => (INVERSE.test(word) ? 'equities' : tests.find(([, test]) => test.test(word))![0]);

const opposite = { positive: 'negative', negative: 'positive' } as const;

/** Returns one effect per market, by its surest word, in the order of the headline. */
export function marketEffectsOf(title: string): MarketEffect[] {
  const found = [...title.matchAll(MARKET_WORD)].map(([word], at, all) => ({ word, start: all[at]!.index, end: all[at]!.index + word.length }));
  if (found.length === 0) return [];
  const reading = readText(title, found);
  const best = new Map<Market, MarketEffect & { readonly chance: number }>();
  for (const [at, { word }] of found.entries()) {
    const read = reading.names[at]?.direction;
    if (read === undefined || read.value === 'neutral' || read.chance < FAIR_MIN) continue;
    const market = marketOf(word);
    if ((best.get(market)?.chance ?? 0) >= read.chance) continue;
    const direction = INVERSE.test(word) ? opposite[read.value] : read.value;
    const quotes = quotesFor({ reading, names: [] }, read.value)
      .map((text) => `“${text}”`)
      .join(', ');
    const reasoning =
      quotes === ''
        ? `The headline as a whole points ${word} ${read.value === 'positive' ? 'up' : 'down'}.`
        : `The headline says ${quotes} about ${word}.`;
    best.set(market, { market, direction, reasoning, chance: read.chance });
  }
  return [...best.values()].map(({ market, direction, reasoning }) => ({ market, direction, reasoning }));
}
