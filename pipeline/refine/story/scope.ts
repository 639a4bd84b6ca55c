/**
 * Determines what a headline reports on: which markets, statistics, countries and states. Oil is another subject than shipping, payrolls
 * another than prices, and each country's are separate, however many words two titles share.
 */
import { isRateDecision } from '../article/score-bands.ts';
import { dataLines } from '../text/data-file.ts';
import { lexemeOf, UP, wordTest } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

/** Sets as bits: each group below has some of the numbers, all 0 where the headline names nothing of the group. */
export type Scope = Int32Array;
const countries = dataLines(new URL('./countries.txt', import.meta.url)).map((line) => line.split(' | '));
const bitsPerNumber = 32;
export const SCOPE_LENGTH = 5 + Math.ceil(countries.length / bitsPerNumber);
/** Where each group begins and ends. `rising` and `falling`: the markets that the headline sends up and down. */
const groups = { markets: [0, 1], rising: [1, 2], falling: [2, 3], statistics: [3, 4], states: [4, 5], countries: [5, SCOPE_LENGTH] } as const;
type Group = keyof typeof groups;

export const noScope: Scope = new Int32Array(SCOPE_LENGTH);

// prettier-ignore
const marketWords = [
  'stocks equities bourse bourses wall s&p nasdaq dow ftse nikkei sensex nifty kospi tsx dax cac stoxx equity', 'oil crude brent wti opec petroleum barrel barrels', 'gas lng natgas', 'gold bullion', 'silver', 'platinum palladium',
  'copper', 'nickel', 'aluminium aluminum', 'zinc', 'tin', 'lead', 'ore steel', 'corn maize grain grains', 'wheat grain grains', 'soybeans soybean soy grain grains oilseeds', 'rice', 'coffee', 'cocoa', 'sugar', 'cotton', 'cattle beef', 'hog hogs pork',
  'treasury treasuries bond bonds yields gilts gilt bunds', 'dollar dollars yen euro sterling currency currencies rupee yuan renminbi peso rouble ruble franc forex', 'bitcoin ether ethereum crypto cryptocurrency dogecoin solana',
  'shipping freight tanker tankers container containers port ports vessels',
];
// prettier-ignore
const statisticWords = [
  // The first shows a report, not its subject: unemployment and inflation have rates, too.
  'rate rates repo', 'payrolls payroll jobless unemployment jobs', 'inflation cpi ppi deflation', 'gdp gnp economy', 'pmi ism', 'exports exporters imports importers', 'deficit surplus',
];
// prettier-ignore
const stateWords = [
  'alabama', 'arizona', 'california', 'colorado', 'connecticut', 'florida', 'georgia', 'hawaii', 'illinois', 'indiana', 'iowa', 'kansas', 'kentucky', 'louisiana', 'maine', 'maryland', 'massachusetts', 'michigan', 'minnesota', 'mississippi', 'missouri',
  'montana', 'nebraska', 'nevada', 'ohio', 'oklahoma', 'oregon', 'pennsylvania', 'tennessee', 'texas', 'utah',
];

/**
 * Set where the title reports a central bank's decision on rates: two titles on one bank report the same decision, however they are worded.
 */
const DECISION = 1 << statisticWords.length;

const bitsByWord = new Map<number, { readonly group: Group; readonly at: number; readonly bit: number }[]>();
for (const [group, lists] of [
  ['markets', marketWords],
  ['statistics', statisticWords],
  ['states', stateWords],
  ['countries', countries.map((words) => words.join(' '))],
] as const)
  for (const [number, words] of lists.entries())
    for (const word of words.split(' ')) {
      const { wordId } = lexemeOf(word);
      const bits = { group, at: groups[group][0] + (number >> 5), bit: 1 << (number & 31) };
      bitsByWord.set(wordId, [...(bitsByWord.get(wordId) ?? []), bits]);
    }

const namesOfCountries: ReadonlySet<string> = new Set(countries.flatMap(([names = '']) => names.split(' ')));
/** Whether a word names a country, its people or its capital. */
export const namesCountry = wordTest((word) => namesOfCountries.has(word));

/** `federal` alone belongs to many countries. */
const FEDERAL_RESERVE = /^(?:the )?federal reserve/i;

/** Words of a headline that are read. */
export const TITLE_WORDS_MAX = 40;

