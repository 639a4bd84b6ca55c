/** A fixed number of places, taken in turn: what bounds how many requests are under way. */

export interface Places {
  /** Resolves with what gives the place back; with null once `signal` aborts. */
  readonly take: (signal: AbortSignal) => Promise<(() => void) | null>;
}

export function createPlaces(count: number): Places {
  let free = count;
  const waiting = new Set<() => void>();

  function give(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return {
    take: async (signal) => {
      if (signal.aborted) return null;
      if (free > 0) free -= 1;
      else {
        const isMine = await new Promise<boolean>((resolve) => {
          const abandon = (): void => {
            waiting.delete(mine);
            resolve(false);
          };
          const mine = (): void => {
            signal.removeEventListener('abort', abandon);
            resolve(true);
          };
          waiting.add(mine);
          signal.addEventListener('abort', abandon, { once: true });
        });
        if (!isMine) return null;
      }
      let isHeld = true;
      return () => {
        if (isHeld) give();
        isHeld = false;
      };
    },
  };
}
