/**
 * Gives steps the reading of a text. Steps are synchronous, and reading blocks a thread, so in the service other threads read (threads.ts): a
 * step without a reading throws, and `rerunUntilRead` runs it again once a thread has read the text. In scripts and tests the text is read at
 * once.
 */
import { LRUCache } from 'lru-cache';
import { readNow, type NameSpan, type Reading } from './reading.ts';

/** Size of the cache: a headline is read again for the question to a model, and when other outlets carry it. */
const READINGS_MAX = 2_000;
const cache = new LRUCache<string, Reading>({ max: READINGS_MAX });
const keyOf = (text: string, names: readonly NameSpan[]): string => `${names.map(({ start, end }) => `${start}-${end}`).join(' ')}|${text}`;

export type ReadElsewhere = (text: string, names: readonly NameSpan[]) => Promise<Reading>;
let elsewhere: ReadElsewhere | null = null;

/** Makes this thread read no text itself: `rerunUntilRead` passes texts to `other`. Returns a function that reverts this. */
export function readElsewhere(other: ReadElsewhere): () => void {
  elsewhere = other;
  return () => {
    elsewhere = null;
  };
}

/** Reports a text that another thread must read first. */
class UnreadError extends Error {
  readonly text: string;
  readonly names: readonly NameSpan[];

  constructor(text: string, names: readonly NameSpan[]) {
    super('the text is not read yet');
    this.text = text;
    this.names = names;
  }
}

export function readText(text: string, names: readonly NameSpan[]): Reading {
  const key = keyOf(text, names);
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (elsewhere !== null) throw new UnreadError(text, names);
  const reading = readNow(text, names);
  cache.set(key, reading);
  return reading;
}

/** Returns the result of pure, synchronous work, which runs again after each text that it lacked is read. Rejects when a text cannot be read. */
export async function rerunUntilRead<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const { text, names } = error;
      cache.set(keyOf(text, names), await elsewhere!(text, names));
    }
  }
}
