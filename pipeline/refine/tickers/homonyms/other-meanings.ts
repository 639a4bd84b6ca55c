/** Recognises a listed name that is part of another one in this text: a person, a fund, an index, another company. */
import { isAllUpper, startsUpper, type Words } from '../../text/words.ts';
import { bodies, companyWords, peopleAndPlaces, wordsNotBefore, wordsNotBehind } from './homonyms.ts';
import { givenNames, isGivenName } from './namesakes.ts';
import { saysBusiness } from './plain-words.ts';
import { readList } from '../data/read-list.ts';
import type { TextContext } from '../find/reading.ts';
import type { Alias } from '../find/alias-resolution.ts';
import { wordSet } from '../../text/word-set.ts';

export function isSomethingElse(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words } = reading;
  const name = alias.text;
  const next = words.lower[to] ?? '';
  if (
    wordsNotBefore.get(name)?.has(next) === true ||
    (from > 0 && wordsNotBehind.get(name)?.has(words.lower[from - 1] ?? '') === true) ||
    isPartOfAnother(reading, alias, from, to) ||
    isOfFund(reading, alias, to)
  )
    return true;
  // `in Corning, New York`
  if (
    !alias.isStrong &&
    /^(?:in|near|outside)$/.test(words.lower[from - 1] ?? '') &&
    peopleAndPlaces.has(next) &&
    words.text.charAt(words.end[to - 1] ?? 0) === ','
  )
    return true;
  // `NOV 2020`
  if (alias.isUpperOnly && /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/.test(name) && /^\d/.test(next)) return true;
  if (reading.isCrypto ? ofCrypto.has(name) : onlyOfCrypto.has(name)) return true;
  return lacksItsBusiness(name, next);
}

/** Names that are also indexes, agencies, or nouns with a capital in news: the company only where a word of its own business follows. */
const STRICT = readList('strict-names');
const OWN_BUSINESS =
  /^(?:inc|eps|non|gaap|q[1-4]|ceo|cfo|declares|goes|acquires|reports|to|corp|chemical|names|prices|beats|misses|appoints|launches|buys|completes|profits?)$/;

/** Clubs, halls and a television host: in the news for what is played and said there, the company only where its business follows. */
const PLAYED = readList('played-names');
const BUSINESS = /^(?:shares?|stock|revenues?|earnings|plc|inc|holdings|takeover|sale|bid|owners?|ipo|debt|q[1-4]|eps|reports|swings)$/;

/** Whether this name needs a word of its company's business right after it, and another word follows. */
const lacksItsBusiness = (name: string, next: string): boolean =>
  (STRICT.has(name) && !OWN_BUSINESS.test(next)) || (PLAYED.has(name) && !BUSINESS.test(next));

/** Lenders, exchanges and crypto words that share their names with listed companies. */
const ofCrypto = readList('crypto-names');

/** Words that are a company only in crypto news: `Strategy buys 8,178 bitcoin`. */
const onlyOfCrypto: ReadonlySet<string> = new Set(['strategy']);

