/** Reads how the supply of a commodity changes: `US crude inventories fall`, `halts oil exports`, `eases sanctions on Iranian oil`. */
import { DOWN, UP } from '../text/lexeme.ts';
import { clauseAround, type Clause, type Place } from './clause.ts';

export interface MarketWord extends Place {
  readonly word: string;
}

const NOUNS = 'inventor(?:y|ies)|stockpiles?|suppl(?:y|ies)|output|production|exports|shipments|loadings';
/** Matches words for supply right after the commodity (`SUPPLY`) or before it (`SUPPLY_OF`). */
const SUPPLY = new RegExp(String.raw`^ (?:${NOUNS})\b`, 'i');
const SUPPLY_OF = new RegExp(String.raw`\b(?:(?:${NOUNS}) of|pumping|producing|exporting|shipping)(?: [\p{L}.’']{1,20}){0,1} $`, 'iu');
const BEFORE_MAX = 50;
/** Matches a producer whose supply is oil: `OPEC+ agrees to raise output`. */
const PRODUCER = /^opec$/i;
const ITS_SUPPLY = /^\+?(?:['’]s)?(?: [\p{L}\d’'-]{1,20}){0,6}? (?:output|production|supply|quotas?)\b/iu;
export const isProducer = ({ word }: MarketWord): boolean => PRODUCER.test(word);
/** Matches products whose `stocks` are inventories; `oil stocks` are shares. */
const STORED = /\b(?:crude|distillate|gasoline|diesel|fuel)$/i;
const STOCKS = /^ stocks\b/i;
const EDIBLE = /\b(?:palm|edible|soy(?:bean)?|canola|rapeseed|sunflower|olive|vegetable|cooking) $/i;

export const isInventory = (title: string, { word, start }: MarketWord): boolean =>
  word.toLowerCase() === 'stocks' && STORED.test(title.slice(0, start).trimEnd());

/** Returns the name of the commodity with its word for supply, `crude inventories`, or null without such a word. */
function supplyAt(title: string, { word, start, end }: MarketWord): MarketWord | null {
  const after = title.slice(end);
  if (isProducer({ word, start, end })) {
    const said = ITS_SUPPLY.exec(after)?.[0];
    return said === undefined ? null : { word: `${word} supply`, start: end + said.lastIndexOf(' ') + 1, end: end + said.length };
  }
  const noun = SUPPLY.exec(after)?.[0] ?? (STORED.test(word) ? STOCKS.exec(after)?.[0] : undefined);
  if (noun !== undefined) return { word: `${word}${noun}`, start, end: end + noun.length };
  const before = SUPPLY_OF.exec(title.slice(Math.max(0, start - BEFORE_MAX), start))?.[0];
  return before === undefined ? null : { word: `${before}${word}`, start: start - before.length, end };
}

/** Returns whether a headline names the supply of a commodity, not its price. */
export const namesSupply = (title: string, place: MarketWord): boolean => supplyAt(title, place) !== null;

const ENDINGS = '(?:s|e|es|d|ed|ped|ing|ping|ting|al|er|ers|ions?)?';
/** Words that forbid trade in a commodity. They count at any distance. */
const FORBIDS =
  /^(?:sanction(?:s|ed|ing)?|embargo(?:es|ed)?|ban(?:s|ned|ning)?|blockades?|penalt(?:y|ies)|restrict(?:s|ed|ions?)?|curb(?:s|ed|ing)?)$/;
const PERMITS = /^(?:waivers?|exempt(?:s|ed|ions?)?)$/;
/** Further words for less of a commodity (`LESS`) and for more of it (`MORE`). */
const LESS = new RegExp(
  `^(?:(?:halt|suspend|stop|disrupt|shut|limit|block|freez|threaten|squeez)${ENDINGS}|stopped|froze|frozen|fears?|worr(?:y|ies)|concerns?|crunch|shortages?|draws?)$`,
);
const MORE = new RegExp(`^(?:(?:resum|restart|reopen|restor|expand|ramp|boost|build|swell)${ENDINGS}|restoration|built|swollen|glut|surplus)$`);
/** Words that undo the next word: `ends cuts`, `refuses to lift`, `rules out easing`. */
const UNDOES = new RegExp(
  `^(?:(?:end|lift|halt|drop|cut|delay|block|eas|unwind|revers|paus|scrap|phas|remov|suspend|relax|loosen|waiv|exempt|cancel|postpon|refus|reject|oppos|slow|stem|reduc|slash|trim|abandon|withdraw)${ENDINGS}|relief|not|won['’]t|fails?|rul(?:es|ed|ing) out)(?: |$)`,
);
/** Forms that undo the words before them: `sanctions on oil lifted`. */
const UNDONE =
  /^(?:lifted|eased|ends?|ended|removed|suspended|expires?|expired|waived|relaxed|scrapped|halted|paused|unwound|reversed|delayed|slows?|eases?|fades?|faded|recedes?|receded)$/;

