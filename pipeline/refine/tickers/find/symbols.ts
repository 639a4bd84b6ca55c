/** Finds symbols in a text: after the name of an exchange, as cashtags, in parentheses, or bare. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { commonPerMillion } from '../../text/common-words.ts';
import { wordIn } from '../../text/lexeme.ts';
import { shape, startsUpper, type Words } from '../../text/words.ts';
import { acronyms, companyWords } from '../homonyms/homonyms.ts';
import { coinNames } from '../names/brands.ts';
import { EXCHANGE_FORM, LISTED_FORM, listedFormTicker, listedTicker } from './exchanges.ts';
import type { Mention } from '../mention.ts';
import { isAmbiguous } from '../homonyms/plain-words.ts';
import { mentionAt, precedesChange, wordAt, type TextContext } from './text-context.ts';
import { wordSet } from '../../text/word-set.ts';

/** Characters that are searched before a colon, for the name of an exchange, and after it, for a symbol. */
const [BEFORE_COLON, AFTER_COLON] = [24, 20] as const;

/** Matches a colon before capitals or digits that no lower-case letter continues: `: NVDA`, not `: Sell`. */
const BEFORE_SYMBOL = /:\s{0,2}\$?[A-Z0-9]+(?![A-Za-z0-9])/g;

/** Returns mentions such as `(NYSE: ACME)`. */
export function exchangeForms(reading: TextContext): Mention[] {
  const { text } = reading.words;
  const found: Mention[] = [];
  let searched = 0;
  // Searches only around colons, because the pattern of exchanges is slow over a whole text.
  for (const { index: colon } of text.matchAll(BEFORE_SYMBOL)) {
    const from = Math.max(searched, colon - BEFORE_COLON);
    for (const match of text.slice(from, colon + AFTER_COLON).matchAll(EXCHANGE_FORM)) {
      const [start, end] = [from + match.index, from + match.index + match[0].length];
      if (start > colon) continue;
      searched = end;
      const entry = reading.directory.activeFor(listedTicker(match[1] ?? '', match[2] ?? ''));
      if (entry !== undefined) found.push(mentionAt(reading, entry, 'exchange', start, end));
    }
  }
  return found;
}

/** Returns forms with a listing or class: `Shopify (SHOP.TO)`, `BRK.B hits record`. */
export function listedForms(reading: TextContext): Mention[] {
  const { text } = reading.words;
  if (!/[A-Z0-9]\.[A-Z]/.test(text)) return [];
  return [...text.matchAll(LISTED_FORM)].flatMap((match) => {
    const ticker = listedFormTicker(match[1] ?? '', match[2] ?? '');
    const entry = ticker === null ? undefined : reading.directory.activeFor(ticker);
    return entry === undefined ? [] : [mentionAt(reading, entry, 'exchange', match.index, match.index + match[0].length)];
  });
}

const CASHTAG = /(?<![A-Za-z0-9$])\$([A-Z]{1,6}(?:[.-][A-Z]{1,3})?)(?![A-Za-z0-9])/g;

export function cashtags(reading: TextContext): Mention[] {
  const { text } = reading.words;
  // Fast path: most dollar signs precede sums.
  if (!/\$[A-Z]/.test(text)) return [];
  return [...text.matchAll(CASHTAG)].flatMap((match) => {
    const entry = entryOfSymbol(reading, match[1] ?? '');
    return entry === undefined ? [] : [mentionAt(reading, entry, 'cashtag', match.index, match.index + match[0].length)];
  });
}

const knownCoins: ReadonlySet<string> = new Set(coinNames.map(([base]) => base));

/** Returns the stock or fund of a symbol, or the coin in news of crypto or when no stock has the symbol. */
function entryOfSymbol({ directory, isCrypto }: TextContext, symbol: string): SymbolEntry | undefined {
  const ticker = symbol.replace('.', '-');
  const stock = directory.activeFor(ticker);
  const coin = stock === undefined || isCrypto ? directory.activeFor(`${ticker}-USD`) : undefined;
  if (isCrypto && coin === undefined && knownCoins.has(symbol)) return undefined;
  return coin ?? stock ?? directory.activeFor(symbol);
}

