/** Determines the subject of a headline by markets, statistics, countries and states, which separate reports that share many words. */
import { rateDecisionIn } from '../article/score-bands.ts';
import { dataLines } from '../text/data-file.ts';
import { DOWN, lexemeOf, UP, wordIn, wordTest } from '../text/lexeme.ts';
import { STATISTICS_COUNT, statisticsNamed } from '../text/statistics.ts';
import type { Words } from '../text/words.ts';

/** Sets as bits, by group; the bits of a group are 0 when the headline names none of it. */
export type Scope = Int32Array;
const countries = dataLines(new URL('./countries.txt', import.meta.url)).map((line) => line.split(' | '));
const bitsPerNumber = 32;
export const SCOPE_LENGTH = 7 + Math.ceil(countries.length / bitsPerNumber);
/**
 * Start and end index of each group. `rising` and `falling` are the markets that the headline moves, `levels` the rates that a central bank
 * decides on, `outcomes` whether something is accepted or refused, halted or resumed.
 */
const groups = {
  markets: [0, 1],
  rising: [1, 2],
  falling: [2, 3],
  statistics: [3, 4],
  states: [4, 5],
  levels: [5, 6],
  outcomes: [6, 7],
  countries: [7, SCOPE_LENGTH],
} as const;
type Group = keyof typeof groups;

export const noScope: Scope = new Int32Array(SCOPE_LENGTH);

// prettier-ignore
const marketWords = [
  'stocks equities bourse bourses wall s&p nasdaq dow ftse nikkei sensex nifty kospi tsx dax cac stoxx equity', 'oil crude brent wti opec petroleum barrel barrels', 'gas lng natgas', 'gold bullion', 'silver', 'platinum palladium',
  'copper', 'nickel', 'aluminium aluminum', 'zinc', 'tin', 'ore steel', 'corn maize grain grains', 'wheat grain grains', 'soybeans soybean soy grain grains oilseeds', 'rice', 'coffee', 'cocoa', 'sugar', 'cotton', 'cattle beef', 'hog hogs pork',
  'treasury treasuries bond bonds yields gilts gilt bunds', 'dollar dollars yen euro sterling currency currencies rupee yuan renminbi peso rouble ruble franc forex', 'bitcoin ether ethereum crypto cryptocurrency dogecoin solana',
  'shipping freight tanker tankers container containers port ports vessels',
];
// prettier-ignore
const stateWords = [
  'alabama', 'arizona', 'california', 'colorado', 'connecticut', 'florida', 'georgia', 'hawaii', 'illinois', 'indiana', 'iowa', 'kansas', 'kentucky', 'louisiana', 'maine', 'maryland', 'massachusetts', 'michigan', 'minnesota', 'mississippi', 'missouri',
  'montana', 'nebraska', 'nevada', 'ohio', 'oklahoma', 'oregon', 'pennsylvania', 'tennessee', 'texas', 'utah',
];

/** Bit in `statistics` for rates. They show a report but not its subject, because unemployment and inflation have rates too. */
const RATES_AT = STATISTICS_COUNT;
const RATES = 1 << RATES_AT;

/** Bit in `rising` and `falling` for shares of a company or of a country. */
const SHARES = 1 << marketWords.length;
const isShares = wordIn('shares stock');
/** Particles of many verbs: `steps down`, `sets up`. */
const isParticle = wordIn('up down');
/** Bit in `rising` and `falling` for a move of something without another bit: `Diesel prices fall`. */
const UNKNOWN = SHARES << 1;
/** Greatest distance in words from shares to their direction: `shares of Acme fall`. */
const SHARES_REACH = 3;
/** Words for a move of a price. What is raised or cut beside shares is something else. */
const isOfPrice = wordIn(
  'rise rises rose gain gains gained jump jumps jumped climb climbs climbed surge surges surged soar soars soared rally rallies rallied advance advances up higher fall falls fell drop drops dropped slip slips slipped slide slides slid sink sinks sank plunge plunges plunged tumble tumbles tumbled decline declines declined retreat retreats down lower',
);

/** Bits in `statistics` for a decision of a central bank on rates. Two titles on one bank report the same decision if its sense is the same. */
const senses = { raised: 1 << (RATES_AT + 1), cut: 1 << (RATES_AT + 2), unchanged: 1 << (RATES_AT + 3) } as const;
const DECISION = senses.raised | senses.cut | senses.unchanged;
const LEVEL =
  /\b(?:rates?|points|bps)(?: \w+)? (?:to|at)(?: between| a range of)? (\d{1,2}(?:\.\d{1,3})?)(?:%|(?=-))(?:(?:-| to | and )(\d{1,2}(?:\.\d{1,3})?)%)?/i;
/** Matches one of several rates of a bank, each of which has another level. */
const ONE_OF_RATES = /\b(?:deposit|main|refinancing|lending) /i;
/** Returns a bit for each eighth of a percentage point, the step of rates. */
const levelBit = (level: string): number => 1 << (Math.round(8 * Number(level)) & 31);

