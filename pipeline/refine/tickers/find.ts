/**
 * A text in, every listed company, fund and coin that it names out, each with the evidence: cashtag,
 * exchange form, name, symbol. A word that is also something else counts only with evidence beside it.
 */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { wordTest } from '../text/lexeme.ts';
import { casingOf, isAllUpper, isUpper, shape, startsUpper, type Casing, type Words } from '../text/words.ts';
import { acronyms } from './acronyms.ts';
import { companyWords, peopleAndPlaces, wordsNotAfter, wordsNotBefore } from './ambiguous.ts';
import { attributionWords, brokers, ratingWords } from './bystanders.ts';
import type { Alias, Directory } from './directory.ts';
import { EXCHANGE_FORM, listedTicker } from './exchanges.ts';
import type { Mention } from './mention.ts';
import { isAmbiguous, saysBusiness } from './names.ts';
import { areListed, markPassing } from './passing.ts';

interface Reading {
  readonly words: Words;
  readonly place: Mention['place'];
  readonly casing: Casing;
  readonly directory: Directory;
  /** Whether anything in the article speaks of crypto: what makes a coin of `Avalanche`. */
  readonly isCrypto: boolean;
}

export interface Text {
  readonly words: Words;
  readonly place: Mention['place'];
}

const cryptoWords: ReadonlySet<string> = new Set(
  'crypto cryptos cryptocurrency cryptocurrencies bitcoin bitcoins btc ethereum ether eth blockchain altcoin altcoins token tokens coin coins defi stablecoin stablecoins memecoin memecoins web3 binance coinbase dogecoin solana cardano litecoin ripple xrp'.split(
    ' ',
  ),
);

const isCryptoWord = wordTest((word) => cryptoWords.has(word));

export const speaksOfCrypto = ({ lexemes }: Words): boolean => lexemes.some(isCryptoWord);

export function findMentions({ words, place }: Text, directory: Directory, isCrypto: boolean): Mention[] {
  const reading: Reading = { words, place, casing: casingOf(words), directory, isCrypto };
  const symbols = [...exchangeForms(reading), ...cashtags(reading), ...parenthesised(reading)];
  const names = namedCompanies(reading, symbols);
  const bare = bareSymbols(reading, [...symbols, ...names]);
  return markPassing(
    words,
    [...symbols, ...names, ...bare].toSorted((a, b) => a.from - b.from || a.to - b.to),
  );
}

