/** Lists and ends the connections of an account, for its pages. */
import { hash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { endConnection, endConnections, readConnections } from '#ops/accounts/connections.ts';
import type { Redis } from '#ops/process/redis.ts';
import type { Connection } from '#schemas/oauth.ts';
import { readLastUses } from '../auth/last-use.ts';

export type ConnectionBook = ReturnType<typeof createConnectionBook>;

/** Returns the name under which the last use of a connection is stored, in the same form as that of an API key. */
export const useName = (connectionId: string): string => hash('sha256', connectionId, 'hex');

export const createConnectionBook = (bucket: KV, redis: Redis, onEnded: () => void) => ({
  /** Returns the connections that have received tokens, oldest first. */
  list: async (accountId: string, now: Date): Promise<readonly Connection[]> =>
    (await readConnections(bucket, accountId, now)).filter(({ renewed_at }) => renewed_at !== null),
  /** Returns the instants of last use by connection id, without connections unused for 90 days. Null when Redis does not answer. */
  lastUses: async (ids: readonly string[]): Promise<ReadonlyMap<string, string> | null> => {
    const byName = new Map(ids.map((id) => [useName(id), id]));
    const found = await readLastUses(redis, [...byName.keys()]);
    return found === null ? null : new Map([...found].map(([name, at]) => [byName.get(name)!, at]));
  },
  end: async (id: string): Promise<void> => {
    await endConnection(bucket, id);
    onEnded();
  },
  endAll: async (accountId: string): Promise<void> => {
    await endConnections(bucket, accountId);
    onEnded();
  },
});
