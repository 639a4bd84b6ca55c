/**
 * Computes the information content of a term: minus the logarithm of the share of texts that contain it (Spärck Jones 1972).
 * The shares come from tables in the repository, never from the window: many articles on a story do not make its words
 * common, and an article's vector is the same at any time.
 */
import { commonPerMillionByStem } from '../text/common-words.ts';
import { lexemeOf, type Lexeme } from '../text/lexeme.ts';
import counts from './document-counts.json' with { type: 'json' };

/** Whole steps per nat: sums over a story are exact, in whatever order articles came and went. */
export const STEPS_PER_NAT = 8;
/** Share of a term that the tables lack: one text in ten thousand. */
const SHARE_MIN = 1e-4;
const WORDS_PER_TEXT = 10;

const shareByTerm = new Map<number, number>();
for (const [log2Count, words] of Object.entries(counts.byLog2Count)) {
  for (const word of words.split(' ')) shareByTerm.set(lexemeOf(word).term, (1.5 * 2 ** Number(log2Count)) / counts.documents);
}

/** Cache of the last result for each hash: the same words come again and again. */
const REMEMBERED = 1 << 14;
const rememberedStems = new Int32Array(REMEMBERED);
const remembered = new Int8Array(REMEMBERED).fill(-1);

/** Returns the information in steps, at most `INFORMATION_MAX`. */
export function informationOf(lexeme: Lexeme): number {
  const place = (lexeme.stem ^ (lexeme.stem >>> 15)) & (REMEMBERED - 1);
  if (rememberedStems[place] !== lexeme.stem || (remembered[place] ?? -1) < 0) {
    rememberedStems[place] = lexeme.stem;
    remembered[place] = newInformationOf(lexeme);
  }
  return remembered[place] ?? 0;
}

function newInformationOf({ term, stem }: Lexeme): number {
  const share = Math.max(SHARE_MIN, shareByTerm.get(term) ?? 0, (commonPerMillionByStem(stem) * WORDS_PER_TEXT) / 1e6);
  return Math.max(0, Math.round(-STEPS_PER_NAT * Math.log(share)));
}

export const INFORMATION_MAX = Math.round(-STEPS_PER_NAT * Math.log(SHARE_MIN));

/** Share of texts that contain a term, by its information in steps. */
export const shareOfTexts = Float64Array.from({ length: INFORMATION_MAX + 1 }, (_, steps) => Math.exp(-steps / STEPS_PER_NAT));