const PARENTHESISED = /\(([A-Z]{1,5}(?:[.-][A-Z])?(?:\s?[,/;]\s?[A-Z]{1,5}(?:[.-][A-Z])?){0,24})\)/g;

/** Returns mentions such as `Sumitomo Chemical (SOMMY)`, `Insiders Trading (A, GG)`. An abbreviation counts only after the name of its company. */
export function parenthesised(reading: TextContext): Mention[] {
  const { words } = reading;
  const found: Mention[] = [];
  if (!words.text.includes('(')) return found;
  for (const match of words.text.matchAll(PARENTHESISED)) {
    const symbols = (match[1] ?? '').split(/\s?[,/;]\s?/);
    const isList = symbols.filter((symbol) => symbol.length > 1 && !acronyms.has(symbol) && entryOfSymbol(reading, symbol) !== undefined).length > 1;
    let end = match.index;
    for (const symbol of symbols) {
      const start = words.text.indexOf(symbol, end + 1);
      end = start + symbol.length;
      const entry = entryOfSymbol(reading, symbol);
      if (entry === undefined) continue;
      if (!isList && (symbol.length === 1 || acronyms.has(symbol) || isAbbreviation(reading, symbol, start)) && !isNamedBefore(reading, entry, start))
        continue;
      found.push(mentionAt(reading, entry, 'symbol', start, end));
    }
  }
  return found;
}

/** Returns whether the five words before a symbol contain the first word of the company's name. */
function isNamedBefore({ words }: TextContext, entry: SymbolEntry, offset: number): boolean {
  const at = wordAt(words, offset);
  const first = entry.name.split(/[\s,.]/)[0]?.toLowerCase() ?? '';
  return first.length > 1 && words.lower.slice(Math.max(0, at - 5), at).includes(first);
}

/** Returns whether a symbol abbreviates the words before it: `Contract Lifecycle Management (CLM)`. */
function isAbbreviation({ words }: TextContext, symbol: string, offset: number): boolean {
  const at = wordAt(words, offset);
  const letters = symbol.toLowerCase();
  const initials = words.lower.slice(Math.max(0, at - letters.length), at).map((word) => word.charAt(0));
  return initials.join('') === letters;
}

/** Returns whether capitals are the symbol of a coin among others: `BTC, LINK and DOT`. */
const isListedCoin = (reading: TextContext, at: number): boolean =>
  reading.isCrypto &&
  reading.directory.activeFor(`${reading.words.raw[at] ?? ''}-USD`) !== undefined &&
  [at - 1, at + 1].some((other) => isSymbolBeside(reading, at, other));

/** Returns whether capitals are in a list with other symbols, active or not: `HDS, AQST and LTHM`. */
function isSymbolBeside({ words }: TextContext, at: number, other: number): boolean {
  const symbol = words.raw[other] ?? '';
  const [left, right] = at < other ? [at, other] : [other, at];
  if (!/^[A-Z]{2,5}$/.test(symbol) || acronyms.has(symbol) || symbol === words.raw[at]) return false;
  return /^(?:\s*[,/&]\s*(?:and\s+)?|\s+(?:and|vs\.?)\s+)$/i.test(words.text.slice(words.end[left], words.start[right]));
}

/** Words of Indian shares and amounts, and coins by symbol, beside which capitals are not US symbols. */
const isForeignWord = wordIn(
  'rs crore crores lakh lakhs sensex nifty bse nse sebi rbi psu btc eth xrp ada doge shib bnb altcoin altcoins ethereum memecoin defi nft nfts token tokens',
);
const hasForeignWord = ({ lexemes }: Words): boolean => lexemes.some(isForeignWord);

const WORD_PER_MILLION = 20;
const SHARE_WORDS = /^(?:stock|stocks|shares|share|options|option|calls|puts|etf|earnings|eps|price)$/;

