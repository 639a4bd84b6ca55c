/**
 * Returns the markets that a market-wide headline moves, each with its direction. The reader reads words for a market like names of companies; a
 * change of supply moves a price in the opposite direction. A market without a direction is left out, except rates that a central bank keeps.
 */
import type { MarketEffect } from '#schemas/item.ts';
import type { Market } from '#schemas/vocabulary.ts';
import { mayBeMarketWide } from '../reader/card.ts';
import { readText } from '../reader/reader.ts';
import type { Reading } from '../reader/reading.ts';
import { isCommonWord } from '../text/common-words.ts';
import { enumeration } from '../text/format-figures.ts';
import { casingOf, wordsOf } from '../text/words.ts';
import { peopleAndPlaces } from '../tickers/homonyms/homonyms.ts';
import { clauseAround, isDenied, isKept, isStill } from './clause.ts';
import { MEDIUM_MIN } from './confidence.ts';
import { quotesFor } from './evidence.ts';
import { flowOf } from './flow.ts';
import { releaseEffectOf } from './release-effect.ts';
import { isInventory, isProducer, namesSupply, supplyChange, type MarketWord } from './supply.ts';

/** Dollars of other countries, which mostly move against the one of the United States. */
const OTHER_DOLLARS = 'canadian|australian|aussie|new zealand|nz|kiwi|singapore|hong kong|taiwan|jamaican|zimbabwe';
/** Words for each market. Bonds are not words for rates, because their prices move in the opposite direction. `NASDAQ:` precedes a symbol. */
const words: Readonly<Record<Market, string>> = {
  equities:
    's&p 500|dow(?: jones)?|nasdaq(?! ?:)|wall street|russell 2000|ftse(?: 100)?|dax|nikkei|hang seng|stoxx(?: 600)?|sensex|nifty|stocks?|shares|equities',
  rates: 'yields?|interest rates?|rates',
  dollar: `(?<!\\b(?:${OTHER_DOLLARS}) )dollar(?! (?:bonds?|debt|notes|stores?|shops?)\\b)|greenback`,
  oil: 'oil(?! and gas (?:deals?|mergers?|jobs))|crude(?! steel)|brent|wti|opec',
  gold: 'gold|bullion',
  crypto: 'bitcoin|ether(?:eum)?|crypto(?:currenc(?:y|ies))?',
};
/** Matches volatility, which rises when shares fall. */
const INVERSE = /^(?:vix|volatility index)$/i;
const MARKET_WORD = new RegExp(`\\b(?:${[...Object.values(words), 'vix', 'volatility index'].join('|')})\\b`, 'gi');
const tests = (Object.entries(words) as [Market, string][]).map(([market, pattern]) => [market, new RegExp(`^(?:${pattern})$`, 'i')] as const);
const marketOf = (word: string): Market => (INVERSE.test(word) ? 'equities' : tests.find(([, test]) => test.test(word))![0]);

/** Matches words for which a flow of money is no rise: money into bonds lowers yields, and a company moves its listing to an exchange. */
const NO_ASSET = new RegExp(`^(?:${words.rates}|nasdaq|dow(?: jones)?|wall street)$`, 'i');

/** Matches words that may also be about one company. */
const OF_COMPANIES = /^(?:shares|stock)$/i;
const CAPITALISED = /^\p{Lu}.*\p{Ll}/u;
const NAME_BEHIND = /^ (of|in) (\p{Lu}[^\s,;:]{0,40})/u;

/** Returns whether the shares are those of one company: `Viking trial data lift shares`, but not `Asian shares`, `Fed cut lifts shares`. */
function isOfOneCompany(title: string, { word, start, end }: MarketWord): boolean {
  if (!OF_COMPANIES.test(word)) return false;
  const [, by, next = ''] = NAME_BEHIND.exec(title.slice(end, end + 50)) ?? [];
  if (by !== undefined) return by === 'of' || !peopleAndPlaces.has(next.toLowerCase());
  const { raw, lower } = wordsOf(title.slice(0, start));
  const last = raw.length - 1;
  if (last < 0 || peopleAndPlaces.has(lower[last]!)) return false;
  // A capital does not make a common word a name at the beginning, or in a headline of capitals.
  const isNamedBefore = last > 0 && CAPITALISED.test(raw[last]!) && casingOf(wordsOf(title)) === 'sentence';
  return isNamedBefore || raw.some((before, at) => CAPITALISED.test(before) && isUnknown(lower[at]!));
}

/** Returns whether a word is no common word, no word of market news, no person and no place. */
const isUnknown = (word: string): boolean => !isCommonWord(word) && !peopleAndPlaces.has(word) && !mayBeMarketWide(word);

export const marketsIn = (title: string): MarketWord[] =>
  Array.from(title.matchAll(MARKET_WORD), ({ 0: word, index }) => ({ word, start: index, end: index + word.length })).filter(
    (found) => !isOfOneCompany(title, found) && !isInventory(title, found),
  );

type Effect = MarketEffect & { readonly chance: number };

/** Returns one effect per market, the surest, in the order of the headline, and then the effect of a release on rates. */
export function marketEffectsOf(title: string): MarketEffect[] {
  const named = namedEffects(title);
  const ofRelease = named.some(({ market }) => market === 'rates') ? null : releaseEffectOf(title);
  return ofRelease === null ? named : [...named, ofRelease];
}

