/** Decides whether the words beside an ambiguous name make it the company. */
import { commonPerMillion, isCommonWord } from '../../text/common-words.ts';
import { wordTest } from '../../text/lexeme.ts';
import { isAllUpper, startsUpper, type Words } from '../../text/words.ts';
import { businessWords, companyWords, firmWords, nounWords, wordsNotAfter } from './homonyms.ts';
import { isPlain } from './plain-words.ts';
import { movesBy, type TextContext } from '../find/text-context.ts';
import { isSomethingElse } from './other-meanings.ts';
import { listingRank, makesDrugs, type Alias } from '../find/alias-resolution.ts';
import { wordSet } from '../../text/word-set.ts';

const EVIDENCE_MIN = 2;
const OFTEN_PER_MILLION = 100;
const LESSER_KNOWN_RANK = 800;
const [WELL_KNOWN_RANK, LITTLE_KNOWN_RANK] = [1_500, 2_500] as const;
/** Words of the language too, but with a capital in a headline they hardly ever mean anything else than the company. */
const everybodys = wordSet('amazon apple oracle');

/**
 * Whether a capital does not suffice to mean the company: the name is a frequent word (`Bill`, `Team`), or the company is less known
 * (`Tempest`).
 */
const isOftenSaid = ({ words, entry, level, doubt }: Alias): boolean =>
  doubt !== null ||
  (words.length === 1 &&
    (isSaidOften(words[0] ?? '') ||
      (entry.asset_type !== 'Crypto' && level !== 'brand' && (listingRank(entry) > 0 || (entry.rank ?? Infinity) > LITTLE_KNOWN_RANK))));

const isSaidOften = (word: string): boolean => commonPerMillion(word) > OFTEN_PER_MILLION;

/** Whether common words together are a well-known name: `Western Union`, `Norfolk Southern`. */
const isWellKnown = ({ words, level, entry }: Alias): boolean =>
  words.length > 1 && (level === 'core' || level === 'short') && (entry.rank ?? Infinity) <= WELL_KNOWN_RANK;

const COIN_WORDS = wordSet('token tokens coin coins network blockchain protocol chain foundation wallet holders');

/** Words for what an investor does with a company, or asks about it: `Short Amazon`, `Is Oracle a Buy`. */
const INVESTING = wordSet(
  'buy sell short shorting own owning hold buying selling adding trimming avoiding revisiting reassessing valuing evaluating rating vs than like love avoid forget why could should valuation dividend yield with',
);
/** Verbs of questions and statements on investing: `Is Oracle a Buy`, but `Genie is out of the bottle`. */
const ASKING = wordSet('is are');
const asksToInvest = ({ lower }: Words): boolean => lower.some((word) => INVESTED.has(word));
const INVESTED = wordSet('buy sell hold stock stocks shares dividend undervalued overvalued cheap expensive worth investment bargain overpriced');

const JUDGES = wordSet('rating bullish bearish upbeat positive cautious neutral overweight underweight outperform coverage stance');

/** Matches words about drugs under development. */
export const isTrialWord = wordTest((word) =>
  /^(?:fda|ema|phase|trials?|clinical|preclinical|placebo|pivotal|nda|snda|bla|endpoints?|orphan|vaccines?|drug|dosing|biotech|inhibitor|antibody)$/.test(
    word,
  ),
);

