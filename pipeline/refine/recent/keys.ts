/** Computes the keys of recent articles: rare terms, the title, the smallest shingles of the summary (MinHash, Broder 1997), tickers. */
import { isRateDecision } from '../article/score-bands.ts';
import { endOf, sections, startOf, type Fingerprint, type ServedWords } from '../dedup/fingerprint.ts';
import { hashText, mixHashes } from '../text/hash.ts';
import type { Words } from '../text/words.ts';

const TITLE = hashText('title');
const SHINGLE = hashText('shingle');
const TICKER = hashText('ticker');
const RATE_DECISION = hashText('rate decision');
const SHINGLES_KEPT = 4;
const TERMS_MAX = 24;
/** Occurrences per million words below which a term is a key: in a title, in a summary, and in a title that has only common words. */
const TITLE_PER_MILLION = 120;
const SUMMARY_PER_MILLION = 60;
const ANY_PER_MILLION = 1_200;

/** Returns the hashes of terms that few articles have; for a title of common words, of all its terms but stop words. */
export function rareTermsOf(words: ServedWords): readonly number[] {
  if (last?.words !== words) last = { words, terms: newRareTerms(words) };
  return last.terms;
}

/** Cache of the last result, because an article that is looked up is added next. */
let last: { readonly words: ServedWords; readonly terms: readonly number[] } | null = null;

function newRareTerms({ title, summary }: ServedWords): number[] {
  const terms = new Set<number>();
  addTerms(terms, title, TITLE_PER_MILLION);
  addTerms(terms, summary, SUMMARY_PER_MILLION);
  if (terms.size < 3) addTerms(terms, title, ANY_PER_MILLION);
  // Reports of one decision may share no other term: `Fed holds`, `Federal Reserve keeps`.
  if (isRateDecision(title.text)) terms.add(RATE_DECISION);
  return [...terms];
}

function addTerms(terms: Set<number>, { lower, lexemes }: Words, perMillionMax: number): void {
  for (let i = 0; i < lexemes.length && terms.size < TERMS_MAX; i += 1) {
    const word = lower[i] ?? '';
    const lexeme = lexemes[i];
    if (word.length < 2 || lexeme === undefined || lexeme.perMillion >= perMillionMax) continue;
    if (perMillionMax === ANY_PER_MILLION || !lexeme.isKind) terms.add(lexeme.term);
  }
}

export function textKeys(fingerprint: Fingerprint, rareTerms: readonly number[]): number[] {
  const { ints } = fingerprint;
  const keys = [...rareTerms];
  let title = 0;
  for (let at = startOf(fingerprint, sections.title); at < endOf(fingerprint, sections.title); at += 1) title = mixHashes(title, ints[at] ?? 0);
  keys.push(mixHashes(TITLE, title));
  // The set is sorted, so its first values are the smallest.
  const from = startOf(fingerprint, sections.shingles);
  const to = Math.min(endOf(fingerprint, sections.shingles), from + SHINGLES_KEPT);
  for (let at = from; at < to; at += 1) keys.push(mixHashes(SHINGLE, ints[at] ?? 0));
  return keys;
}

export const tickerKeys = (tickers: readonly string[]): number[] => tickers.map((ticker) => mixHashes(TICKER, hashText(ticker)));

/** Returns the keys of an article, each once. */
export const allKeys = (fingerprint: Fingerprint, words: ServedWords, tickers: readonly string[]): Int32Array =>
  Int32Array.from(new Set([...textKeys(fingerprint, rareTermsOf(words)), ...tickerKeys(tickers)]));
