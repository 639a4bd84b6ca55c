/** Decides whether the words beside an ambiguous name are evidence for the company. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { wordTest } from '../../text/lexeme.ts';
import { isAllUpper, startsUpper, type Words } from '../../text/words.ts';
import { businessWords, companyWords, firmWords, nounWords, determiners } from './homonyms.ts';
import { isPlain } from './plain-words.ts';
import { precedesChange, type TextContext } from '../find/text-context.ts';
import { hasOtherMeaning } from './other-meanings.ts';
import { listingRank, makesDrugs, type Alias } from '../find/alias-resolution.ts';
import { wordSet } from '../../text/word-set.ts';

const EVIDENCE_MIN = 2;
const OFTEN_PER_MILLION = 100;
const LESSER_KNOWN_RANK = 800;
const [WELL_KNOWN_RANK, LITTLE_KNOWN_RANK] = [1_500, 2_500] as const;
/** Names that are also common words, but with a capital in a headline hardly ever mean anything but the company. */
const famousWords = wordSet('amazon apple oracle');

/**
 * Returns whether a capital is not enough evidence: the name is in doubt (`Doubt`), or it is one word that is frequent (`Bill`, `Team`) or
 * names a little-known company (`Tempest`).
 */
const needsMoreThanCapital = ({ words, entry, level, doubt }: Alias): boolean =>
  doubt !== null ||
  (words.length === 1 &&
    (isFrequent(words[0] ?? '') ||
      (entry.asset_type !== 'Crypto' && level !== 'brand' && (listingRank(entry) > 0 || (entry.rank ?? Infinity) > LITTLE_KNOWN_RANK))));

const isFrequent = (word: string): boolean => commonPerMillion(word) > OFTEN_PER_MILLION;

/** Returns whether common words are together a well-known name: `Western Union`, `Norfolk Southern`. */
const isWellKnown = ({ words, level, entry }: Alias): boolean =>
  words.length > 1 && (level === 'core' || level === 'short') && (entry.rank ?? Infinity) <= WELL_KNOWN_RANK;

const COIN_WORDS = wordSet('token tokens coin coins network blockchain protocol chain foundation wallet holders');

/** Words for what an investor does with a company or asks about it: `Short Amazon`. */
const INVESTING = wordSet(
  'buy sell short shorting own owning hold buying selling adding trimming avoiding revisiting reassessing valuing evaluating rating vs than like love avoid forget why could should valuation dividend yield with',
);
/** Verbs of questions about investing, `Is Oracle a Buy`. They count only with a word of `INVESTED`: `Genie is out of the bottle`. */
const ASKING = wordSet('is are');
const asksToInvest = ({ lower }: Words): boolean => lower.some((word) => INVESTED.has(word));
const INVESTED = wordSet('buy sell hold stock stocks shares dividend undervalued overvalued cheap expensive worth investment bargain overpriced');

const JUDGES = wordSet('rating bullish bearish upbeat positive cautious neutral overweight underweight outperform coverage stance');

export const isTrialWord = wordTest((word) =>
  /^(?:fda|ema|phase|trials?|clinical|preclinical|placebo|pivotal|nda|snda|bla|endpoints?|orphan|vaccines?|drug|dosing|biotech|inhibitor|antibody)$/.test(
    word,
  ),
);