/** Returns the scope of a headline. The stock of one company is not a market: only words for a whole one count. */
export function scopeOf({ text, lexemes }: Words): Scope {
  let scope: Scope | null = null;
  const end = Math.min(lexemes.length, TITLE_WORDS_MAX);
  /** Markets before their direction: `Wheat and corn fall as the dollar rises`. */
  let waiting = 0;
  /** Markets after the direction are causes of the first, or fall where those rise. */
  let isDirected = false;
  for (let word = 0; word < end; word += 1) {
    const { wordId, direction } = lexemes[word]!;
    const found = bitsByWord.get(wordId);
    if (found !== undefined) {
      scope ??= noScope.slice();
      for (const { group, at, bit } of found) {
        if (group === 'markets') waiting |= bit;
        if (group !== 'markets' || !isDirected) scope[at]! |= bit;
      }
    } else if (direction !== 0 && scope !== null) {
      scope[groups[direction === UP ? 'rising' : 'falling'][0]]! |= waiting;
      isDirected ||= waiting !== 0;
      waiting = 0;
    }
  }
  if (scope === null) return noScope;
  if (isRateDecision(text)) {
    scope[groups.statistics[0]]! |= DECISION;
    if (FEDERAL_RESERVE.test(text)) for (const { at, bit } of bitsByWord.get(lexemeOf('fed').wordId)!) scope[at]! |= bit;
  }
  return scope;
}

/** Returns the union of two scopes. */
export const bothScopes = (a: Scope, b: Scope): Scope => a.map((bits, at) => bits | (b[at] ?? 0));

/** Whether both name members of a group, and none of the same. `except`: bits that do not count. */
function areApart(a: Scope, b: Scope, group: Group, except = 0): boolean {
  let [own, other] = [0, 0];
  const [from, to] = groups[group];
  for (let at = from; at < to; at += 1) {
    const [left, right] = [(a[at] ?? 0) & ~except, (b[at] ?? 0) & ~except];
    if ((left & right) !== 0) return false;
    own |= left;
    other |= right;
  }
  return own !== 0 && other !== 0;
}

const bitsOf = (scope: Scope, group: 'markets' | 'rising' | 'falling' | 'statistics'): number => scope[groups[group][0]] ?? 0;
const isReport = (scope: Scope): boolean => (bitsOf(scope, 'markets') | bitsOf(scope, 'statistics')) !== 0;

const RATES = 1;

/** Whether two scopes name countries, and none in common. */
export const areOtherCountries = (a: Scope, b: Scope): boolean => areApart(a, b, 'countries');

/** Whether each names a country that the other does not: sanctions of one country on two others. */
export const nameOtherCountries = (a: Scope, b: Scope): boolean => lacks(a, b) && lacks(b, a);
function lacks(a: Scope, b: Scope): boolean {
  const [from, to] = groups.countries;
  for (let at = from; at < to; at += 1) if (((b[at] ?? 0) & ~(a[at] ?? 0)) !== 0) return true;
  return false;
}

/** Whether they cannot report one event. Countries distinguish reports on markets and statistics only: a deal has two sides. */
export const areOtherReports = (a: Scope, b: Scope): boolean =>
  areApart(a, b, 'markets') ||
  areOpposed(a, b) ||
  (!shareSome(a, b, 'markets') && areApart(a, b, 'statistics', RATES)) ||
  areApart(a, b, 'states') ||
  (isReport(a) && isReport(b) && areApart(a, b, 'countries'));

/** Whether a market rises in one and falls in the other. */
const areOpposed = (a: Scope, b: Scope): boolean => {
  const sent = (scope: Scope, way: 'rising' | 'falling', other: 'rising' | 'falling'): number => bitsOf(scope, way) & ~bitsOf(scope, other);
  return ((sent(a, 'rising', 'falling') & sent(b, 'falling', 'rising')) | (sent(a, 'falling', 'rising') & sent(b, 'rising', 'falling'))) !== 0;
};

const shareSome = (a: Scope, b: Scope, group: Group): boolean => {
  const [from, to] = groups[group];
  for (let at = from; at < to; at += 1) if (((a[at] ?? 0) & (b[at] ?? 0)) !== 0) return true;
  return false;
};

/** Whether both report on a market or statistic in common. */
export const areOfOneSeries = (a: Scope, b: Scope): boolean => shareSome(a, b, 'markets') || shareSome(a, b, 'statistics');

/** Whether both report a decision of the same country's central bank. */
export const areOfOneDecision = (a: Scope, b: Scope): boolean =>
  (bitsOf(a, 'statistics') & bitsOf(b, 'statistics') & DECISION) !== 0 && shareSome(a, b, 'countries');

/** Whether both report on a statistic of a country in common. */
export const areOfOneStatistic = (a: Scope, b: Scope): boolean =>
  (bitsOf(a, 'statistics') & bitsOf(b, 'statistics') & ~RATES) !== 0 && shareSome(a, b, 'countries');
