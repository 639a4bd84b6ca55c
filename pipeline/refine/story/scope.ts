/**
 * Tells what a headline reports on: which markets, statistics, countries and states. A report on oil is not one on shipping,
 * payrolls are not prices, and those of one country not those of another, whatever words they share.
 */
import { lexemeOf } from '../text/lexeme.ts';
import type { Words } from '../text/words.ts';

/** Sets as bits; 0: none is named. */
export interface Scope {
  readonly markets: number;
  readonly statistics: number;
  readonly countries: number;
  readonly states: number;
}

export const noScope: Scope = { markets: 0, statistics: 0, countries: 0, states: 0 };

// prettier-ignore
const marketWords = [
  'stocks equities bourse bourses nasdaq dow ftse nikkei sensex nifty kospi tsx dax cac stoxx equity', 'oil crude brent wti opec petroleum barrel barrels', 'gas lng natgas', 'gold silver bullion platinum palladium',
  'copper nickel aluminium aluminum zinc tin lead ore steel', 'corn wheat soybeans soybean grain grains rice oats', 'coffee cocoa sugar cotton', 'cattle hog hogs pork beef', 'treasury treasuries bond bonds yields gilts gilt bunds',
  'dollar dollars yen euro sterling currency currencies rupee yuan renminbi peso rouble ruble franc forex', 'bitcoin ether ethereum crypto cryptocurrency dogecoin solana', 'shipping freight tanker tankers container containers port ports vessels',
];
// prettier-ignore
const statisticWords = [
  // The first shows a report, not its subject: unemployment and inflation have rates, too.
  'rate rates repo', 'payrolls payroll jobless unemployment', 'inflation cpi ppi deflation', 'gdp', 'pmi ism', 'exports exporters imports importers', 'deficit surplus',
];
// prettier-ignore
// At most 32: bits of one number.
const countryWords = [
  // An index stands for the bourse of its country, a capital for its government; neighbours at war share a bit.
  'us u.s american america fed washington nasdaq dow', 'canada canadian tsx ottawa', 'mexico mexican', 'brazil brazilian', 'argentina argentine', 'uk u.k britain british boe london ftse england', 'germany german dax berlin', 'france french cac paris', 'italy italian rome', 'spain spanish madrid', 'dutch netherlands belgium belgian',
  'swiss switzerland', 'sweden swedish riksbank', 'norway norwegian norges', 'denmark danish', 'poland polish', 'turkey turkish ankara', 'russia russian moscow kremlin ukraine ukrainian kyiv', 'china chinese beijing', 'japan japanese boj nikkei tokyo', 'korea korean kospi seoul pyongyang', 'taiwan taiwanese', 'india indian sensex nifty delhi', 'indonesia indonesian', 'australia australian rba',
  'zealand', 'african africa', 'saudi emirates uae gulf riyadh', 'eurozone ecb europe european eu brussels', 'ireland irish',
  'israel israeli gaza palestinian hamas syria syrian damascus lebanon beirut hezbollah', 'iran iranian tehran',
];
// prettier-ignore
const stateWords = [
  'alabama', 'arizona', 'california', 'colorado', 'connecticut', 'florida', 'georgia', 'hawaii', 'illinois', 'indiana', 'iowa', 'kansas', 'kentucky', 'louisiana', 'maine', 'maryland', 'massachusetts', 'michigan', 'minnesota', 'mississippi', 'missouri',
  'montana', 'nebraska', 'nevada', 'ohio', 'oklahoma', 'oregon', 'pennsylvania', 'tennessee', 'texas', 'utah',
];

type ScopeGroup = keyof Scope;
const partsByWord = new Map<number, (readonly [ScopeGroup, bit: number])[]>();
for (const [part, groups] of [
  ['markets', marketWords],
  ['statistics', statisticWords],
  ['countries', countryWords],
  ['states', stateWords],
] as const)
  for (const [bit, words] of groups.entries())
    for (const word of words.split(' ')) {
      const { wordId } = lexemeOf(word);
      partsByWord.set(wordId, [...(partsByWord.get(wordId) ?? []), [part, 1 << bit]]);
    }

const WORDS_READ = 40;

/** Returns the scope of a headline. The stock of one company is not a market: only words for a whole one count. */
export function scopeOf({ lexemes }: Words): Scope {
  let scope: Record<ScopeGroup, number> | null = null;
  const end = Math.min(lexemes.length, WORDS_READ);
  for (let at = 0; at < end; at += 1) {
    const found = partsByWord.get(lexemes[at]?.wordId ?? 0);
    if (found === undefined) continue;
    scope ??= { ...noScope };
    for (const [part, bit] of found) scope[part] |= bit;
  }
  return scope ?? noScope;
}

export const bothScopes = (a: Scope, b: Scope): Scope => ({
  markets: a.markets | b.markets,
  statistics: a.statistics | b.statistics,
  countries: a.countries | b.countries,
  states: a.states | b.states,
});

const areApart = (a: number, b: number): boolean => a !== 0 && b !== 0 && (a & b) === 0;
const isReport = ({ markets, statistics }: Scope): boolean => (markets | statistics) !== 0;

const RATES = 1;

/** Whether two scopes name countries, and none in common. */
export const areOtherCountries = (a: Scope, b: Scope): boolean => areApart(a.countries, b.countries);

/** Whether they cannot report one event. Countries distinguish reports on markets and statistics only: a deal has two sides. */
export const areOtherReports = (a: Scope, b: Scope): boolean =>
  areApart(a.markets, b.markets) ||
  areApart(a.statistics & ~RATES, b.statistics & ~RATES) ||
  areApart(a.states, b.states) ||
  (isReport(a) && isReport(b) && areApart(a.countries, b.countries));

/** Whether both report on a market or statistic in common. */
export const areOfOneSeries = (a: Scope, b: Scope): boolean => (a.markets & b.markets) !== 0 || (a.statistics & b.statistics) !== 0;
