/**
 * Gives a market-wide headline the markets that it moves, each with its direction: the reader reads words for a market as it
 * reads names of companies. A market without a direction is left out.
 */
import type { MarketEffect } from '#schemas/item.ts';
import type { Market } from '#schemas/vocabulary.ts';
import { readText } from '../reader/reader.ts';
import { isCommonWord } from '../text/common-words.ts';
import { casingOf, wordsOf } from '../text/words.ts';
import { peopleAndPlaces } from '../tickers/homonyms/homonyms.ts';
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

/** Words that one company has, too. */
const OF_COMPANIES = /^(?:shares|stock)$/i;
const WORD_BEFORE = /([^\s“"]{1,40}) $/;
const NAME_BEHIND = /^ (of|in) (\p{Lu}[^\s,;:]{0,40})/u;

/** Whether it is one company that has these shares: `Samsung Biologics shares`, `shares of Pop Mart`, but `Asian shares`, `Bank shares`. */
function isOfOneCompany(title: string, { word, start, end }: FoundWord): boolean {
  if (!OF_COMPANIES.test(word)) return false;
  const [, by, behind = ''] = NAME_BEHIND.exec(title.slice(end, end + 50)) ?? [];
  if (by !== undefined) return by === 'of' || !peopleAndPlaces.has(behind.toLowerCase());
  const before = WORD_BEFORE.exec(title.slice(0, start))?.[1]?.replace(/['’]s?$/, '') ?? '';
  if (!/^\p{Lu}.*\p{Ll}/u.test(before) || peopleAndPlaces.has(before.toLowerCase())) return false;
  // A capital may be the headline's.
  const isPlain = start === before.length + 1 || casingOf(wordsOf(title)) !== 'sentence';
  return !isPlain || !isCommonWord(before.toLowerCase());
}

interface FoundWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Returns the words of a headline for a market. */
export const marketsIn = (title: string): FoundWord[] =>
  Array.from(title.matchAll(MARKET_WORD), ({ 0: word, index }) => ({ word, start: index, end: index + word.length })).filter(
    (found) => !isOfOneCompany(title, found),
  );

const opposite = { positive: 'negative', negative: 'positive' } as const;

/** Returns one effect per market, by its surest word, in the order of the headline. */
export function marketEffectsOf(title: string): MarketEffect[] {
  const found = marketsIn(title);
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