const bitsByWord = new Map<number, { readonly group: Group; readonly at: number; readonly bit: number }[]>();
for (const [group, lists] of [
  ['markets', marketWords],
  ['states', stateWords],
  ['countries', countries.map((words) => words.join(' '))],
] as const)
  for (const [number, words] of lists.entries())
    for (const word of words.split(' ')) {
      const { wordId } = lexemeOf(word);
      const bits = { group, at: groups[group][0] + (number >> 5), bit: 1 << (number & 31) };
      bitsByWord.set(wordId, [...(bitsByWord.get(wordId) ?? []), bits]);
    }

for (const word of ['rate', 'rates', 'repo']) bitsByWord.set(lexemeOf(word).wordId, [{ group: 'statistics', at: groups.statistics[0], bit: RATES }]);

/** Pairs of outcomes that exclude each other. The first word of a pair counts: `declines to approve`, `is refused approval`. */
const outcomeWords = [
  [
    'approve approves approved accept accepts accepted passes clears',
    'reject rejects rejected refuse refuses refused denied block blocks blocked veto vetoes vetoed decline declines declined',
  ],
  ['impose imposes imposed slaps slapped', 'lift lifts lifted scraps scrapped waives waived'],
  [
    'resume resumes resumed restart restarts restarted reopens reopened',
    'halt halts halted suspends suspended stall stalls stalled pauses paused shuts',
  ],
] as const;
/** Bits of each pair of outcomes (`outcomeLines`) and the bit of each word (`outcomeOf`). */
const outcomeLines = outcomeWords.map((_, line) => 3 << (2 * line));
const outcomeOf: ReadonlyMap<number, number> = new Map(
  outcomeWords.flat().flatMap((words, side) => words.split(' ').map((word) => [lexemeOf(word).wordId, 1 << side] as const)),
);
const REFUSAL = 2;
const HALTS = outcomeLines[2]!;
/** Matches `decline`, which is an outcome only before an infinitive (`declines to approve`), because prices decline too. */
const isDecline = wordTest((word) => word.startsWith('decline'));
/** Words before the cause of a move. The markets in it are not the subject: `gold slips on a stronger dollar`. */
const isOfCause = wordIn('as on amid after despite while with');

const namesOfCountries: ReadonlySet<string> = new Set(countries.flatMap(([names = '']) => names.split(' ')));
/** Returns whether a word names a country, its people or its capital. */
export const namesCountry = wordTest((word) => namesOfCountries.has(word));

/** Matches the Federal Reserve; `federal` alone may be of any country. */
const FEDERAL_RESERVE = /^(?:the )?federal reserve/i;

export const TITLE_WORDS_MAX = 40;

/** Returns the outcomes with one added. The first of a pair counts, but of halts none if both occur: `restarts a unit halted by fire`. */
function withOutcome(outcomes: number, outcome: number): number {
  const line = outcomeLines.find((bits) => (outcome & bits) !== 0) ?? 0;
  const before = outcomes & line;
  if (before === 0) return outcomes | outcome;
  return line === HALTS && before !== outcome ? outcomes | HALTS : outcomes;
}

/** Returns the scope of a headline. Words for a whole market count, the stock of one company does not. */
export function scopeOf({ text, lexemes }: Words): Scope {
  let scope: Scope | null = null;
  const end = Math.min(lexemes.length, TITLE_WORDS_MAX);
  /** Markets whose direction is still to come: `Wheat and corn fall as the dollar rises`. */
  let undirected = 0;
  /** True after the first direction. Later markets are its cause, or fall when the first ones rise. */
  let isDirected = false;
  let sharesAt = -Infinity;
  let outcome = 0;
  let moves = 0;
  for (let word = 0; word < end; word += 1) {
    const lexeme = lexemes[word]!;
    const { wordId, direction } = lexeme;
    if (isShares(lexeme)) sharesAt = word;
    if (isOfPrice(lexeme) && !isParticle(lexeme) && lexemes[word - 1]?.word !== 'to') moves |= direction;
    // Neither `refuses to block` nor `a bid to block` is an outcome.
    const isWish = lexemes[word - 1]?.word === 'to';
    const infinitive = lexemes[word + 1]?.word === 'to' ? lexemes[word + 2] : undefined;
    const refuses = infinitive !== undefined && outcomeOf.get(infinitive.wordId) === REFUSAL;
    if (!isWish && !refuses && (!isDecline(lexeme) || infinitive !== undefined)) outcome = withOutcome(outcome, outcomeOf.get(wordId) ?? 0);
    if (undirected !== 0 && isOfCause(lexeme)) isDirected = true;
    const found = bitsByWord.get(wordId);
    if (found !== undefined) {
      scope ??= noScope.slice();
      for (const { group, at, bit } of found) {
        if (group === 'markets') undirected |= bit;
        if (group !== 'markets' || !isDirected) scope[at]! |= bit;
      }
    } else if (direction !== 0) {
      const isOfShares = word - sharesAt <= SHARES_REACH && isOfPrice(lexeme) && lexemes[word - 1]?.word !== 'to';
      sharesAt = -Infinity;
      if (scope === null && !isOfShares) continue;
      scope ??= noScope.slice();
      scope[groups[direction === UP ? 'rising' : 'falling'][0]]! |= undirected | (isOfShares ? SHARES : 0);
      isDirected ||= undirected !== 0;
      undirected = 0;
    }
  }
  if (outcome !== 0) (scope ??= noScope.slice())[groups.outcomes[0]] = outcome;
  const statistics = statisticsNamed(text);
  if (statistics !== 0) (scope ??= noScope.slice())[groups.statistics[0]]! |= statistics;
  if (moves !== 0 && (scope === null || (!isReport(scope) && (bitsOf(scope, 'rising') | bitsOf(scope, 'falling')) === 0))) {
    scope ??= noScope.slice();
    if ((moves & UP) !== 0) scope[groups.rising[0]]! |= UNKNOWN;
    if ((moves & DOWN) !== 0) scope[groups.falling[0]]! |= UNKNOWN;
  }
  if (scope === null) return noScope;
  const decided = rateDecisionIn(text);
  if (decided !== null) {
    scope[groups.statistics[0]]! |= senses[decided.sense];
    const [, level, upTo = level] = ONE_OF_RATES.test(text) ? [] : (LEVEL.exec(text) ?? []);
    if (level !== undefined && upTo !== undefined) scope[groups.levels[0]]! |= levelBit(level) | levelBit(upTo);
    if (FEDERAL_RESERVE.test(text)) for (const { at, bit } of bitsByWord.get(lexemeOf('fed').wordId)!) scope[at]! |= bit;
  }
  return scope;
}