/** Whether a name is part of a longer one that is not the company's: `Hannon Armstrong`, `Adena Friedman`, `Virgin Atlantic`. */
function isPartOfAnother(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  const { level, isStrong, isUpperOnly, entry, doubt, text: name } = alias;
  const isWord = alias.words.length === 1;
  if (isWord && isOnePersonsName(reading, alias, from)) return true;
  if (isWord && from > 0 && (isPerson(reading, from) || (!isHousehold(alias) && isSecondWord(reading, from)))) return true;
  const isBeside = (left: number, right: number): boolean => /^\s$/.test(words.text.slice(words.end[left], words.start[right]));
  const isName = (at: number): boolean =>
    startsUpper(words.raw[at] ?? '') &&
    !isAllUpper(words.raw[at] ?? '') &&
    (words.lexemes[at]?.perMillion === 0 || (casing === 'sentence' && at > 0)) &&
    !companyWords.has(words.lower[at] ?? '');
  const [before, next] = [words.lower[from - 1] ?? '', words.lower[to] ?? ''];
  const isBesideNext = isBeside(to - 1, to);
  const isCapitalNext = startsUpper(words.raw[to] ?? '') && isBesideNext;
  const isCapitalBefore = from > 0 && startsUpper(words.raw[from - 1] ?? '') && isBeside(from - 1, from);
  const isForeign = !entry.name.toLowerCase().includes(next);
  // `Merck KGaA` is not Merck & Co.
  if (/^(?:kgaa|gmbh)$/.test(next) && isForeign) return true;
  if (isWord && !isStrong && OTHERS.has(next) && isCapitalNext && isForeign) return true;
  // `Old Dominion University`, `Quaker group`: a school, a club, a congregation of that name.
  if (level !== 'legal' && NOT_BUSINESSES.has(next) && isBesideNext) return true;
  // `World Health Organization`, `Orange County man`: a body, a place or its people.
  if (!alias.isOfItsOwn && level !== 'legal' && isBody(words, to)) return true;
  // `Solana's Team`, `Amazon's Alexa`: a possession of another.
  if (!isStrong && isWord && !isHousehold(alias) && from > 0 && isPossessed(words, from)) return true;
  // `Deutsche Post`
  if (BEGINS_NAMES.has(name) && isCapitalNext && !companyWords.has(next)) return true;
  // `Burger Joint Launches`: the second of two capitalised words.
  if (isSecondOfTwo(reading, alias, from)) return true;
  // `US30YT=RR`, `BIP-199`: a code. `Archive Artist Publications (AAP)`
  const isCode = words.text.charAt((words.start[from] ?? 0) - 1) === '=' || /^-\d/.test(words.text.slice(words.end[to - 1]));
  if (isUpperOnly && (isCode || isShortFor(words, alias, from, to))) return true;
  // `First Busey Post Holdings`: the end of a longer name.
  if (level === 'legal') return isCapitalBefore && !/^(?:the|buy|sell|short)$/.test(before) && casing !== 'title';
  // `Meta Materials`, `Tesla Minerals`: another, unlisted company, since no division of a well-known one has such a name.
  if (level === 'brand' && isWord && NO_DIVISIONS.has(next) && isCapitalNext && isForeign) return true;
  // `Sea of Japan`, `Royal Bank of Scotland`
  if (next === 'of' && casing !== 'title' && startsUpper(words.raw[to + 1] ?? '')) return true;
  if (level === 'brand' || (!isWord && level !== 'first' && doubt === null)) return false;
  // `to Acquire Metsera`: the capital is the headline's.
  const isBehindVerb = words.lower[from - 2] === 'to' && DEAL_VERBS.has(before);
  if (from > 0 && isBeside(from - 1, from) && ((isName(from - 1) && !isBehindVerb) || isPerson(reading, from))) return true;
  if (!isWord && isCapitalBefore && !companyWords.has(before) && casing !== 'upper' && before !== 'the') return true;
  if (!isForeign) return false;
  const isNameNext = isName(to) && isBesideNext;
  // `Universal Avionics`: a place or a word of origin begins many names.
  if (isWord && !isStrong && peopleAndPlaces.has(name) && isNameNext) return true;
  // `SF Holding`, `Sonic Healthcare`, `Vanguard Group`: the business that the next word gives is not the company's.
  const isShort = level === 'first' || isUpperOnly || (level === 'short' && (entry.rank ?? Infinity) > LESS_KNOWN_RANK);
  if (isShort && isCapitalNext && (saysBusiness(next) || next === 'group' || peopleAndPlaces.has(next))) return true;
  if (isUpperOnly && casing === 'sentence' && next.length > 3 && isNameNext) return true;
  // `Volt Carbon` is not Volt Lithium.
  if ((level !== 'core' || casing === 'sentence') && isWord && doubt !== null && isCapitalNext && !companyWords.has(next)) return true;
  return (level === 'first' || doubt !== null) && isNameNext;
}

