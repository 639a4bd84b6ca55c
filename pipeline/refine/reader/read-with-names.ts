/** Reads the headline or the lead of an article with every name that the directory proposes in it. */
import type { Words } from '../text/words.ts';
import type { Mention } from '../tickers/mention.ts';
import { readText } from './reader.ts';
import type { NameReading, Reading } from './reading.ts';

export interface ReadName {
  readonly mention: Mention;
  readonly read: NameReading;
}

export interface TextReading {
  readonly reading: Reading;
  /** Names that were read; those after the last token are missing. */
  readonly names: readonly ReadName[];
}

/** Reads a text with the names proposed in it. Throws UnreadError where another thread has to read it first. */
export function readWithNames(words: Words, proposed: readonly Mention[]): TextReading {
  const spans = proposed.map(({ from, to }) => ({ start: words.start[from] ?? 0, end: words.end[to - 1] ?? 0 }));
  const reading = readText(words.text, spans);
  return { reading, names: proposed.flatMap((mention, at) => (reading.names[at] ? [{ mention, read: reading.names[at] }] : [])) };
}
