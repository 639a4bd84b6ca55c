/** A NATS server whose store can be reset to an earlier state, as by a power loss or a restore from a backup. */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsServer } from './nats.ts';

export interface StoreCopy {
  /** Kills the server, replaces its store with the copy and starts it again; `meanwhile` runs while it is down. */
  readonly putBack: (meanwhile?: () => Promise<void>) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** Copies the store of the running server, which is paused during the copy. */
export async function copyStore(nats: NatsServer): Promise<StoreCopy> {
  const store = join(nats.dataDir, 'store');
  const copy = await mkdtemp(join(tmpdir(), 'tickerwire-store-'));
  process.kill(nats.pid(), 'SIGSTOP');
  try {
    await cp(store, join(copy, 'store'), { recursive: true });
  } finally {
    process.kill(nats.pid(), 'SIGCONT');
  }
  return {
    putBack: async (meanwhile = async () => undefined) => {
      await nats.kill();
      await rm(store, { recursive: true, force: true });
      await cp(join(copy, 'store'), store, { recursive: true });
      await meanwhile();
      await nats.restart();
    },
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
