/** Follows the bucket `accounts` for requests, and reports for how long changes may have been missed: a key revoked meanwhile still works. */
import type { KV } from '@nats-io/kv';
import { createAccountIndex, type AccountIndex } from './account-index.ts';
import { followBucket, type FollowOptions } from '../nats/follow-bucket.ts';

export interface AccountMap extends Pick<AccountIndex, 'byKeyHash' | 'byId' | 'counts'> {
  /** Returns for how many ms changes may have been missed. */
  readonly unheardMs: () => number;
  /** Returns the time in epoch ms since which changes may have been missed, or null while that is at most five seconds. */
  readonly staleSinceMs: () => number | null;
  readonly trouble: () => string | null;
  readonly stop: () => void;
}

/** A watch that became silent is noticed within 1.5 times this interval; until then a revoked key may still work. */
const checkEveryMs = 500;
const staleAfterMs = 5_000;

/** Resolves when the whole bucket has been read. It waits for NATS without a limit. */
export async function watchAccounts(bucket: KV, options: Pick<FollowOptions, 'connection' | 'log'>): Promise<AccountMap> {
  const index = createAccountIndex(options.log);
  const { unheardMs, stop } = await followBucket(bucket, index, { ...options, checkEveryMs });
  const staleSinceMs = (): number | null => (unheardMs() > staleAfterMs ? Date.now() - unheardMs() : null);
  return {
    byKeyHash: index.byKeyHash,
    byId: index.byId,
    counts: index.counts,
    unheardMs,
    staleSinceMs,
    trouble: () => {
      const sinceMs = staleSinceMs();
      if (sinceMs !== null) return `revoked keys may still work here: nothing received from NATS since ${new Date(sinceMs).toISOString()}`;
      const { unreadable, unknownPlans } = index.counts();
      const troubles = [
        unreadable > 0 &&
          `${unreadable} ${unreadable === 1 ? 'entry' : 'entries'} cannot be read and their keys are refused: ${index.unreadableNames().join(', ')}`,
        unknownPlans > 0 &&
          `${unknownPlans} ${unknownPlans === 1 ? 'account' : 'accounts'} on a plan that this release does not know, served as the lowest plan`,
      ].filter((text) => text !== false);
      return troubles.length > 0 ? troubles.join('; ') : null;
    },
    stop,
  };
}
