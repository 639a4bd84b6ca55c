/** Companies, funds and coins by their names; an ambiguous name only with evidence beside it. */
import { commonPerMillion } from '../text/common-words.ts';
import { wordTest } from '../text/lexeme.ts';
import { isAllUpper, isUpper, shape, startsUpper, type Words } from '../text/words.ts';
import { companyWords, phrasesToo, wordsNotAfter } from './ambiguous.ts';
import { isBystander } from './broker.ts';
import type { Directory } from './directory.ts';
import type { Mention } from './mention.ts';
import { isPlain, saysBusiness } from './plain-words.ts';
import { areListed } from './passing.ts';
import { movesBy, type Reading } from './reading.ts';
import { isSomethingElse } from './something-else.ts';
import { listingRank, type Alias } from './whose-name.ts';

const NO_MENTIONS: readonly Mention[] = [];

export function namedCompanies(reading: Reading, symbols: readonly Mention[]): readonly Mention[] {
  const { words } = reading;
  const found: { mention: Mention; alias: Alias; isCertain: boolean }[] = [];
  for (let i = 0; i < words.lower.length;) {
    // Only coins are written small, and then the text speaks of crypto.
    const alias = reading.isCrypto || isCapital(words, i) ? aliasAt(reading, i) : null;
    const to = i + (alias?.words.length ?? 1);
    if (alias !== null) {
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
  if (found.length === 0) return NO_MENTIONS;
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

function aliasAt(reading: Reading, at: number): Alias | null {
  const { lower } = reading.words;
  for (const alias of reading.directory.aliasesAt(lower[at] ?? '', lower[at + 1] ?? '')) if (matches(reading, alias, at)) return alias;
  return null;
}

function matches({ words, casing, isCrypto, directory }: Reading, alias: Alias, at: number): boolean {
  const last = at + alias.words.length - 1;
  if (last >= words.lower.length) return false;
  for (let k = 1; k < alias.words.length; k += 1) if (words.lower[at + k] !== alias.words[k]) return false;
  if (alias.isOfDrugs && !words.lexemes.some(isTrialWord)) return false;
  const isCoin = alias.entry.asset_type === 'Crypto';
  if (isCoin && !alias.isStrong && !isCrypto) return false;
  const first = words.raw[at] ?? '';
  const isUpperThroughout = ((words.shapes[at] ?? 0) & shape.isAllUpper) !== 0;
  if (alias.isUpperOnly) return isUpperThroughout && casing !== 'upper' && !isAnothersSymbol(directory, alias, first);
  if (alias.isPossessive && !/^['’]s/i.test(words.text.slice(words.end[last], (words.end[last] ?? 0) + 2))) return false;
  if (isCoin && alias.isStrong) return true;
  if (isUpperThroughout && alias.words.length === 1 && first.length > 1 && casing !== 'upper' && isAnothersSymbol(directory, alias, first))
    return false;
  if (!isCapital(words, at) || !(isCapital(words, last) || (at === 0 && alias.level === 'core' && saysBusiness(words.lower[last] ?? ''))))
    return false;
  return alias.words.length === 1 || areTogether(words, at, last);
}

/** `PRA (PRA)`: capitals that are somebody else's symbol are not the company whose name they begin. */
function isAnothersSymbol(directory: Directory, { entry, level }: Alias, capitals: string): boolean {
  if (level === 'brand' || entry.symbol === capitals) return false;
  const other = directory.activeFor(capitals);
  return other !== undefined && other.symbol !== entry.symbol && (other.cik === null || other.cik !== entry.cik);
}

/** `Apple`, `3M`, `eBay`, `loanDepot`, `i3`. */
function isCapital({ raw, shapes }: Words, at: number): boolean {
  if (((shapes[at] ?? 0) & shape.startsUpper) !== 0) return true;
  return hasCapital(raw[at] ?? '');
}

function hasCapital(word: string): boolean {
  const first = word.charCodeAt(0);
  if ((first >= 48 && first <= 57) || '$€£¥₹'.includes(word.charAt(0))) return true;
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

/** What is said of drugs under development. */
const isTrialWord = wordTest((word) =>
  /^(?:fda|ema|phase|trials?|clinical|preclinical|placebo|pivotal|nda|snda|bla|endpoints?|orphan|vaccines?|drug|dosing|biotech|inhibitor|antibody)$/.test(
    word,
  ),
);

const EVIDENCE_MIN = 2;
const OFTEN_PER_MILLION = 100;
const WELL_KNOWN_RANK = 1_500;
/** Up to here a headline that says `Amazon` or `Visa` hardly ever means anything else. */
const EVERYBODYS_RANK = 30;

/** `Bill`, `Team`, over the counter `Earth`: a capital alone makes no company of such a word. */
const isOftenSaid = ({ words, entry }: Alias): boolean =>
  words.length === 1 && (commonPerMillion(words[0] ?? '') > OFTEN_PER_MILLION || (listingRank(entry) > 0 && entry.asset_type !== 'Crypto'));

/** `Western Union`, `Norfolk Southern`: common words, but together a name that everybody knows. */
const isWellKnown = ({ words, level, entry, text }: Alias): boolean =>
  words.length > 1 && (level === 'core' || level === 'short') && (entry.rank ?? Infinity) <= WELL_KNOWN_RANK && !phrasesToo.has(text);
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
const INVESTING: ReadonlySet<string> = new Set([
  'buy',
  'sell',
  'short',
  'shorting',
  'own',
  'owning',
  'hold',
  'buying',
  'selling',
  'vs',
  'than',
  'like',
  'love',
  'avoid',
  'forget',
  'is',
  'why',
  'are',
  'could',
  'should',
  'rating',
  'valuation',
  'dividend',
  'yield',
  'with',
]);

/** `Perfect Match: a show returns`: two capitals at the beginning may be a title. */
const isSecondOfTitle = ({ text, raw, start, end, lower }: Words, { words, level }: Alias, from: number): boolean =>
  from === 1 &&
  words.length === 1 &&
  level !== 'brand' &&
  startsUpper(raw[0] ?? '') &&
  text.slice(end[0], start[1]) === ' ' &&
  !INVESTING.has(lower[0] ?? '') &&
  !companyWords.has(lower[0] ?? '');

const isBesideCapital = ({ text, raw, start, end }: Words, to: number): boolean =>
  startsUpper(raw[to] ?? '') && /^\s$/.test(text.slice(end[to - 1], start[to]));

const JUDGES: ReadonlySet<string> = new Set([
  'rating',
  'bullish',
  'bearish',
  'upbeat',
  'positive',
  'cautious',
  'neutral',
  'overweight',
  'underweight',
  'outperform',
  'coverage',
  'stance',
]);

/** Points for what stands beside an ambiguous name; two make it a company. */
function hasEvidence(reading: Reading, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  if (isSomethingElse(reading, alias, from, to)) return false;
  const before = words.lower[from - 1] ?? '';
  const isMidSentence =
    casing === 'sentence' &&
    from > 0 &&
    startsUpper(words.raw[from] ?? '') &&
    !isAllUpper(words.raw[from] ?? '') &&
    !isSecondOfTitle(words, alias, from);
  const isTitled =
    before === 'the' && (/^(?:compan(?:y|ies)|group|corporation|inc|co|brokerage)$/.test(words.lower[to] ?? '') || alias.words.length > 1);
  // `Buy rating on Crocs`
  if (before === 'on' && JUDGES.has(words.lower[from - 2] ?? '') && (alias.entry.rank ?? Infinity) <= WELL_KNOWN_RANK && !isBesideCapital(words, to))
    return true;
  if (!isTitled && (isMidSentence ? /^(?:an?|the)$/.test(before) : wordsNotAfter.has(before))) return false;
  const isFirst = from === 0 || (isTitled && from === 1);
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (casing === 'upper' && alias.level === 'first') return false;
  if (alias.isShared && !isFirst) return false;
  let points = 0;
  // `Monster: Recent Rally`: a word that is a word is nobody's short name elsewhere.
  if (alias.level === 'first' && alias.words.length === 1 && isPlain(alias.words[0] ?? '') && !alias.isOfDrugs)
    return isFirst && after.startsWith(':');
  if (isMidSentence) points += isOftenSaid(alias) ? 1 : 2;
  const isFollowed = companyWords.has(words.lower[to] ?? '') || (alias.entry.asset_type === 'Crypto' && COIN_WORDS.has(words.lower[to] ?? ''));
  if (isFollowed && /^(?:['’]s)?,?\s+$/.test(after)) points += 2;
  if (movesBy(words, to)) points += 2;
  if (/^['’]s/.test(after)) points += 1;
  if (isFirst) points += after.startsWith(':') || words.lower[to] === 'to' ? 2 : 1;
  if (alias.level === 'brand') points += (alias.entry.rank ?? Infinity) <= EVERYBODYS_RANK ? 2 : 1;
  if (INVESTING.has(before) || INVESTING.has(words.lower[to] ?? '')) points += 1;
  if (alias.words.length > 1 && alias.level !== 'first') points += 1;
  if (isWellKnown(alias)) points += 1;
  return points >= EVIDENCE_MIN;
}
