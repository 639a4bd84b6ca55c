/** Iterates over a stream in order and starts work on up to `itemsMax` items ahead, so that a consumer waits for many answers at once. */

interface PrefetchOptions<T, U> {
  readonly begin: (item: T) => U;
  /** Maximum number of unfinished items, including the current one. */
  readonly itemsMax: number;
  /** Called every `holdEveryMs` with each unfinished item, so that its message is not redelivered. */
  readonly hold: (item: T) => void;
  readonly holdEveryMs: number;
}

/** Yields the started work in order. An item is finished when the next one is requested. Throws an error of the source after the items before it. */
export async function* prefetch<T, U>(
  source: AsyncIterable<T>,
  { begin, itemsMax, hold, holdEveryMs }: PrefetchOptions<T, U>,
): AsyncGenerator<U, void, void> {
  const queue: { readonly item: T; readonly begun: U }[] = [];
  let isOver = false;
  let isAbandoned = false;
  let failure: { readonly error: unknown } | null = null;
  let wake = (): void => undefined;
  let room = (): void => undefined;

  const reading = (async () => {
    try {
      for await (const item of source) {
        if (isAbandoned) return;
        queue.push({ item, begun: begin(item) });
        wake();
        while (queue.length >= itemsMax && !isAbandoned) await new Promise<void>((resolve) => (room = resolve));
        if (isAbandoned) return;
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
      } else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    isAbandoned = true;
    clearInterval(holding);
    room();
    await reading;
  }
}
