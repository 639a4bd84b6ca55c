/**
 * Drops articles that are not in English (specification.md 1.4), by the share of Latin letters, the share of words that are common in English
 * news, and ELD's n-grams (Nito-ELD, "Efficient language detector"). Names and tickers are not counted, because they belong to no language. A
 * short headline is dropped only when the measures agree or the feed declares the detected language.
 */
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { Draft } from './draft.ts';
import { createDetector } from './language-detector.ts';
import { wordTest } from '../text/lexeme.ts';
import { casingOf, shape, type Words } from '../text/words.ts';
import type { RefineContext } from '../context.ts';
import { mentionsIn } from '../tickers/find/find.ts';
import type { Directory } from '../tickers/names/directory.ts';

/** Created at first use, because reading its n-grams takes half a second. */
let detector: ReturnType<typeof createDetector> | undefined;

const NON_LATIN_SHARE_MAX = 0.3;
const DETECTED_LENGTH_MAX = 300;
/** A text with this many anchors and ENGLISH_SHARE is English. Counting stops above SURE_SHARE, from SURE_WORDS words on. */
const SURE_ANCHORS = 4;
const SURE_WORDS = 14;
const SURE_SHARE = 0.75;
/** Share of common English words from which a text is English even if ELD disagrees. */
const ENGLISH_SHARE = 0.6;
/** The same share when the feed declares English and ELD is unsure. */
const DECLARED_ENGLISH_SHARE = 0.3;
/** Share of common English words below which a text is foreign when ELD is sure. */
const FOREIGN_SHARE = 0.34;
/** Least number of counted words for a verdict. */
const WORDS_MIN = 3;

/** Words of English headlines that no related language spells the same. A few of them outweigh names that look foreign. */
// prettier-ignore
const ANCHORS = new Set(['the', 'of', 'and', 'for', 'with', 'by', 'to', 'is', 'are', 'as', 'at', 'from', 'after', 'his', 'her', 'on', 'over', 'up', 'says', 'said', 'reports', 'reported', 'declares', 'announces', 'names', 'appointed', 'shares', 'stock', 'stocks', 'upgrades', 'downgrades', 'acquires', 'appoints', 'hires', 'inc', 'corporation', 'chief', 'officer', 'director', 'est', 'prev', 'its', 'quarter', 'results', 'revenue', 'earnings', 'beats', 'misses', 'raises', 'vs', 'feels', 'trading', 'insiders', 'flight', 'airlines', 'review', 'visit', 'back', 'call', 'deal', 'buy', 'sell', 'news', 'price', 'why', 'how', 'new']);
const isAnchor = wordTest((word) => ANCHORS.has(word));
/** A text with one anchor per this many words is English with foreign names in it. */
const WORDS_PER_ANCHOR = 9;
/** Languages that ELD often detects by mistake in names, and in which no source publishes short headlines. */
const UNLIKELY = new Set(['tl', 'ms', 'yo', 'ca', 'eu', 'sq', 'et', 'lv', 'lt', 'sl', 'hr', 'ro', 'cs', 'sk', 'vi', 'hu']);
const UNLIKELY_WORDS_MIN = 8;

/** In German every noun has a capital; in other languages a capital inside a sentence begins a name. */
const CAPITALISES_NOUNS = 'de';

const WORDS_MAX = 24;

