/** This process's list of the feed log's generations. It converts a cursor's position to a sequence of the present log. */
import { generationAt, unnamedGeneration, resolvePosition, type GenerationList, type LogPosition } from '#schemas/generation.ts';

export interface GenerationBook {
  /** Takes a list. One that is older than the known one changes nothing, because generations are never removed. */
  readonly put: (generations: GenerationList) => void;
  /** Returns the newest generation's id, which is part of the keys of cached pages. */
  readonly newest: () => number;
  /** Returns the generation of the record now at `seq`. */
  readonly generationAt: (seq: number) => number;
  /** Returns the sequence after which a reader at this position continues; a promise where its generation must be looked up first. */
  readonly resolve: (position: LogPosition) => number | Promise<number>;
}

/** Least milliseconds between two readings of the list, however many cursors name an unknown generation. */
const readEveryMs = 1_000;

/**
 * Creates the book. `readList` reads the list again; its error is the answer to a cursor with an unknown generation. `onList` gets each list
 * as the book takes it, so that no record of the tail is one that the list says is lost.
 */
export function createGenerationBook(
  readList: () => Promise<GenerationList>,
  onList: (list: GenerationList) => void = () => undefined,
): GenerationBook {
  let generations: GenerationList = [];
  let bounds = new Map<number, number>([[unnamedGeneration, Number.POSITIVE_INFINITY]]);
  let pending: Promise<void> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;

  const newest = (): number => generations.at(-1)?.id ?? unnamedGeneration;
  const put = (list: GenerationList): void => {
    if ((list.at(-1)?.id ?? unnamedGeneration) < newest()) return;
    generations = list;
    const found = new Map<number, number>();
    let least = Number.POSITIVE_INFINITY;
    for (const { id, afterSeq } of generations.toReversed()) {
      found.set(id, least);
      least = Math.min(least, afterSeq);
    }
    bounds = found.set(unnamedGeneration, least);
    onList(list);
  };

  const readAgain = (): Promise<void> => {
    if (pending === null || performance.now() - readAtMs > readEveryMs) {
      readAtMs = performance.now();
      pending = readList().then(put);
    }
    return pending;
  };

  return {
    put,
    newest,
    generationAt: (seq) => generationAt(generations, seq),
    resolve: ({ generation, seq }) => {
      const bound = bounds.get(generation);
      if (bound !== undefined) return Math.min(seq, bound);
      // This process does not know the generation. If the list, read again, lacks it too, its records were lost.
      return readAgain().then(() => resolvePosition(generations, { generation, seq }));
    },
  };
}
