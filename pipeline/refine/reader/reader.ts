/**
 * Gives steps the reading of a text. Steps are synchronous and pure, and reading blocks a thread, so in the service other threads read
 * (threads.ts): a step that lacks a reading throws, and `rerunUntilRead` runs it again once a thread has read the text. Without those threads, as
 * in scripts and tests, a text is read at once.
 */
import { LRUCache } from 'lru-cache';
import { readNow, type NameSpan, type Reading } from './reading.ts';

/** The same headline is read again for a model's question, and when other outlets carry it. */
const READINGS_KEPT = 2_000;
const kept = new LRUCache<string, Reading>({ max: READINGS_KEPT });
const keyOf = (text: string, names: readonly NameSpan[]): string => `${names.map(({ start, end }) => `${start}-${end}`).join(' ')}|${text}`;

/** Reads a text in another thread. */
export type ReadElsewhere = (text: string, names: readonly NameSpan[]) => Promise<Reading>;
let elsewhere: ReadElsewhere | null = null;

/** Makes this thread read no text itself: `rerunUntilRead` passes texts to `other`. Returns a function that undoes this. */
export function readElsewhere(other: ReadElsewhere): () => void {
  elsewhere = other;
  return () => {
    elsewhere = null;
  };
}

/** Another thread has to read this text first. */
class UnreadError extends Error {
  readonly text: string;
  readonly names: readonly NameSpan[];

  constructor(text: string, names: readonly NameSpan[]) {
    super('the text is not read yet');
    this.text = text;
    this.names = names;
  }
}

/** Returns the reading of a text; throws an UnreadError where another thread has to read it. */
export function readText(text: string, names: readonly NameSpan[]): Reading {
  const key = keyOf(text, names);
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (elsewhere !== null) throw new UnreadError(text, names);
  const reading = readNow(text, names);
  kept.set(key, reading);
  return reading;
}

/** Runs pure, synchronous work, again after each text that it lacked was read, and returns its result. Rejects where a text cannot be read. */
export async function rerunUntilRead<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      const { text, names } = error;
      kept.set(keyOf(text, names), await elsewhere!(text, names));
    }
  }
}
