/** Checks whether the service has a symbol list, until it has one; an applied list is never withdrawn. */
import type { KV } from '@nats-io/kv';
import { pause } from '#ops/process/pause.ts';

/** Key of the position that is stored once a list has been applied completely. */
export const symbolsPosition = 'symbols.sec';

const checkEveryMs = 1_000;

export async function hasSymbolList(positions: KV): Promise<boolean> {
  return (await positions.get(symbolsPosition))?.operation === 'PUT';
}

/** Returns a function that returns false until a list has been applied. */
export function watchSymbolList(positions: () => Promise<KV>, signal: AbortSignal): () => boolean {
  let isLoaded = false;
  void (async () => {
    while (!isLoaded && !signal.aborted) {
      isLoaded = await positions()
        .then(hasSymbolList)
        .catch(() => false);
      if (!isLoaded) await pause(checkEveryMs, signal);
    }
  })();
  return () => isLoaded;
}
