/** Finds the supply of a commodity in a headline, and the word that says how it changes: `US crude inventories fall`, `OPEC cuts oil output`. */
import { UP } from '../text/lexeme.ts';
import { wordsOf } from '../text/words.ts';

/** A word for a market, with its place in the headline. */
export interface MarketWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Words for supply, right after the commodity. */
const SUPPLY = /^ (?:inventor(?:y|ies)|stockpiles?|suppl(?:y|ies)|output|production|exports|shipments)\b/i;
/** Stocks of these are inventories; `oil stocks` are shares. */
const STORED = /\b(?:crude|distillate|gasoline|diesel|fuel)$/i;
const STOCKS = /^ stocks\b/i;

/** Returns whether `stocks` in a title means inventories. */
export const isInventory = (title: string, { word, start }: MarketWord): boolean =>
  word.toLowerCase() === 'stocks' && STORED.test(title.slice(0, start).trimEnd());

/** Returns the commodity's name with the word for its supply, `crude inventories`; null where none follows the name. */
export function supplyBehind(title: string, { word, start, end }: MarketWord): MarketWord | null {
  const behind = title.slice(end);
  const noun = SUPPLY.exec(behind)?.[0] ?? (STORED.test(word) ? STOCKS.exec(behind)?.[0] : undefined);
  return noun === undefined ? null : { word: `${word}${noun}`, start, end: end + noun.length };
}

/** Maximum number of words from a change to the supply after it: `drop in US crude inventories`. */
const REACH = 4;
const CLAUSE_END = /[,;:–—]/;
/** Words after the supply that end the change: `to unwind oil output cuts`. */
const ENDS = /^(?:unwind|end(?:s|ed|ing)?$|eas|revers|paus|halt|scrap|phas)/;

/** Returns the word for the change of a supply: one shortly before it, else the first after it; null where there is none. */
export function changeOfSupply(title: string, start: number): { readonly word: string; readonly isRise: boolean } | null {
  const { lexemes, raw, lower, start: starts, end: ends } = wordsOf(title);
  const at = starts.indexOf(start);
  const isChange = (i: number): boolean => lexemes[i]!.direction !== 0;
  const before = lexemes.findLastIndex((_, i) => i < at && i >= at - REACH && isChange(i));
  const isOfClause = before >= 0 && !CLAUSE_END.test(title.slice(ends[before], start));
  const change = isOfClause ? before : lexemes.findIndex((_, i) => i > at && isChange(i));
  if (change < 0) return null;
  const isEnded = change > at && lower.slice(Math.max(0, at - REACH), at).some((word) => ENDS.test(word));
  return { word: raw[change]!, isRise: (lexemes[change]!.direction === UP) !== isEnded };
}
