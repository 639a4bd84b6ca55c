/** Reads a headline or lead together with the names in it. */
import type { Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import { readText } from './reader.ts';
import type { NameReading, Reading } from './reading.ts';

export interface TextReading {
  readonly reading: Reading;
  /** Names with a reading; names after the last token that is read are missing. */
  readonly names: readonly { readonly mention: Mention; readonly read: NameReading }[];
}

/** Returns the reading of a text and of the proposed names. Throws an UnreadError when another thread must read it first. */
export function readWithNames(words: Words, proposed: readonly Mention[]): TextReading {
  const spans = proposed.map(({ from, to }) => ({ start: words.start[from] ?? 0, end: words.end[to - 1] ?? 0 }));
  const reading = readText(words.text, spans);
  return { reading, names: proposed.flatMap((mention, at) => (reading.names[at] ? [{ mention, read: reading.names[at] }] : [])) };
}
