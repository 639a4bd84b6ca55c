/** An ambiguous name in its place in, whether what stands beside it makes it the company out. */
import { commonPerMillion } from '../../text/common-words.ts';
import { isAllUpper, startsUpper, type Words } from '../../text/words.ts';
import { companyWords, phrasesToo, wordsNotAfter } from './homonyms.ts';
import { isPlain } from './plain-words.ts';
import { movesBy, type Reading } from '../find/reading.ts';
import { isSomethingElse } from './other-meanings.ts';
import { listingRank, type Alias } from '../find/alias-resolution.ts';

const setOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const EVIDENCE_MIN = 2;
const OFTEN_PER_MILLION = 100;
const [WELL_KNOWN_RANK, LITTLE_KNOWN_RANK] = [1_500, 2_500] as const;
/** Words too, but a headline that has them with a capital hardly ever means anything else. */
const everybodys: ReadonlySet<string> = setOf('amazon apple oracle');

/** `Bill`, `Team`, of a less known company `Tempest`: a capital alone makes no company of such a word. */
const isOftenSaid = ({ words, entry, level }: Alias): boolean =>
  words.length === 1 &&
  (commonPerMillion(words[0] ?? '') > OFTEN_PER_MILLION ||
    (entry.asset_type !== 'Crypto' && level !== 'brand' && (listingRank(entry) > 0 || (entry.rank ?? Infinity) > LITTLE_KNOWN_RANK)));

/** `Western Union`, `Norfolk Southern`: common words, but together a name that everybody knows. */
const isWellKnown = ({ words, level, entry, text }: Alias): boolean =>
  words.length > 1 && (level === 'core' || level === 'short') && (entry.rank ?? Infinity) <= WELL_KNOWN_RANK && !phrasesToo.has(text);
const COIN_WORDS: ReadonlySet<string> = setOf('token tokens coin coins network blockchain protocol chain foundation wallet holders');

/** What an investor does with a company, or asks of it: `Short Amazon`, `Is Oracle a Buy`. */
const INVESTING: ReadonlySet<string> = setOf(
  'buy sell short shorting own owning hold buying selling vs than like love avoid forget is why are could should rating valuation dividend yield with',
);

/** `Perfect Match: a show returns`: two capitals at the beginning may be a title. */
const isSecondOfTitle = ({ text, raw, start, end, lower }: Words, alias: Alias, from: number): boolean =>
  from === 1 &&
  alias.words.length === 1 &&
  alias.level !== 'brand' &&
  startsUpper(raw[0] ?? '') &&
  text.slice(end[0], start[1]) === ' ' &&
  !INVESTING.has(lower[0] ?? '') &&
  !companyWords.has(lower[0] ?? '');

const isBesideCapital = ({ text, raw, start, end }: Words, to: number): boolean =>
  startsUpper(raw[to] ?? '') && /^\s$/.test(text.slice(end[to - 1], start[to]));

const JUDGES: ReadonlySet<string> = setOf(
  'rating bullish bearish upbeat positive cautious neutral overweight underweight outperform coverage stance',
);

/** Points for what stands beside an ambiguous name; two make it a company. */
export function hasEvidence(reading: Reading, alias: Alias, from: number, to: number): boolean {
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
  if (alias.level === 'brand') points += everybodys.has(alias.text) && casing !== 'upper' ? 2 : 1;
  if (INVESTING.has(before) || INVESTING.has(words.lower[to] ?? '')) points += 1;
  if (alias.words.length > 1 && alias.level !== 'first') points += 1;
  if (isWellKnown(alias)) points += 1;
  return points >= EVIDENCE_MIN;
}