/** Returns whether a colon near the beginning precedes the word: `Hot Stocks: PEP rises`. */
const isAfterColon = ({ text, end, start }: Words, at: number): boolean => at < 4 && /^:\s+$/.test(text.slice(end[at - 1], start[at]));

/** Funds that are called by their symbols, `time to buy QQQ?`. None of the symbols is a word or has another meaning. */
const knownFunds = wordSet(
  'SPY QQQ IWM VOO VTI VXUS VYM VNQ VUG SCHD JEPI JEPQ ARKK ARKG ARKW TQQQ SQQQ SOXL SOXS SOXX SMH UVXY VXX TLT TMF HYG LQD IEF GLD GDX GDXJ SLV USO UNG XLE XLF XLK XLV XLU XLP XLY XLI XBI KRE XRT XOP XHB EEM EFA FXI KWEB EWZ BITO IBIT GBTC TNA TZA SPXL SPXU UPRO SPXS LABU LABD BOIL KOLD',
);

/** Returns bare symbols: `SQQQ: Shorting the market`, `AMD stock`. A text in capitals gives none. */
export function bareSymbols(reading: TextContext, taken: readonly Mention[]): Mention[] {
  const { words, casing } = reading;
  // A headline of symbols with a few lower-case words is not one in capitals.
  if (casing === 'upper' && words.raw.every((word) => !/^[a-z]/.test(word))) return [];
  const found: Mention[] = [];
  let isForeign: boolean | null = null;
  for (let i = 0; i < words.raw.length; i += 1) {
    const symbol = words.raw[i] ?? '';
    if (
      ((words.shapes[i] ?? 0) & shape.isAllUpper) === 0 ||
      symbol.length < 2 ||
      symbol.length > 5 ||
      !/^[A-Z]+$/.test(symbol) ||
      (acronyms.has(symbol) && !isListedCoin(reading, i))
    )
      continue;
    // The listing of `2882.TW` is no symbol.
    if (words.text.charAt((words.start[i] ?? 0) - 1) === '.') continue;
    if (taken.some(({ from, to }) => i >= from && i < to)) continue;
    const entry = entryOfSymbol(reading, symbol);
    if (entry === undefined) continue;
    const after = words.text.slice(words.end[i], words.start[i + 1] ?? words.text.length);
    const next = words.lower[i + 1] ?? '';
    const isAlone = next === '' || !/^\s?$/.test(after) || !startsUpper(words.raw[i + 1] ?? '');
    // A word in capitals: `TECH stocks`, `LINK:`.
    const isWord = commonPerMillion(words.lower[i] ?? '') > WORD_PER_MILLION;
    const isSubject =
      !isWord &&
      symbol.length > 2 &&
      (i === 0 || isAfterColon(words, i)) &&
      (after.startsWith(':') || /^['’]s/.test(after) || (isAlone && companyWords.has(next)));
    const isPriced = (!isWord && SHARE_WORDS.test(next) && /^\s+$/.test(after)) || precedesChange(words, i + 1);
    const isNamed = taken.some((mention) => mention.entry.symbol === entry.symbol);
    const isCoin = entry.asset_type === 'Crypto' && reading.isCrypto;
    const isListed = symbol.length > 2 && [i - 2, i - 1, i + 1, i + 2].some((other) => isSymbolBeside(reading, i, other));
    // Four letters or more that are no word, before a word for what companies have or do.
    const isDistinct = symbol.length > 3 && isAlone && (companyWords.has(next) || /^['’]s/.test(after)) && !isAmbiguous(words.lower[i] ?? '');
    if (isNamed || isCoin || knownFunds.has(symbol) || (!(isForeign ??= hasForeignWord(words)) && (isListed || isSubject || isPriced || isDistinct)))
      found.push({ ...mentionAt(reading, entry, 'symbol', words.start[i] ?? 0, words.end[i] ?? 0), to: i + 1 });
  }
  return found;
}
