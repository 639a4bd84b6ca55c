/**
 * Reads how the supply of a commodity changes in the clause that names it: `US crude inventories fall`, `halts oil exports`, `eases
 * sanctions on Iranian oil`. The word nearest to the supply says how; each word before it that undoes it turns it round.
 */
import { DOWN, UP } from '../text/lexeme.ts';
import { clauseAround, type Clause, type Place } from './clause.ts';

/** A word for a market, with its place in the headline. */
export interface MarketWord extends Place {
  readonly word: string;
}

const NOUNS = 'inventor(?:y|ies)|stockpiles?|suppl(?:y|ies)|output|production|exports|shipments|loadings';
/** Words for supply, right after the commodity, and right before it. */
const SUPPLY = new RegExp(String.raw`^ (?:${NOUNS})\b`, 'i');
const SUPPLY_OF = new RegExp(String.raw`\b(?:(?:${NOUNS}) of|pumping|producing|exporting|shipping)(?: [\p{L}.’']{1,20}){0,1} $`, 'iu');
const BEFORE_MAX = 50;
/** Producers whose supply is oil: `OPEC+ agrees to raise output`. */
const PRODUCER = /^opec$/i;
const ITS_SUPPLY = /^\+?(?:['’]s)?(?: [\p{L}\d’'-]{1,20}){0,6}? (?:output|production|supply|quotas?)\b/iu;
export const isProducer = ({ word }: MarketWord): boolean => PRODUCER.test(word);
/** Stocks of these are inventories; `oil stocks` are shares. */
const STORED = /\b(?:crude|distillate|gasoline|diesel|fuel)$/i;
const STOCKS = /^ stocks\b/i;
/** Oils that are eaten. */
const EDIBLE = /\b(?:palm|edible|soy(?:bean)?|canola|rapeseed|sunflower|olive|vegetable|cooking) $/i;

/** Returns whether `stocks` in a title means inventories. */
export const isInventory = (title: string, { word, start }: MarketWord): boolean =>
  word.toLowerCase() === 'stocks' && STORED.test(title.slice(0, start).trimEnd());

/** Returns the commodity's name with the word for its supply, `crude inventories`; null where none stands beside the name. */
function supplyBeside(title: string, { word, start, end }: MarketWord): MarketWord | null {
  const behind = title.slice(end);
  if (isProducer({ word, start, end })) {
    const said = ITS_SUPPLY.exec(behind)?.[0];
    return said === undefined ? null : { word: `${word} supply`, start: end + said.lastIndexOf(' ') + 1, end: end + said.length };
  }
  const noun = SUPPLY.exec(behind)?.[0] ?? (STORED.test(word) ? STOCKS.exec(behind)?.[0] : undefined);
  if (noun !== undefined) return { word: `${word}${noun}`, start, end: end + noun.length };
  const before = SUPPLY_OF.exec(title.slice(Math.max(0, start - BEFORE_MAX), start))?.[0];
  return before === undefined ? null : { word: `${before}${word}`, start: start - before.length, end };
}

/** Returns whether a headline names the supply of a commodity and not its price. */
export const namesSupply = (title: string, place: MarketWord): boolean => supplyBeside(title, place) !== null;

const ENDINGS = '(?:s|e|es|d|ed|ped|ing|ping|ting|al|er|ers|ions?)?';
/** Words that forbid trade in a commodity, whatever part of it they name. */
const FORBIDS =
  /^(?:sanction(?:s|ed|ing)?|embargo(?:es|ed)?|ban(?:s|ned|ning)?|blockades?|penalt(?:y|ies)|restrict(?:s|ed|ions?)?|curb(?:s|ed|ing)?)$/;
/** Words that permit what is forbidden. */
const PERMITS = /^(?:waivers?|exempt(?:s|ed|ions?)?)$/;
/** More words for less of a commodity, and for more. */
const LESS = new RegExp(
  `^(?:(?:halt|suspend|stop|disrupt|shut|limit|block|freez|threaten|squeez)${ENDINGS}|stopped|froze|frozen|fears?|worr(?:y|ies)|concerns?|crunch|shortages?|draws?)$`,
);
const MORE = new RegExp(`^(?:(?:resum|restart|reopen|restor|expand|ramp|boost|build|swell)${ENDINGS}|restoration|built|swollen|glut|surplus)$`);
/** Words that undo what the next one says: `ends cuts`, `refuses to lift`, `rules out easing`. */
const UNDOES = new RegExp(
  `^(?:(?:end|lift|halt|drop|cut|delay|block|eas|unwind|revers|paus|scrap|phas|remov|suspend|relax|loosen|waiv|exempt|cancel|postpon|refus|reject|oppos|slow|stem|reduc|slash|trim|abandon|withdraw)${ENDINGS}|relief|not|won['’]t|fails?|rul(?:es|ed|ing) out)(?: |$)`,
);
/** Forms of these that follow what they undo: `sanctions on oil lifted`. */
const UNDONE =
  /^(?:lifted|eased|ends?|ended|removed|suspended|expires?|expired|waived|relaxed|scrapped|halted|paused|unwound|reversed|delayed|slows?|eases?|fades?|faded|recedes?|receded)$/;

