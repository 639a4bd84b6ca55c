/**
 * How much a shared term says: rare among recent articles, and rare in English news at large. The second
 * carries the first hours of an empty window, the first takes over as it fills.
 */
import { commonPerMillionByStem } from '../text/common-words.ts';

/** The background counts as this many articles. */
const BACKGROUND_ARTICLES = 8_000;
const WORDS_PER_ARTICLE = 14;

const STEPS_PER_NAT = 64;

/** Smoothed inverse document frequency (Spärck Jones 1972), in whole steps so that sums of it are exact. */
export function rarityOf(termHash: number, count: number, articles: number): number {
  const background = (commonPerMillionByStem(termHash) * WORDS_PER_ARTICLE * BACKGROUND_ARTICLES) / 1e6;
  return Math.round(STEPS_PER_NAT * Math.log((articles + BACKGROUND_ARTICLES + 1) / (count + background + 1)));
}
