/** This process's list of the feed log's generations. It converts a cursor's position to a sequence of the present log. */
import { generationAt, unnamedGeneration, resolvePosition, type GenerationList, type LogPosition } from '#schemas/generation.ts';

export type GenerationBook = ReturnType<typeof createGenerationBook>;

/** Minimum time between two reads of the list, however many cursors have an unknown generation. */
const readEveryMs = 1_000;

/**
 * Creates an empty book. An error of `readList` is the answer to a cursor with an unknown generation. `onList` gets each new list at once, so
 * that the tail drops the records that the log has lost.
 */
export function createGenerationBook(readList: () => Promise<GenerationList>, onList: (list: GenerationList) => void = () => undefined) {
  let generations: GenerationList = [];
  let pending: Promise<void> | null = null;
  let readAtMs = Number.NEGATIVE_INFINITY;

  const newest = (): number => generations.at(-1)?.id ?? unnamedGeneration;
  /** Replaces the list. A list older than the known one is ignored, because generations are never removed. */
  const put = (list: GenerationList): void => {
    if ((list.at(-1)?.id ?? unnamedGeneration) < newest()) return;
    generations = list;
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
    generationAt: (seq: number): number => generationAt(generations, seq),
    /** Returns the sequence after which a reader at this position continues; a promise if the list must be read again for its generation. */
    resolve: (position: LogPosition): number | Promise<number> => {
      const { generation } = position;
      // Nearly every cursor is of the newest generation, after which no other begins.
      if (generation === newest()) return position.seq;
      if (generation === unnamedGeneration || generations.some(({ id }) => id === generation)) return resolvePosition(generations, position);
      // This process does not know the generation yet. If the list still lacks it when read again, its records were lost.
      return readAgain().then(() => resolvePosition(generations, position));
    },
  };
}