/** Whether the words beside an ambiguous name give it two points, which make it a company. */
export function hasEvidence(reading: TextContext, alias: Alias, from: number, to: number): boolean {
  const { words, casing } = reading;
  if (isSomethingElse(reading, alias, from, to)) return false;
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
  if (!isTitled && (isMidSentence ? /^(?:an?|the)$/.test(before) : wordsNotAfter.has(before))) return false;
  const isFirst = from === 0 || (isTitled && from === 1);
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  if (alias.isShared && !isFirst) return false;
  let points = 0;
  // `Monster: Recent Rally`: elsewhere a common word is not a company's short name.
  if (alias.level === 'first' && alias.words.length === 1 && isPlain(alias.words[0] ?? '') && !alias.isOfDrugs)
    return isFirst && after.startsWith(':');
  if (isMidSentence) points += isOftenSaid(alias) ? 1 : 2;
  if (alias.doubt !== null && speaksOfBusiness(words, from, to)) points += 1;
  const next = words.lower[to] ?? '';
  const isFollowed = companyWords.has(next) || (alias.entry.asset_type === 'Crypto' && COIN_WORDS.has(next));
  if (isFollowed && /^(?:['’]s)?,?\s+$/.test(after)) points += 2;
  if (/^['’]s/.test(after)) points += 1;
  if (isFirst) points += after.startsWith(':') || next === 'to' ? 2 : 1;
  if (alias.level === 'brand') points += everybodys.has(alias.text) && casing !== 'upper' ? 2 : 1;
  if (INVESTING.has(before) || INVESTING.has(next) || ((ASKING.has(before) || ASKING.has(next)) && asksToInvest(words))) points += 1;
  if (alias.words.length > 1 && alias.level !== 'first' && (alias.doubt === null || listingRank(alias.entry) === 0)) points += 1;
  if (isWellKnown(alias)) points += 1;
  return points >= EVIDENCE_MIN;
}

/** Words for a holding in a company: `shares of Lamar`, `a stake in Baxter`. */
const OWNED = wordSet('shares stake stakes stock investment interest holding position');

/**
 * Whether a name that persons or places have, too, means the company. Either what only companies have or do follows it, or something that
 * they do, while the rest of the text is about business. What people do as well (`says`, `wins`, `plans`) does not count.
 */
function isKnownByBusiness(words: Words, alias: Alias, from: number, to: number): boolean {
  const { entry, level } = alias;
  const next = words.lower[to] ?? '';
  const after = words.text.slice(words.end[to - 1], words.start[to] ?? words.text.length);
  const isBeside = /^(?:['’]s?)?\s+$/.test(after);
  if (movesBy(words, to)) return true;
  if (/^(?:of|in)$/.test(words.lower[from - 1] ?? '') && OWNED.has(words.lower[from - 2] ?? '')) return true;
  // `Golub Capital`, `Buenaventura SA`: the name is longer.
  if (
    /^\s$/.test(after) &&
    (FORMS.test(words.raw[to] ?? '') || (next.length > 3 && startsUpper(words.raw[to] ?? '') && nameGoesOn(entry.name, next)))
  )
    return true;
  if (isBeside && firmWords.has(next) && !isOfAnyNoun(alias, next)) return true;
  if ((entry.rank ?? 0) > LITTLE_KNOWN_RANK) return false;
  const acts = isBeside && companyWords.has(next) && !PEOPLE_DO.has(next) && !isOfAnyNoun(alias, next);
  let points = acts ? 1 : 0;
  if (level === 'brand') points += 1;
  if (speaksOfBusiness(words, from, to + 1)) points += 1;
  return points >= EVIDENCE_MIN;
}

/** Whether the next word is something that anything may have: `Popular trading platform`, `City workers`, `Floor prices`. */
const isOfAnyNoun = ({ words: [word = '', ...others], level, entry }: Alias, next: string): boolean =>
  others.length === 0 &&
  nounWords.has(next) &&
  (isSaidOften(word) || (isCommonWord(word) && (level === 'first' || (entry.rank ?? 0) > LESSER_KNOWN_RANK)));

/** Matches legal forms that are not also words of headlines. */
const FORMS = /^(?:SA|S\.A|AG|NV|N\.V|SE|AB|ASA|AS|SpA|Oyj|GmbH|KGaA|Inc|INC|Corp|CORP|Ltd|LTD|PLC|Plc|plc|LLC|LP)$/;

const nameGoesOn = (name: string, word: string): boolean =>
  name
    .toLowerCase()
    .split(/[\s,.]+/)
    .includes(word);

/** Words for what persons do, or are called, in headlines as often as companies. */
const PEOPLE_DO = wordSet(
  'says said sees agrees agreed expects plans wins won signs signed falls fell sues sued faces seeks considers weighs leads gets begins returns warns confirms reveals enters hits near nears named picked selected granted received receives reviews joins misses beats president chairman chief executive executives director directors board group eyes teams opens closes issues offers',
);

/** Whether the rest of the text has a word of companies' business. */
export function speaksOfBusiness({ lower }: Words, from: number, to: number): boolean {
  for (const [at, word] of lower.entries()) if ((at < from || at >= to) && (firmWords.has(word) || businessWords.has(word))) return true;
  return false;
}