/** The word at this offset of the text, or the first after it. */
function wordAt(words: Words, offset: number): number {
  let low = 0;
  let high = words.end.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words.end[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mentionAt({ words, place }: Reading, entry: SymbolEntry, kind: Mention['kind'], start: number, end: number): Mention {
  const from = wordAt(words, start);
  return { entry, text: words.text.slice(start, end), place, kind, from, to: Math.max(from + 1, wordAt(words, end)), isBystander: false };
}

/** Room for an exchange's name before its colon, and for a symbol after it. */
const [BEFORE_COLON, AFTER_COLON] = [24, 20] as const;

function exchangeForms(reading: Reading): Mention[] {
  const { text } = reading.words;
  const found: Mention[] = [];
  let searched = 0;
  // Around each colon only: the pattern is dear over a whole text.
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const from = Math.max(searched, colon - BEFORE_COLON);
    for (const match of text.slice(from, colon + AFTER_COLON).matchAll(EXCHANGE_FORM)) {
      const [start, end] = [from + match.index, from + match.index + match[0].length];
      if (start > colon || end <= colon) continue;
      searched = end;
      const entry = reading.directory.activeFor(listedTicker(match[1] ?? '', match[2] ?? ''));
      if (entry !== undefined) found.push(mentionAt(reading, entry, 'exchange', start, end));
    }
  }
  return found;
}

const CASHTAG = /(?<![A-Za-z0-9$])\$([A-Z]{1,6}(?:[.-][A-Z]{1,3})?)(?![A-Za-z0-9])/g;

function cashtags(reading: Reading): Mention[] {
  const { text } = reading.words;
  if (!text.includes('$')) return [];
  const found: Mention[] = [];
  for (const match of text.matchAll(CASHTAG)) {
    const entry = entryOfSymbol(reading, match[1] ?? '');
    if (entry !== undefined) found.push(mentionAt(reading, entry, 'cashtag', match.index, match.index + match[0].length));
  }
  return found;
}

/** A stock or fund first, its coin where the text speaks of crypto or no stock has the symbol. */
function entryOfSymbol({ directory, isCrypto }: Reading, symbol: string): SymbolEntry | undefined {
  const ticker = symbol.replace('.', '-');
  const stock = directory.activeFor(ticker);
  const coin = stock === undefined || isCrypto ? directory.activeFor(`${ticker}-USD`) : undefined;
  return coin ?? stock ?? directory.activeFor(symbol);
}

const PARENTHESISED = /\(([A-Z]{1,5}(?:[.-][A-Z])?(?:\s?[,/;]\s?[A-Z]{1,5}(?:[.-][A-Z])?){0,9})\)/g;

/** `Sumitomo Chemical (SOMMY)`, `Insiders Trading (A, GG)`; an abbreviation only beside the company's own name. */
function parenthesised(reading: Reading): Mention[] {
  const { words } = reading;
  if (!words.text.includes('(')) return [];
  const found: Mention[] = [];
  for (const match of words.text.matchAll(PARENTHESISED)) {
    for (const symbol of (match[1] ?? '').split(/\s?[,/;]\s?/)) {
      const entry = entryOfSymbol(reading, symbol);
      if (entry === undefined) continue;
      const start = words.text.indexOf(symbol, match.index);
      if ((symbol.length === 1 || acronyms.has(symbol)) && !isNamedBefore(reading, entry, start)) continue;
      found.push(mentionAt(reading, entry, 'symbol', start, start + symbol.length));
    }
  }
  return found;
}

/** Whether one of the five words before begins the entry's name. */
function isNamedBefore({ words }: Reading, entry: SymbolEntry, offset: number): boolean {
  const at = wordAt(words, offset);
  const first = entry.name.split(/[\s,.]/)[0]?.toLowerCase() ?? '';
  return first.length > 1 && words.lower.slice(Math.max(0, at - 5), at).includes(first);
}

const NO_ALIASES: readonly Alias[] = [];

function namedCompanies(reading: Reading, symbols: readonly Mention[]): Mention[] {
  const { words, directory } = reading;
  const found: { mention: Mention; alias: Alias; isCertain: boolean }[] = [];
  for (let i = 0; i < words.lower.length;) {
    // Only coins are written small, and then the text speaks of crypto.
    const aliases = reading.isCrypto || isCapital(words.raw[i] ?? '') ? directory.aliasesFrom(words.lower[i] ?? '') : NO_ALIASES;
    if (aliases.length === 0) {
      i += 1;
      continue;
    }
    const alias = aliases.find((candidate) => matches(reading, candidate, i));
    const to = i + (alias?.words.length ?? 1);
    if (alias !== undefined) {
      const isCertain = alias.isStrong
        ? !isSomethingElse(reading, alias, i, to)
        : hasEvidence(reading, alias, i, to) || symbols.some(({ entry }) => entry.symbol === alias.entry.symbol);
      const mention: Mention = {
        entry: alias.entry,
        text: words.text.slice(words.start[i], words.end[to - 1]),
        place: reading.place,
        kind: alias.entry.asset_type === 'Crypto' ? 'crypto' : 'name',
        from: i,
        to,
        isBystander: isBystander(reading, alias, i, to),
      };
      found.push({ mention, alias, isCertain });
    }
    i = to;
  }
  // In a list of companies (`Apple, Target and Tesla`) the certain ones speak for their neighbours.
  return found
    .filter(
      ({ isCertain, alias, mention }, index) =>
        isCertain ||
        (alias.level !== 'first' &&
          [found[index - 1], found[index + 1]].some(
            (other) =>
              other !== undefined &&
              other.isCertain &&
              areListed(words, mention, other.mention) &&
              !isSomethingElse(reading, alias, mention.from, mention.to),
          )),
    )
    .map(({ mention }) => mention);
}

function matches({ words, casing, isCrypto }: Reading, alias: Alias, at: number): boolean {
  const last = at + alias.words.length - 1;
  if (last >= words.lower.length) return false;
  for (let k = 1; k < alias.words.length; k += 1) if (words.lower[at + k] !== alias.words[k]) return false;
  const isCoin = alias.entry.asset_type === 'Crypto';
  if (isCoin && !alias.isStrong && !isCrypto) return false;
  const first = words.raw[at] ?? '';
  if (alias.isUpperOnly) return isAllUpper(first) && casing !== 'upper';
  if (alias.isPossessive && !/^['’]s/i.test(words.text.slice(words.end[last], (words.end[last] ?? 0) + 2))) return false;
  if (isCoin && alias.isStrong) return true;
  if (!isCapital(first) || !(isCapital(words.raw[last] ?? '') || (at === 0 && alias.level === 'core' && saysBusiness(words.lower[last] ?? '')))) return false;
  return alias.words.length === 1 || areTogether(words, at, last);
}

/** `Apple`, `3M`, `eBay`, `loanDepot`, `i3`. */
function isCapital(word: string): boolean {
  const first = word.charCodeAt(0);
  if (isUpper(first) || (first >= 48 && first <= 57) || '$€£¥₹'.includes(word.charAt(0))) return true;
  for (let at = 1; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (isUpper(code) || (code >= 48 && code <= 57)) return true;
  }
  return false;
}

/** No sentence or clause ends inside a name. */
function areTogether(words: Words, from: number, last: number): boolean {
  for (let i = from; i < last; i += 1)
    if (
      /[;:!?()|"“”]|\.\s|\s[-–—]\s/.test(words.text.slice(words.end[i], words.start[i + 1])) &&
      !/^\.\s$/.test(words.text.slice(words.end[i], words.start[i + 1]))
    )
      return false;
  return true;
}

/** Names of indexes and agencies too: the company only where a word of its own business follows. */
const STRICT: ReadonlySet<string> = new Set([
  'nasdaq',
  'dow',
  'cboe',
  'cme',
  'moody',
  'news',
  'reuters',
  'thomson reuters',
  'new york times',
  'fitch',
]);

function isSomethingElse(reading: Reading, alias: Alias, from: number, to: number): boolean {
  const { words } = reading;
  const name = alias.words.join(' ');
  const next = words.lower[to] ?? '';
  if (wordsNotBefore.get(name)?.has(next) === true || isPartOfAnother(reading, alias, from, to) || isOfFund(reading, alias, to)) return true;
  if (STRICT.has(name)) return !/^(?:inc|eps|non|gaap|q[1-4]|ceo|cfo|declares|acquires|reports|to|corp|chemical|names|prices|beats|misses|appoints|launches|buys|completes)$/.test(next);
  return false;
}

/** `Hannon Armstrong`, `Adena Friedman`, `Virgin Atlantic`: one word of a longer name that is not the company's. */
function isPartOfAnother(reading: Reading, alias: Alias, from: number, to: number): boolean {
  if (alias.words.length === 1 && from > 0 && isPerson(reading, from)) return true;
  if (alias.level === 'brand' || (alias.words.length > 1 && alias.level !== 'first')) return false;
  const { words, casing } = reading;
  const isBeside = (left: number, right: number): boolean => /^\s$/.test(words.text.slice(words.end[left], words.start[right]));
  const isName = (at: number): boolean =>
    startsUpper(words.raw[at] ?? '') &&
    !isAllUpper(words.raw[at] ?? '') &&
    (words.lexemes[at]?.perMillion === 0 || (casing === 'sentence' && at > 0)) &&
    !companyWords.has(words.lower[at] ?? '');
  if (from > 0 && isBeside(from - 1, from) && (isName(from - 1) || isPerson(reading, from))) return true;
  if (alias.words.length > 1 && from > 0 && startsUpper(words.raw[from - 1] ?? '') && isBeside(from - 1, from) && !companyWords.has(words.lower[from - 1] ?? '') && casing !== 'upper' && words.lower[from - 1] !== 'the') return true;
  const next = words.lower[to] ?? '';
  // `Royal Bank of Scotland`
  if (alias.words.length > 1 && next === 'of' && startsUpper(words.raw[to + 1] ?? '')) return true;
  const isOwn = alias.entry.name.toLowerCase().includes(next);
  // `SF Holding`, `Sonic Healthcare`: what the next word says of its business is not the company's.
  if ((alias.level === 'first' || alias.isUpperOnly) && !isOwn && startsUpper(words.raw[to] ?? '') && isBeside(to - 1, to) && (saysBusiness(next) || peopleAndPlaces.has(next)))
    return true;
  if (alias.isUpperOnly && casing === 'sentence' && next.length > 3 && isName(to) && isBeside(to - 1, to) && !isOwn) return true;
  return alias.level === 'first' && isName(to) && isBeside(to - 1, to) && !isOwn;
}

/** `CEO Bill Rogers`, `chairman John E. Lowe`. */
const isPerson = ({ words }: Reading, at: number): boolean =>
  [at - 1, at - 2, at - 3].some((office) => OFFICES.has(words.lower[office] ?? '')) &&
  /^[A-Z][a-z]*$/.test(words.raw[OFFICES.has(words.lower[at - 1] ?? '') ? at + 1 : at - 1] ?? '');
const OFFICES: ReadonlySet<string> = new Set(['ceo', 'cfo', 'coo', 'cto', 'chairman', 'chair', 'president', 'chief', 'founder', 'director', 'analyst', 'governor', 'senator', 'secretary', 'judge', 'exec', 'executive']);

/** `Wells Fargo Advantage Income Opportunities Fund`: a fund bears its manager's name. */
function isOfFund({ words }: Reading, alias: Alias, to: number): boolean {
  for (let at = to; at < Math.min(words.lower.length, to + FUND_WORDS_MAX); at += 1) {
    if (!startsUpper(words.raw[at] ?? '') && words.lower[at] !== 'and') return false;
    if (!/^(?:\s+|\s?&\s?|\.\s)$/.test(words.text.slice(words.end[at - 1], words.start[at]))) return false;
    if (FUNDS.has(words.lower[at] ?? '')) return at > to && !alias.entry.name.toLowerCase().includes(words.lower[at] ?? '');
  }
  return false;
}
const FUNDS: ReadonlySet<string> = new Set(['fund', 'funds', 'etf', 'etfs', 'etn', 'trust', 'municipal']);
const FUND_WORDS_MAX = 8;

const EVIDENCE_MIN = 2;
const COIN_WORDS: ReadonlySet<string> = new Set([
  'token',
  'tokens',
  'coin',
  'coins',
  'network',
  'blockchain',
  'protocol',
  'chain',
  'foundation',
  'wallet',
  'holders',
]);

/** What an investor does with a company, or asks of it: `Short Amazon`, `Is Oracle a Buy`. */
const INVESTING: ReadonlySet<string> = new Set(['buy', 'sell', 'short', 'shorting', 'own', 'owning', 'hold', 'buying', 'selling', 'vs', 'than', 'like', 'love', 'avoid', 'forget', 'is', 'why', 'are', 'could', 'should', 'rating', 'valuation', 'dividend', 'yield', 'with']);

/** Points for what stands beside an ambiguous name; two make it a company. */
function hasEvidence(reading: Reading, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  if (isSomethingElse(reading, alias, from, to)) return false;
  const isMidSentence = casing === 'sentence' && from > 0 && startsUpper(words.raw[from] ?? '') && !isAllUpper(words.raw[from] ?? '');
  const before = words.lower[from - 1] ?? '';
  const isTitled = before === 'the' && (/^(?:compan(?:y|ies)|group|corporation|inc|co|brokerage)$/.test(words.lower[to] ?? '') || alias.words.length > 1);
  if (!isTitled && (isMidSentence ? /^(?:an?|the)$/.test(before) : wordsNotAfter.has(before))) return false;
  const isFirst = from === 0 || (isTitled && from === 1);
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (casing === 'upper' && alias.level === 'first') return false;
  let points = 0;
  if (isMidSentence) points += 2;
  const isFollowed = companyWords.has(words.lower[to] ?? '') || (alias.entry.asset_type === 'Crypto' && COIN_WORDS.has(words.lower[to] ?? ''));
  if (isFollowed && /^(?:['’]s)?,?\s+$/.test(after)) points += 2;
  if (/^\s+[+-]\d/.test(after)) points += 2;
  if (/^['’]s/.test(after)) points += 1;
  if (isFirst) points += after.startsWith(':') ? 2 : 1;
  if (alias.level === 'brand') points += 1;
  if (INVESTING.has(before) || INVESTING.has(words.lower[to] ?? '')) points += 1;
  if (alias.words.length > 1 && alias.level !== 'first') points += 1;
  return points >= EVIDENCE_MIN;
}

const STRONG_RATING = /^(?:upgrade[sd]?|downgrade[sd]?|initiate[sd]?|initiating|maintains?|reiterate[sd]?|resumes|reaffirms)$/;

/** `Bank of America raises dividend`: a broker's own news. */
const OWN_NEWS: ReadonlySet<string> = new Set(['dividend', 'dividends', 'quarterly', 'pay', 'salaries', 'bonuses', 'jobs', 'staff', 'employees', 'buyback', 'offering', 'fined', 'eps', 'gaap']);
const OWN_NEWS_REACH = 5;
const ADVERB = /^(?:still|again|also|now|remains|stays|is|too)$/;
const RATED = /^(?:upgraded|downgraded|initiated|resumed|maintained|cut|raised|started)$/;

function isBystander({ words }: Reading, alias: Alias, from: number, to: number): boolean {
  if (!brokers.has(alias.words.join(' '))) return false;
  // `Citi still sees`: an adverb between says nothing.
  const at = ADVERB.test(words.lower[to] ?? '') ? to + 1 : to;
  const next = words.lower[at] ?? '';
  // `JPMorgan upgraded to Buy at Citi` is about JPMorgan.
  if (RATED.test(next) && /^(?:to|at|by|from|on|after|in)$/.test(words.lower[at + 1] ?? '') && !/^(?:after|as|with)$/.test(words.lower[from - 1] ?? '')) return false;
  if (words.lower.slice(to, to + OWN_NEWS_REACH).some((word) => OWN_NEWS.has(word))) return false;
  if (STRONG_RATING.test(next)) return true;
  if (attributionWords.has(words.lower[from - 1] ?? '')) return true;
  // `at Credit Suisse, J.P. Morgan`
  if (
    words.text.slice(words.end[from - 1] ?? 0, words.start[from]) === ', ' &&
    words.lower.slice(Math.max(0, from - 4), from).some((word) => word === 'at' || word === 'by')
  )
    return true;
  const before = words.text.slice(words.end[from - 1] ?? 0, words.start[from]);
  const isLast = to === words.lower.length;
  return ratingWords.has(next) || (isLast && /[-–—:,]\s*$/.test(before));
}

/** `HDS, AQST and LTHM`: capitals in a list with others, of today's symbols or not. */
function isSymbolBeside({ words }: Reading, at: number, other: number): boolean {
  const symbol = words.raw[other] ?? '';
  const [left, right] = at < other ? [at, other] : [other, at];
  if (!/^[A-Z]{2,5}$/.test(symbol) || acronyms.has(symbol)) return false;
  return /^(?:\s*[,/&]\s*(?:and\s+)?|\s+(?:and|vs\.?)\s+)$/i.test(between(words, left, right));
}

/** What stands between two words, `and` and `vs` included. */
const between = (words: Words, left: number, right: number): string => words.text.slice(words.end[left], words.start[right]);

const SYMBOL_AFTER: ReadonlySet<string> = new Set(['buy', 'buying', 'sell', 'selling', 'short', 'shorting', 'long', 'owning', 'own']);

/** Of Indian shares and amounts, or of coins by their symbols: then capitals are no US symbols. */
const isOfElsewhere = wordTest((word) => ELSEWHERE.has(word));
const ELSEWHERE: ReadonlySet<string> = new Set(['rs', 'crore', 'crores', 'lakh', 'lakhs', 'sensex', 'nifty', 'bse', 'nse', 'sebi', 'rbi', 'psu', 'btc', 'eth', 'xrp', 'ada', 'doge', 'shib', 'bnb', 'altcoin', 'altcoins', 'ethereum', 'memecoin', 'defi', 'nft', 'nfts', 'token', 'tokens']);
const speaksOfElsewhere = ({ lexemes }: Words): boolean => lexemes.some(isOfElsewhere);

const SHARE_WORDS = /^(?:stock|stocks|shares|share|options|option|calls|puts|etf|earnings|eps|price)$/;

/** `SQQQ: Shorting the market`, `AMD stock`; among capitals only there is no telling. */
function bareSymbols(reading: Reading, taken: readonly Mention[]): Mention[] {
  const { words, casing } = reading;
  if (casing === 'upper') return [];
  const found: Mention[] = [];
  const isElsewhere = speaksOfElsewhere(words);
  for (let i = 0; i < words.raw.length; i += 1) {
    const symbol = words.raw[i] ?? '';
    if (
      ((words.shapes[i] ?? 0) & shape.isAllUpper) === 0 ||
      symbol.length < 2 ||
      symbol.length > 5 ||
      !/^[A-Z]+$/.test(symbol) ||
      acronyms.has(symbol)
    )
      continue;
    if (taken.some(({ from, to }) => i >= from && i < to)) continue;
    const entry = entryOfSymbol(reading, symbol);
    if (entry === undefined) continue;
    const after = words.text.slice(words.end[i], words.start[i + 1] ?? words.text.length);
    const next = words.lower[i + 1] ?? '';
    const isAlone = next === '' || !/^\s?$/.test(after) || !startsUpper(words.raw[i + 1] ?? '');
    const isSubject = i === 0 && (after.startsWith(':') || /^['’]s/.test(after) || (isAlone && companyWords.has(next)));
    const isPriced = (SHARE_WORDS.test(next) && /^\s+$/.test(after)) || /^\s*\(?[+-]\d/.test(after);
    const isNamed = taken.some((mention) => mention.entry.symbol === entry.symbol);
    const isCoin = entry.asset_type === 'Crypto' && reading.isCrypto;
    const isListed = symbol.length > 2 && [i - 2, i - 1, i + 1, i + 2].some((other) => isSymbolBeside(reading, i, other));
    // Four letters that are no word, and do what companies do.
    const isDistinct = symbol.length > 3 && isAlone && (companyWords.has(next) || /^['’]s/.test(after)) && !isAmbiguous(words.lower[i] ?? '') && !/['’]s\s$/.test(words.text.slice(0, words.start[i]));
    const isObject = symbol.length > 2 && next === '' && SYMBOL_AFTER.has(words.lower[i - 1] ?? '');
    if (isNamed || isCoin || (!isElsewhere && (isListed || isSubject || isPriced || isDistinct || isObject)))
      found.push({ ...mentionAt(reading, entry, 'symbol', words.start[i] ?? 0, words.end[i] ?? 0), to: i + 1 });
  }
  return found;
}
