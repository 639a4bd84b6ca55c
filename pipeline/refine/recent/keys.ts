/** An article's fingerprint and features in, the keys out that recent articles are looked up by: terms, pairs of title words, the title as a whole, and the least runs of its summary (MinHash, Broder 1997). */
import type { Fingerprint } from '../dedup/fingerprint.ts';
import type { StoryFeatures } from '../story/features.ts';
import { hashText, mixHashes } from '../text/hash.ts';

const [PAIR, TITLE, SHINGLE, TICKER] = ['pair', 'title', 'shingle', 'ticker'].map((kind) => hashText(kind)) as [number, number, number, number];
const PAIRS_MAX = 24;
const SHINGLES_KEPT = 4;

export interface ArticleKeys {
  /** What near-duplicates share. */
  readonly text: Uint32Array;
  /** What articles on one event share. */
  readonly event: Uint32Array;
}

export function keysOf(fingerprint: Fingerprint, features: StoryFeatures): ArticleKeys {
  const { title, shingles } = fingerprint;
  const keys = new Set<number>(features.terms);
  const event = new Set<number>(features.terms);
  for (const ticker of features.tickers) event.add(mixHashes(TICKER, hashText(ticker)));
  for (let i = 1; i < Math.min(title.length, PAIRS_MAX); i += 1) keys.add(mixHashes(PAIR, mixHashes(title[i - 1] ?? 0, title[i] ?? 0)));
  keys.add(mixHashes(TITLE, title.reduce(mixHashes, 0)));
  // `shingles` is sorted: its first are its least.
  for (const shingle of shingles.subarray(0, SHINGLES_KEPT)) keys.add(mixHashes(SHINGLE, shingle));
  return { text: Uint32Array.from(keys), event: Uint32Array.from(event) };
}
