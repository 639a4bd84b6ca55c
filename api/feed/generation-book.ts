/** The list of generations of the feed log as this process knows it. Turns a cursor's position into a sequence of the log as it is now. */
import { generationAt, unnamedGeneration, resolvePosition, type GenerationList, type LogPosition } from '#schemas/generation.ts';

export interface GenerationBook {
  /** Takes a list as it was read; one that is older than what is known changes nothing, for no generation is taken back. */
  readonly put: (history: GenerationList) => void;
  /** The newest generation's id: pages are cached under it. */
  readonly newest: () => number;
  /** The generation of the record at `seq` of the log as it is now. */
  readonly generationAt: (seq: number) => number;
  /** The sequence behind which a reader at this position continues; a promise where its generation must first be looked up. */
  readonly resolve: (position: LogPosition) => number | Promise<number>;
}

/** Minimum time between two look-ups of unknown generations, however many cursors name one. */
const askedEveryMs = 1_000;

/** `ask` reads the list again; what it throws is the answer to a cursor whose generation is not known. */
export function createGenerationBook(ask: () => Promise<GenerationList>): GenerationBook {
  let history: GenerationList = [];
  let bounds = new Map<number, number>([[unnamedGeneration, Number.POSITIVE_INFINITY]]);
  let asking: Promise<void> | null = null;
  let askedAtMs = Number.NEGATIVE_INFINITY;

  const newest = (): number => history.at(-1)?.id ?? unnamedGeneration;
  const put = (heard: GenerationList): void => {
    if ((heard.at(-1)?.id ?? unnamedGeneration) < newest()) return;
    history = heard;
    const found = new Map<number, number>();
    let least = Number.POSITIVE_INFINITY;
    for (const { id, afterSeq } of history.toReversed()) {
      found.set(id, least);
      least = Math.min(least, afterSeq);
    }
    bounds = found.set(unnamedGeneration, least);
  };

  const askAgain = (): Promise<void> => {
    if (asking === null || performance.now() - askedAtMs > askedEveryMs) {
      askedAtMs = performance.now();
      asking = ask().then(put);
    }
    return asking;
  };

  return {
    put,
    newest,
    generationAt: (seq) => generationAt(history, seq),
    resolve: ({ generation, seq }) => {
      const bound = bounds.get(generation);
      if (bound !== undefined) return Math.min(seq, bound);
      // Another process may have heard of it first. One that the list does not name was lost with its records.
      return askAgain().then(() => resolvePosition(history, { generation, seq }));
    },
  };
}
