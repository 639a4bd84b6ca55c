/**
 * Iterates over a stream in order and starts work on up to `itemsMax` items ahead, so that an ordered consumer waits for
 * many answers at once instead of one after another.
 */

export interface PrefetchOptions<T, U> {
  /** Starts an item's work without waiting for it. */
  readonly begin: (item: T) => U;
  /** Maximum number of items that are read and not finished, the current one included. */
  readonly itemsMax: number;
  /** Called repeatedly with every unfinished item, so that its message is not redelivered. */
  readonly hold: (item: T) => void;
  readonly holdEveryMs: number;
}

/** Yields in order; an item is finished when the next is requested. Throws the source's error after the items before it. */
export async function* prefetch<T, U>(
  source: AsyncIterable<T>,
  { begin, itemsMax, hold, holdEveryMs }: PrefetchOptions<T, U>,
): AsyncGenerator<U, void, void> {
  const queue: { readonly item: T; readonly begun: U }[] = [];
  let isOver = false;
  let isLeft = false;
  let failure: { readonly error: unknown } | null = null;
  let wake = (): void => undefined;
  const changed = (): Promise<void> => new Promise((resolve) => (wake = resolve));
  let room = (): void => undefined;

  const reading = (async () => {
    try {
      for await (const item of source) {
        if (isLeft) return;
        queue.push({ item, begun: begin(item) });
        wake();
        while (queue.length >= itemsMax && !isLeft) await new Promise<void>((resolve) => (room = resolve));
        if (isLeft) return;
      }
    } catch (error) {
      failure = { error };
    } finally {
      isOver = true;
      wake();
    }
  })();
  const holding = setInterval(() => queue.forEach(({ item }) => hold(item)), holdEveryMs);

  try {
    for (;;) {
      const first = queue[0];
      if (first !== undefined) {
        yield first.begun;
        queue.shift();
        room();
      } else if (isOver) {
        if (failure !== null) throw (failure as { readonly error: unknown }).error;
        return;
      } else await changed();
    }
  } finally {
    isLeft = true;
    clearInterval(holding);
    room();
    await reading;
  }
}