function namedEffects(title: string): MarketEffect[] {
  const found = marketsIn(title);
  if (found.length === 0) return [];
  const reading = readText(title, found);
  const best = new Map<Market, Effect>();
  for (const [at, place] of found.entries()) {
    const market = marketOf(place.word);
    const effect =
      streakEffect(market, title, place) ??
      statedEffect(market, title, place) ??
      (isWithoutMove(market, title, place) ? null : priceEffect(market, place.word, { reading, at }));
    if (effect !== null && effect.chance > (best.get(market)?.chance ?? -1)) best.set(market, effect);
  }
  return [...best.values()].map(({ market, direction, reasoning }) => ({ market, direction, reasoning }));
}

const names: Readonly<Record<Market, string>> = {
  equities: 'equities',
  rates: 'interest rates',
  dollar: 'the dollar',
  oil: 'oil',
  gold: 'gold',
  crypto: 'crypto',
};
const ways = { positive: 'up', negative: 'down', neutral: 'neither up nor down' } as const;

export function marketEffectsText(effects: readonly MarketEffect[]): string {
  const told = effects.map(({ market, direction }) => `${names[market]} ${ways[direction]}`);
  return told.length === 0 ? '' : `The headline points ${enumeration(told)}.`;
}

const opposite = { positive: 'negative', negative: 'positive' } as const;

/** Nobody decides on yields, so a denial before them is about something else: `auction with no buyers sends yields higher`. */
const YIELDS = /^yields?$/i;

/** Returns whether the clause that names a market reports no move of its price. Words of other clauses are about something else. */
function isWithoutMove(market: Market, title: string, place: MarketWord): boolean {
  if (isProducer(place)) return true;
  const clause = clauseAround(title, place);
  return (
    isStill(clause) ||
    (market === 'rates' && (isKept(clause) || (!YIELDS.test(place.word) && isDenied(clause)))) ||
    (hasSupply(market) && namesSupply(title, place))
  );
}

const hasSupply = (market: Market): market is 'oil' | 'gold' => market === 'oil' || market === 'gold';

/** Returns the effect that the reader reads for a word, or null when it reads none or is unsure. */
function priceEffect(market: Market, word: string, { reading, at }: { readonly reading: Reading; readonly at: number }): Effect | null {
  const read = reading.names[at]?.direction;
  if (read === undefined || read.value === 'neutral' || read.chance < MEDIUM_MIN) return null;
  const quotes = quotesFor({ reading, names: [] }, read.value)
    .map((text) => `“${text}”`)
    .join(', ');
  const reasoning =
    quotes === ''
      ? `The headline as a whole points ${word} ${read.value === 'positive' ? 'up' : 'down'}.`
      : `The headline says ${quotes} about ${word}.`;
  return { market, direction: INVERSE.test(word) ? opposite[read.value] : read.value, reasoning, chance: read.chance };
}

/**
 * `snaps five-day losing streak`, `ends its longest winning run`: the day's move is opposite to the streak that it ends. `Ends at a high on
 * winning streak` ends none.
 */
const ENDED_STREAK = /\b(?:snap|end|break|halt)(?:s|ped|ed|ing)? (?:(?:its|an?|the|their) )?(?:[\w’'-]{1,20} ){0,2}(los|winn)ing (?:streak|run)\b/i;

const CLOSES = / (?:at|on|in|with|for|up|down|higher|lower|week|month|year|day|extend\w*) /i;
/** Matches the text before a streak that does not end yet. */
const NOT_ENDED = /(?:\bto|\bnot|n['’]t|\bfails?|\bfailed|\bmay|\bcould|\bmight) $/i;

/** Returns the effect of a streak that ends in the clause of the market, or null without one. */
function streakEffect(market: Market, title: string, place: MarketWord): Effect | null {
  const { words: said, phraseEnd, to } = clauseAround(title, place);
  const clause = title.slice(place.end, said.end[to - 1]);
  const found = ENDED_STREAK.exec(clause);
  const [ended = '', kind = ''] = found ?? [];
  if (found === null || phraseEnd >= to || CLOSES.test(ended) || NOT_ENDED.test(clause.slice(0, found.index))) return null;
  const isUp = (kind.toLowerCase() === 'los') !== INVERSE.test(place.word);
  return { market, direction: isUp ? 'positive' : 'negative', reasoning: `The headline says “${ended}” about ${place.word}.`, chance: 1 };
}

/** Returns the effect of a change of supply or a flow of money, or null without one. Its chance is 0, so that words about the price win. */
function statedEffect(market: Market, title: string, place: MarketWord): Effect | null {
  const supply = hasSupply(market) ? supplyChange(title, place, market) : null;
  if (supply !== null) {
    const reasoning = `The headline says “${supply.word}” about ${supply.of}, which points the price the other way.`;
    return { market, direction: supply.isRise ? 'negative' : 'positive', reasoning, chance: 0 };
  }
  const flow = NO_ASSET.test(place.word) ? null : flowOf(title, place);
  if (flow === null) return null;
  return { market, direction: flow.isInto ? 'positive' : 'negative', reasoning: `The headline says “${flow.words}” about ${place.word}.`, chance: 0 };
}