/** Returns the union of two scopes without the bit `UNKNOWN`, because two titles may move two unknown things. */
export const bothScopes = (a: Scope, b: Scope): Scope =>
  a.map((bits, at) => (bits | (b[at] ?? 0)) & (at === groups.rising[0] || at === groups.falling[0] ? ~UNKNOWN : -1));

/** Returns whether both name members of a group, and none in common. Bits of `except` do not count. */
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

export const areOtherCountries = (a: Scope, b: Scope): boolean => areApart(a, b, 'countries');

/** Returns whether each names a country that the other does not: one state sanctions two others. */
export const nameOtherCountries = (a: Scope, b: Scope): boolean => lacks(a, b) && lacks(b, a);
function lacks(a: Scope, b: Scope): boolean {
  const [from, to] = groups.countries;
  for (let at = from; at < to; at += 1) if (((b[at] ?? 0) & ~(a[at] ?? 0)) !== 0) return true;
  return false;
}

/** Returns whether two scopes cannot be of one event. Countries separate only reports on markets and statistics, because a deal has two sides. */
export const areOtherReports = (a: Scope, b: Scope): boolean =>
  areApart(a, b, 'markets') ||
  areOpposed(a, b, 0) ||
  areOtherDecisions(a, b) ||
  (!shareSome(a, b, 'markets') && areApart(a, b, 'statistics', RATES)) ||
  areApart(a, b, 'states') ||
  (isReport(a) && isReport(b) && areApart(a, b, 'countries'));

/** Returns whether a market or shares rise in one and fall in the other, or outcomes are opposite. Bits of `except` do not count. */
export const areOpposed = (a: Scope, b: Scope, except = UNKNOWN): boolean => {
  const sent = (scope: Scope, way: 'rising' | 'falling', other: 'rising' | 'falling'): number => bitsOf(scope, way) & ~bitsOf(scope, other) & ~except;
  return (
    outcomeLines.some((line) => areApart(a, b, 'outcomes', ~line)) ||
    ((sent(a, 'rising', 'falling') & sent(b, 'falling', 'rising')) | (sent(a, 'falling', 'rising') & sent(b, 'rising', 'falling'))) !== 0
  );
};

const shareSome = (a: Scope, b: Scope, group: Group): boolean => {
  const [from, to] = groups[group];
  for (let at = from; at < to; at += 1) if (((a[at] ?? 0) & (b[at] ?? 0)) !== 0) return true;
  return false;
};

/** Returns whether both are on a common market or statistic, or move shares the same way. */
export const areOfOneSeries = (a: Scope, b: Scope): boolean =>
  shareSome(a, b, 'markets') || shareSome(a, b, 'statistics') || (['rising', 'falling'] as const).some((way) => shareSome(a, b, way));

/** Returns whether both report decisions of central banks, with another sense or other rates. */
const areOtherDecisions = (a: Scope, b: Scope): boolean => {
  const [left, right] = [bitsOf(a, 'statistics') & DECISION, bitsOf(b, 'statistics') & DECISION];
  return left !== 0 && right !== 0 && ((left & right) === 0 || areApart(a, b, 'levels'));
};

export const areOfOneDecision = (a: Scope, b: Scope): boolean =>
  (bitsOf(a, 'statistics') & bitsOf(b, 'statistics') & DECISION) !== 0 && shareSome(a, b, 'countries');

export const areOfOneStatistic = (a: Scope, b: Scope): boolean =>
  (bitsOf(a, 'statistics') & bitsOf(b, 'statistics') & ~RATES) !== 0 && shareSome(a, b, 'countries');
