/** Lets at most `max` pieces of work run at once, the others in the order they came. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

export function createGate(max: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, not given back, so that nobody who comes later takes it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
