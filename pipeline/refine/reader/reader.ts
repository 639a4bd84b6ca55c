/**
 * Gives steps the answers of the reader. Steps are synchronous, and the network blocks a thread, so in the service other threads run it
 * (threads.ts): a step without an answer throws, and `rerunUntilRead` runs it again once a thread has answered. In scripts and tests this
 * thread answers at once.
 */
import { LRUCache } from 'lru-cache';
import { chanceOfOneEventNow, readNow, type NameSpan, type Reading } from './reading.ts';

/** Size of each cache: a headline is read again for the question to a model, and when other outlets carry it. */
const ANSWERS_MAX = 2_000;
const readings = new LRUCache<string, Reading>({ max: ANSWERS_MAX });
const chances = new LRUCache<string, number>({ max: ANSWERS_MAX });
const keyOf = (text: string, names: readonly NameSpan[]): string => `${names.map(({ start, end }) => `${start}-${end}`).join(' ')}|${text}`;

export interface OtherReader {
  readonly read: (text: string, names: readonly NameSpan[]) => Promise<Reading>;
  readonly chanceOfOneEvent: (first: string, second: string) => Promise<number>;
}
let otherReader: OtherReader | null = null;

/** Makes this thread run no network: `rerunUntilRead` passes texts to `other`. Returns a function that reverts this. */
export function readElsewhere(other: OtherReader): () => void {
  otherReader = other;
  return () => {
    otherReader = null;
  };
}

/** Reports an answer that another thread must give first. `read` resolves once it is cached. */
class UnreadError extends Error {
  readonly read: () => Promise<void>;

  constructor(read: () => Promise<void>) {
    super('the text is not read yet');
    this.read = read;
  }
}

export function readText(text: string, names: readonly NameSpan[]): Reading {
  const other = otherReader;
  return cached(readings, keyOf(text, names), () => readNow(text, names), other && (() => other.read(text, names)));
}

/** Returns the probability that two headlines report one event, 0-1. */
export function chanceOfOneEvent(first: string, second: string): number {
  const other = otherReader;
  const now = (): number => chanceOfOneEventNow(first, second);
  return cached(chances, `${first}\n${second}`, now, other && (() => other.chanceOfOneEvent(first, second)));
}

function cached<T extends Reading | number>(cache: LRUCache<string, T>, key: string, now: () => T, later: (() => Promise<T>) | null): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (later !== null) throw new UnreadError(async () => void cache.set(key, await later()));
  const answer = now();
  cache.set(key, answer);
  return answer;
}

/** Returns the result of pure, synchronous work, which runs again after each answer that it lacked. Rejects when a text cannot be read. */
export async function rerunUntilRead<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      await error.read();
    }
  }
}
