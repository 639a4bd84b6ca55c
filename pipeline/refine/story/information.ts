/** Computes the information of a term: minus the logarithm of its share of texts (Spärck Jones 1972), by tables and not by recent articles. */
import { commonPerMillionByStem } from '../text/common-words.ts';
import { lexemeOf, type Lexeme } from '../text/lexeme.ts';
import counts from './document-counts.json' with { type: 'json' };

/** Steps per nat. Whole steps make the sums of a story exact in any order of articles. */
export const STEPS_PER_NAT = 8;
/** Share of a term that no table has: one text in ten thousand. */
const SHARE_MIN = 1e-4;
const WORDS_PER_TEXT = 10;

const shareByTerm = new Map<number, number>();
for (const [log2Count, words] of Object.entries(counts.byLog2Count)) {
  for (const word of words.split(' ')) shareByTerm.set(lexemeOf(word).term, (1.5 * 2 ** Number(log2Count)) / counts.documents);
}

const CACHE_SIZE = 1 << 14;
const cachedStems = new Int32Array(CACHE_SIZE);
const cached = new Int8Array(CACHE_SIZE).fill(-1);

/** Returns the information in steps, at most `INFORMATION_MAX`. */
export function informationOf(lexeme: Lexeme): number {
  const place = (lexeme.stem ^ (lexeme.stem >>> 15)) & (CACHE_SIZE - 1);
  if (cachedStems[place] !== lexeme.stem || (cached[place] ?? -1) < 0) {
    cachedStems[place] = lexeme.stem;
    cached[place] = newInformationOf(lexeme);
  }
  return cached[place] ?? 0;
}

function newInformationOf({ term, stem }: Lexeme): number {
  const share = Math.max(SHARE_MIN, shareByTerm.get(term) ?? 0, (commonPerMillionByStem(stem) * WORDS_PER_TEXT) / 1e6);
  return Math.max(0, Math.round(-STEPS_PER_NAT * Math.log(share)));
}

export const INFORMATION_MAX = Math.round(-STEPS_PER_NAT * Math.log(SHARE_MIN));

/** Share of texts that contain a term, by its information in steps. */
export const shareOfTexts = Float64Array.from({ length: INFORMATION_MAX + 1 }, (_, steps) => Math.exp(-steps / STEPS_PER_NAT));