const LETTER = /\p{L}/gu;
const LATIN = /\p{Script=Latin}/gu;
const NO_LANGUAGE = /https?:\S+|[$#]\w+/g;
const ASCII = /^[\x20-\x7e]*$/;

export function dropForeign(draft: Draft, { directory }: Pick<RefineContext, 'directory'>): Outcome<Draft> {
  const nonLatin = Math.max(nonLatinShare(draft.title), nonLatinShare(draft.lead));
  if (nonLatin > NON_LATIN_SHARE_MAX) {
    return drop('non_latin_script', `${Math.round(nonLatin * 100)} % of the letters are not Latin`);
  }
  const all = englishWords(draft);
  // English for certain without n-grams: no other language has so many anchors.
  if (all.anchors >= SURE_ANCHORS && all.share >= ENGLISH_SHARE) return keep(draft);
  const text = `${draft.title}. ${draft.lead}`.slice(0, DETECTED_LENGTH_MAX).replace(NO_LANGUAGE, ' ').toLowerCase();
  detector ??= createDetector();
  const detected = detector.detect(text);
  if (detected.language === 'en') return keep(draft);
  const { share, count, anchors } = englishWords(draft, nameTest(directory, detected.language));
  const declared = draft.raw.declared_language?.toLowerCase().split(/[-_]/)[0] ?? null;
  const isSure = detected.language !== '' && detected.isReliable();
  if (share >= (declared === 'en' && !isSure ? DECLARED_ENGLISH_SHARE : ENGLISH_SHARE)) return keep(draft);
  if (anchors > 0 && anchors * WORDS_PER_ANCHOR >= count && share >= 0.25) return keep(draft);
  if (count < UNLIKELY_WORDS_MIN && UNLIKELY.has(detected.language) && declared !== detected.language && ASCII.test(draft.title)) return keep(draft);
  if (count < WORDS_MIN && !(isSure && declared === detected.language)) return keep(draft);
  const agrees = isSure && (share < FOREIGN_SHARE || (count >= 6 && share <= 0.5));
  if (!agrees && !(declared === detected.language && share < 0.5)) return keep(draft);
  return drop('not_english', `${detected.language}: ${Math.round(share * 100)} % of ${count} words are common English`);
}

function nonLatinShare(text: string): number {
  if (ASCII.test(text)) return 0;
  const letters = text.match(LETTER)?.length ?? 0;
  return letters === 0 ? 0 : 1 - (text.match(LATIN)?.length ?? 0) / letters;
}

const SENTENCE_END = /[.!?]/;

type NameTest = (words: Words) => (at: number) => boolean;

/** Returns a test for words of names: names that the directory knows, and words with a capital inside a sentence. */
function nameTest(directory: Directory, language: string): NameTest {
  return (words) => {
    const proposed = mentionsIn({ words, place: 'title' }, directory, false).proposed();
    const isSentence = language !== CAPITALISES_NOUNS && casingOf(words) === 'sentence';
    const isInside = (at: number): boolean => at > 0 && !SENTENCE_END.test(words.text.slice(words.end[at - 1], words.start[at]));
    return (at) =>
      proposed.some(({ from, to }) => at >= from && at < to) || (isSentence && isInside(at) && ((words.shapes[at] ?? 0) & shape.startsUpper) !== 0);
  };
}

/** Counts words that could be English: no numbers, no tickers (words in capitals among others), no words of names. */
function englishWords(draft: Draft, namesIn: NameTest = () => () => false): { share: number; count: number; anchors: number } {
  let count = 0;
  let english = 0;
  let anchors = 0;
  for (const words of [draft.titleWords, draft.leadWords] satisfies Words[]) {
    const isUpper = casingOf(words) === 'upper';
    const isName = namesIn(words);
    const end = Math.min(words.raw.length, WORDS_MAX);
    for (let i = 0; i < end; i += 1) {
      const lexeme = words.lexemes[i];
      const bits = words.shapes[i] ?? 0;
      const before = words.text.charAt((words.start[i] ?? 0) - 1);
      if (lexeme === undefined || lexeme.word.length < 2 || (bits & shape.isNumber) !== 0 || (!isUpper && (bits & shape.isAllUpper) !== 0)) continue;
      if (before === '$' || before === '#' || isName(i)) continue;
      count += 1;
      if (lexeme.perMillion > 0) english += 1;
      if (isAnchor(lexeme)) anchors += 1;
      // More words would not change the verdict.
      if (anchors > SURE_ANCHORS && count >= SURE_WORDS && english > SURE_SHARE * count) return { share: english / count, count, anchors };
    }
  }
  return { share: count === 0 ? 0 : english / count, count, anchors };
}