/** Returns whether the words beside an ambiguous name give at least `EVIDENCE_MIN` points. */
export function hasEvidence(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  if (hasOtherMeaning(reading, alias, from, to)) return false;
  // `Viking trial data lift shares`
  const following = words.lexemes[to];
  if (following !== undefined && isTrialWord(following) && makesDrugs(alias.entry)) return true;
  if (alias.doubt === 'namesake') return isKnownByBusiness(words, alias, from, to);
  const before = words.lower[from - 1] ?? '';
  const isMidSentence = casing === 'sentence' && from > 0 && startsUpper(words.raw[from] ?? '') && !isAllUpper(words.raw[from] ?? '');
  const isTitled =
    before === 'the' &&
    (/^(?:compan(?:y|ies)|group|corporation|inc|co|brokerage)$/.test(words.lower[to] ?? '') ||
      alias.words.length > 1 ||
      (alias.level === 'brand' && companyWords.has(words.lower[to] ?? '')));
  // `Buy rating on Crocs`
  if (before === 'on' && JUDGES.has(words.lower[from - 2] ?? '') && (alias.entry.rank ?? Infinity) <= WELL_KNOWN_RANK) return true;
  if (!isTitled && (isMidSentence ? /^(?:an?|the)$/.test(before) : determiners.has(before))) return false;
  const isFirst = from === 0 || (isTitled && from === 1);
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (alias.isShared && !isFirst) return false;
  let points = 0;
  // A common word is the short name of a company only before a colon: `Monster: Recent Rally`.
  if (alias.level === 'first' && alias.words.length === 1 && isPlain(alias.words[0] ?? '') && !alias.isOfDrugs)
    return isFirst && after.startsWith(':');
  if (isMidSentence) points += needsMoreThanCapital(alias) ? 1 : 2;
  if (alias.doubt !== null && hasBusinessWord(words, from, to)) points += 1;
  const next = words.lower[to] ?? '';
  const isFollowed = companyWords.has(next) || (alias.entry.asset_type === 'Crypto' && COIN_WORDS.has(next));
  if (isFollowed && /^(?:['’]s)?,?\s+$/.test(after)) points += 2;
  if (/^['’]s/.test(after)) points += 1;
  if (isFirst) points += after.startsWith(':') || next === 'to' ? 2 : 1;
  if (alias.level === 'brand') points += famousWords.has(alias.text) && casing !== 'upper' ? 2 : 1;
  if (INVESTING.has(before) || INVESTING.has(next) || ((ASKING.has(before) || ASKING.has(next)) && asksToInvest(words))) points += 1;
  if (alias.words.length > 1 && alias.level !== 'first' && (alias.doubt === null || listingRank(alias.entry) === 0)) points += 1;
  if (isWellKnown(alias)) points += 1;
  return points >= EVIDENCE_MIN;
}

const OWNED = wordSet('shares stake stakes stock investment interest holding position');

/**
 * Returns whether a name that persons or places also have means the company. Either a word for what only companies have or do follows it, or a
 * word for what companies do and the rest of the text is about business. What people do as well (`says`, `wins`, `plans`) does not count.
 */
function isKnownByBusiness(words: Words, alias: Alias, from: number, to: number): boolean {
  const { entry, level } = alias;
  const next = words.lower[to] ?? '';
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  const isBeside = /^(?:['’]s?)?\s+$/.test(after);
  if (precedesChange(words, to)) return true;
  if (/^(?:of|in)$/.test(words.lower[from - 1] ?? '') && OWNED.has(words.lower[from - 2] ?? '')) return true;
  // The name of the company is longer: `Golub Capital`, `Buenaventura SA`.
  if (
    /^\s$/.test(after) &&
    (FORMS.test(words.raw[to] ?? '') || (next.length > 3 && startsUpper(words.raw[to] ?? '') && containsWord(entry.name, next)))
  )
    return true;
  if (isBeside && firmWords.has(next) && !isGeneralNoun(alias, next)) return true;
  if ((entry.rank ?? 0) > LITTLE_KNOWN_RANK) return false;
  const acts = isBeside && companyWords.has(next) && !PEOPLE_DO.has(next) && !isGeneralNoun(alias, next);
  let points = acts ? 1 : 0;
  if (level === 'brand') points += 1;
  if (hasBusinessWord(words, from, to + 1)) points += 1;
  return points >= EVIDENCE_MIN;
}

/** Returns whether the next word is something that anything may have: `Popular trading platform`, `City workers`, `Floor prices`. */
const isGeneralNoun = ({ words: [word = '', ...others], level, entry }: Alias, next: string): boolean =>
  others.length === 0 &&
  nounWords.has(next) &&
  (isFrequent(word) || (isCommonWord(word) && (level === 'first' || (entry.rank ?? 0) > LESSER_KNOWN_RANK)));

/** Matches legal forms that are not also words of headlines. */
const FORMS = /^(?:SA|S\.A|AG|NV|N\.V|SE|AB|ASA|AS|SpA|Oyj|GmbH|KGaA|Inc|INC|Corp|CORP|Ltd|LTD|PLC|Plc|plc|LLC|LP)$/;

const containsWord = (name: string, word: string): boolean => name.split(/[\s,.]+/).some((part) => part.toLowerCase() === word);

/** Words for what persons do, or are called, as often as companies. */
const PEOPLE_DO = wordSet(
  'says said sees agrees agreed expects plans wins won signs signed falls fell sues sued faces seeks considers weighs leads gets begins returns warns confirms reveals enters hits near nears named picked selected granted received receives reviews joins misses beats president chairman chief executive executives director directors board group eyes teams opens closes issues offers',
);

/** Returns whether the text outside the name has a word of business. */
export function hasBusinessWord({ lower }: Words, from: number, to: number): boolean {
  for (const [at, word] of lower.entries()) if ((at < from || at >= to) && (firmWords.has(word) || businessWords.has(word))) return true;
  return false;
}