const DEAL_VERBS: ReadonlySet<string> = new Set(['acquire', 'buy', 'purchase', 'sell', 'sue', 'join']);

/** Last words of companies' names, which name no division of a well-known company. */
const NO_DIVISIONS = wordSet(
  'materials minerals metals resources petroleum midstream lithium uranium royalty bancorp bancshares bankshares biosciences biopharma biologics therapeutics oncology reit realty hospitality',
);
const LESS_KNOWN_RANK = 1_500;
/** Up to this rank a company is in the news so often that a word before its name does not make another name of it. */
const HOUSEHOLD_RANK = 450;
const isHousehold = ({ entry, level }: Alias): boolean => level === 'brand' && (entry.rank ?? Infinity) <= HOUSEHOLD_RANK;

/** Whether it is part of a person's name: a given name, title or initial precedes it, or a name follows it: `Harrison Ford`. */
function isOnePersonsName({ words, casing }: TextContext, alias: Alias, at: number): boolean {
  if (casing === 'upper' || alias.entry.asset_type === 'Crypto') return false;
  // `Coach Huntsman`
  if (
    at > 0 &&
    TITLES.has(words.lower[at - 1] ?? '') &&
    startsUpper(words.raw[at - 1] ?? '') &&
    /^\.?\s$/.test(words.text.slice(words.end[at - 1], words.start[at]))
  )
    return true;
  // `Ione P. Matson`
  if (
    at > 1 &&
    /^[A-Z]$/.test(words.raw[at - 1] ?? '') &&
    /^\.?\s$/.test(words.text.slice(words.end[at - 1], words.start[at])) &&
    startsUpper(words.raw[at - 2] ?? '')
  )
    return true;
  const isNameAt = (other: number): boolean =>
    startsUpper(words.raw[other] ?? '') && !isAllUpper(words.raw[other] ?? '') && !companyWords.has(words.lower[other] ?? '');
  const isBeside = (left: number): boolean => /^\s$/.test(words.text.slice(words.end[left], words.start[left + 1]));
  if (at > 0 && isNameAt(at - 1) && isBeside(at - 1) && isGivenName(words.lower[at - 1] ?? '')) return true;
  const next = words.lower[at + 1] ?? '';
  return (
    alias.doubt === 'namesake' &&
    isGivenName(alias.text) &&
    isNameAt(at + 1) &&
    isBeside(at) &&
    !alias.entry.name.toLowerCase().includes(next) &&
    !saysBusiness(next) &&
    (casing === 'sentence' || givenNames.has(next))
  );
}

/** Whether a word for a body, a place or its people follows: `Erie County`, `Huntsman Cancer Institute`. */
function isBody({ text, raw, lower, start, end }: Words, to: number): boolean {
  if (!/^\s$/.test(text.slice(end[to - 1], start[to]))) return false;
  return (
    bodies.has(lower[to] ?? '') ||
    (startsUpper(raw[to] ?? '') &&
      startsUpper(raw[to + 1] ?? '') &&
      /^\s$/.test(text.slice(end[to], start[to + 1])) &&
      bodies.has(lower[to + 1] ?? ''))
  );
}

/** Titles of persons, before their names. */
const TITLES: ReadonlySet<string> = readList('personal-titles');