/** Maximum distance in words from a change to the supply after it, and from an undoing word to what it undoes. */
const [REACH, UNDO_REACH] = [6, 4] as const;

/** Returns the change of a commodity's supply, or null when the headline reports none. Bans count for oil only, because states do not ban trade in gold. */
export function supplyChange(title: string, place: MarketWord, market: 'oil' | 'gold') {
  if (EDIBLE.test(title.slice(0, place.start))) return null;
  const named = supplyAt(title, place);
  const clause = clauseAround(title, named ?? place);
  const at = named === null && market !== 'oil' ? null : changeAt(clause, named !== null);
  if (at === null) return null;
  const isRise = (senseOf(clause, at) === UP) !== isReversed(clause, at);
  return { word: clause.words.raw[at]!, of: (named ?? place).word, isRise };
}

/** Returns `UP` for a word for more, `DOWN` for a word for less, 0 for others. */
function senseOf({ words: { lower, lexemes } }: Clause, at: number): number {
  const word = lower[at]!;
  if (MORE.test(word) || PERMITS.test(word)) return UP;
  if (FORBIDS.test(word) || LESS.test(word)) return DOWN;
  return lexemes[at]!.direction || (undoes(lower, at) && !NEGATES.test(word) ? DOWN : 0);
}

/** Undoing words that are no change by themselves. */
const NEGATES = /^(?:not|won['’]t|fails?|refus\w*|rejects?|opposes?|rul(?:es|ed|ing))$/;

const undoes = (lower: readonly string[], at: number): boolean => UNDOES.test(`${lower[at]} ${lower[at + 1] ?? ''}`);

/** Nouns for a change right after the supply: `pauses oil output increases`. */
const CHANGE = /^(?:cuts?|increases?|hikes?)$/;
const OF_PRICE = /^(?:prices?|futures|demand|market|markets|rally|stocks?)$/;
/** Words whose direction is not that of a price. */
const TRADES = /^(?:buy|bought|sell|sold|cut|rais|increas)/;

/**
 * Returns the index of the word for the change: a noun right after the supply, else the nearest word before it, else the first after it. When no
 * supply is named, only words that forbid or permit trade count.
 */
function changeAt(clause: Clause, isNamed: boolean): number | null {
  const { from, at, phraseEnd, to } = clause;
  const { lower, lexemes } = clause.words;
  const isOfTrade = (i: number): boolean => FORBIDS.test(lower[i]!) || PERMITS.test(lower[i]!);
  const isChange = (i: number): boolean => (isNamed ? senseOf(clause, i) !== 0 : isOfTrade(i));
  const isOfPrice = (i: number): boolean => !isNamed && lexemes[i]!.direction !== 0 && !TRADES.test(lower[i]!);
  const next = phraseEnd < to ? lower[phraseEnd]! : '';
  if (!isNamed && OF_PRICE.test(next)) return null;
  if (next !== '' && (isOfTrade(phraseEnd) || (isNamed && CHANGE.test(next)))) return phraseEnd;
  for (let i = at - 1; i >= from; i -= 1) {
    if (isOfTrade(i) || (i >= at - REACH && isChange(i))) return i;
    if (isOfPrice(i)) return null;
  }
  for (let i = phraseEnd; i < to && !isOfPrice(i); i += 1) if (isChange(i)) return i;
  return null;
}

/** Returns whether other words of the clause undo the change. */
function isReversed({ words: { lower }, from, at, phraseEnd, to }: Clause, change: number): boolean {
  let isUndone = false;
  let last = change > phraseEnd ? change : Math.min(change, at);
  for (let i = last - 1; i >= Math.max(from, last - UNDO_REACH); i -= 1)
    if (undoes(lower, i)) {
      isUndone = !isUndone;
      last = i;
    }
  const rest = lower.slice(Math.max(phraseEnd, change + 1), to);
  return rest.some((word) => UNDONE.test(word)) && change <= phraseEnd ? !isUndone : isUndone;
}