/** Maximum number of words from a change to the supply after it, and from a word that undoes to what it undoes. */
const [REACH, UNDO_REACH] = [6, 4] as const;

interface SupplyChange {
  /** The word that says how the supply changes, as printed. */
  readonly word: string;
  readonly of: string;
  readonly isRise: boolean;
}

/** Returns the change of a commodity's supply; null where its clause tells none. What a state forbids is oil, not gold. */
export function supplyChange(title: string, place: MarketWord, market: 'oil' | 'gold'): SupplyChange | null {
  if (EDIBLE.test(title.slice(0, place.start))) return null;
  const named = supplyBeside(title, place);
  const clause = clauseAround(title, named ?? place);
  const at = named === null && market !== 'oil' ? null : changeAt(clause, named !== null);
  if (at === null) return null;
  const isRise = (senseOf(clause, at) === UP) !== isTurned(clause, at);
  return { word: clause.words.raw[at]!, of: (named ?? place).word, isRise };
}

/** Returns UP for a word for more, DOWN for one for less, 0 for any other. */
function senseOf({ words: { lower, lexemes } }: Clause, at: number): number {
  const word = lower[at]!;
  if (MORE.test(word) || PERMITS.test(word)) return UP;
  if (FORBIDS.test(word) || LESS.test(word)) return DOWN;
  return lexemes[at]!.direction || (undoes(lower, at) && !NEGATES.test(word) ? DOWN : 0);
}

/** Words that say nothing of a supply by themselves. */
const NEGATES = /^(?:not|won['’]t|fails?|refus\w*|rejects?|opposes?|rul(?:es|ed|ing))$/;

const undoes = (lower: readonly string[], at: number): boolean => UNDOES.test(`${lower[at]} ${lower[at + 1] ?? ''}`);

/** Nouns for a change, right behind the supply: `pauses oil output increases`. */
const CHANGE = /^(?:cuts?|increases?|hikes?)$/;
/** Words behind a market that speak of its price. */
const OF_PRICE = /^(?:prices?|futures|demand|market|markets|rally|stocks?)$/;
/** Words with a direction that is not that of a price. */
const TRADES = /^(?:buy|bought|sell|sold|cut|rais|increas)/;

/**
 * Returns the word that says how a supply changes: a noun right behind it, else the nearest before it, else the first behind. A commodity
 * whose supply is not named has less or more of it only by what forbids or permits trade in it.
 */
function changeAt(clause: Clause, isNamed: boolean): number | null {
  const { from, at, behind, to } = clause;
  const { lower, lexemes } = clause.words;
  const isOfTrade = (i: number): boolean => FORBIDS.test(lower[i]!) || PERMITS.test(lower[i]!);
  const tells = (i: number): boolean => (isNamed ? senseOf(clause, i) !== 0 : isOfTrade(i));
  const tellsOfPrice = (i: number): boolean => !isNamed && lexemes[i]!.direction !== 0 && !TRADES.test(lower[i]!);
  const next = behind < to ? lower[behind]! : '';
  if (!isNamed && OF_PRICE.test(next)) return null;
  if (next !== '' && (isOfTrade(behind) || (isNamed && CHANGE.test(next)))) return behind;
  for (let i = at - 1; i >= from; i -= 1) {
    if (isOfTrade(i) || (i >= at - REACH && tells(i))) return i;
    if (tellsOfPrice(i)) return null;
  }
  for (let i = behind; i < to && !tellsOfPrice(i); i += 1) if (tells(i)) return i;
  return null;
}

/** Returns whether other words of the clause undo what this one says. */
function isTurned({ words: { lower }, from, at, behind, to }: Clause, change: number): boolean {
  let isUndone = false;
  let last = change > behind ? change : Math.min(change, at);
  for (let i = last - 1; i >= Math.max(from, last - UNDO_REACH); i -= 1)
    if (undoes(lower, i)) {
      isUndone = !isUndone;
      last = i;
    }
  const rest = lower.slice(Math.max(behind, change + 1), to);
  return rest.some((word) => UNDONE.test(word)) && change <= behind ? !isUndone : isUndone;
}
