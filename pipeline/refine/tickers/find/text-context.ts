/** Defines the input of every finder: the words of one part of an article, and the directory. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import type { Casing, Words } from '../../text/words.ts';
import type { Directory } from '../names/directory.ts';
import type { Mention } from '../mention.ts';

export interface TextContext {
  readonly words: Words;
  readonly place: Mention['place'];
  readonly casing: Casing;
  readonly directory: Directory;
  readonly isCrypto: boolean;
}

/** Returns the index of the word at an offset of the text, or of the next word. */
export function wordAt(words: Words, offset: number): number {
  let low = 0;
  let high = words.end.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words.end[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function mentionAt({ words, place }: TextContext, entry: SymbolEntry, kind: Mention['kind'], start: number, end: number): Mention {
  const from = wordAt(words, start);
  return { entry, text: words.text.slice(start, end), place, kind, from, to: Math.max(from + 1, wordAt(words, end)), isBystander: false };
}

/** Returns whether a change in price follows the word before index `to`: `United +18%`, `(CCL +5%`. */
export const precedesChange = ({ text, start, end }: Words, to: number): boolean =>
  to > 0 && /^(?:['’]s)?(?:\s+\(?|\()[+-]\d/.test(text.slice(end[to - 1], (start[to] ?? text.length) + 1));