const isPossessed = ({ text, end, start }: Words, at: number): boolean => /^['’]s?\s$/i.test(text.slice(end[at - 1], start[at]));

/** Whether a little-known company's plain word, or a name's beginning, follows a capitalised word that is not about the company. */
function isSecondOfTwo({ words, casing }: TextContext, { isStrong, level, words: name, entry }: Alias, at: number): boolean {
  if (isStrong || name.length > 1 || at === 0 || casing === 'upper' || level === 'brand' || level === 'legal') return false;
  if ((entry.rank ?? 0) <= LESS_KNOWN_RANK && level !== 'first') return false;
  const before = words.lower[at - 1] ?? '';
  return (
    startsUpper(words.raw[at - 1] ?? '') &&
    /^\s$/.test(words.text.slice(words.end[at - 1], words.start[at])) &&
    !companyWords.has(before) &&
    !BEFORE_NAMES.has(before)
  );
}
const BEFORE_NAMES: ReadonlySet<string> = readList('words-beside-names');

/** Whether it is in brackets after words that are not the company's name. */
function isShortFor(words: Words, { entry, text }: Alias, from: number, to: number): boolean {
  if (words.text.charAt((words.start[from] ?? 0) - 1) !== '(' || words.text.charAt(words.end[to - 1] ?? 0) !== ')') return false;
  const first = entry.name.split(/[\s,.]/)[0]?.toLowerCase() ?? '';
  const before = words.lower.slice(Math.max(0, from - text.length - 2), from);
  return !before.includes(first) && !before.includes(text);
}

/** Legal forms and businesses that the company of the first word does not have: `Delta Corp`, `Visa Steel`. */
const OTHERS: ReadonlySet<string> = readList('other-forms');

const NOT_BUSINESSES: ReadonlySet<string> = readList('not-businesses');

/** Central banks, whose possessive precedes a rate setter: `Fed’s Williams`. */
const CENTRAL_BANKS: ReadonlySet<string> = new Set(['fed', 'ecb', 'boe', 'boj', 'rba', 'bundesbank']);

/** Whether the word before begins another company's name: `First Quantum`, `Royal Gold`. */
const isSecondWord = ({ words, casing }: TextContext, at: number): boolean =>
  casing !== 'upper' &&
  BEGINS_NAMES.has(words.lower[at - 1] ?? '') &&
  startsUpper(words.raw[at - 1] ?? '') &&
  /^\s$/.test(words.text.slice(words.end[at - 1], words.start[at]));
const BEGINS_NAMES: ReadonlySet<string> = readList('first-words');

/** Whether the word belongs to a rate setter or an office holder: `CEO Bill Rogers`, `chairman John E. Lowe`. */
const isPerson = ({ words }: TextContext, at: number): boolean =>
  (CENTRAL_BANKS.has(words.lower[at - 1] ?? '') && /^['’]s\s$/.test(words.text.slice(words.end[at - 1], words.start[at]))) || isOfOffice(words, at);

const isOfOffice = (words: Words, at: number): boolean =>
  (isOfficeAt(words, at - 1) || isOfficeAt(words, at - 2) || isOfficeAt(words, at - 3)) &&
  /^[A-Z][a-z]*$/.test(words.raw[isOfficeAt(words, at - 1) ? at + 1 : at - 1] ?? '');
const isOfficeAt = ({ lower }: Words, at: number): boolean => OFFICES.has(lower[at] ?? '');
const OFFICES: ReadonlySet<string> = readList('offices');

/**
 * Whether the name is the beginning of a fund's name, because funds are named after their managers: `Wells Fargo Advantage Income
 * Opportunities Fund`.
 */
function isOfFund({ words }: TextContext, alias: Alias, to: number): boolean {
  for (let at = to; at < Math.min(words.lower.length, to + FUND_WORDS_MAX); at += 1) {
    const word = words.lower[at] ?? '';
    if ((!startsUpper(words.raw[at] ?? '') && word !== 'and') || NOT_IN_FUNDS.has(word)) return false;
    if (!/^(?:\s+|\s?&\s?|\.\s)$/.test(words.text.slice(words.end[at - 1], words.start[at]))) return false;
    if (FUNDS.has(word)) return at > to && !alias.entry.name.toLowerCase().includes(word);
  }
  return false;
}
/** Words after which the sentence of a headline in capitals continues: `Fannie And Freddie Tumble Amid Blow To Hedge Fund`. */
const NOT_IN_FUNDS = wordSet('to amid as at by with after from over into but is are will vs why how despite says');
const FUNDS: ReadonlySet<string> = new Set(['fund', 'funds', 'etf', 'etfs', 'etn', 'trust', 'municipal']);
const FUND_WORDS_MAX = 8;
