/** Completes or removes what a killed rebuild left next to the live tables: complete tables are swapped in, others dropped. */
import type { Logger } from 'pino';
import { dropRebuilt, rebuildStage, swapTables } from '#clickhouse/swap.ts';
import type { Store } from '#clickhouse/store.ts';

/**
 * Call it with the writer's lease, before writing: writes to partly swapped tables would be lost, because tables swapped later would
 * replace newer rows. `signal` aborts when the lease is lost: a table that two processes swap is back where it was.
 */
export async function finishRebuild(
  store: Store,
  { isRebuilding, log, signal }: { readonly isRebuilding: () => Promise<boolean>; readonly log: Logger; readonly signal: AbortSignal },
): Promise<void> {
  const stage = await rebuildStage(store);
  if (stage === 'none') return;
  if (stage === 'swapping') {
    await swapTables(store, () => signal.throwIfAborted());
    log.warn({ database: store.database }, 'rebuild.finished');
  } else if (!(await isRebuilding())) {
    await dropRebuilt(store);
    log.warn({ database: store.database }, 'rebuild.cleaned_up');
  }
}
