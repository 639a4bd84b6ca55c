/** Checks whether the service has a symbol list; asks until it has one, since an applied list is never withdrawn. */
import type { KV } from '@nats-io/kv';
import { pause } from '#ops/process/pause.ts';

/** Position that is kept once a list was applied to its end: until then the directory may be a part of itself. */
export const symbolsPosition = 'symbols.sec';

const askEveryMs = 1_000;

/** `positions`: the bucket of that name. */
export async function isSymbolListHeld(positions: KV): Promise<boolean> {
  return (await positions.get(symbolsPosition))?.operation === 'PUT';
}

/** The returned function answers false until a list is known to be held. */
export function watchSymbolsHeld(positions: () => Promise<KV>, signal: AbortSignal): () => boolean {
  let isHeld = false;
  void (async () => {
    while (!isHeld && !signal.aborted) {
      isHeld = await positions()
        .then(isSymbolListHeld)
        .catch(() => false);
      if (!isHeld) await pause(askEveryMs, signal);
    }
  })();
  return () => isHeld;
}
