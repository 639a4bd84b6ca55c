/**
 * Applications connected to an account, stored in one entry per account of the KV bucket `oauth` and changed by compare-and-swap. A token
 * is valid only while its connection is stored, so deleting a connection ends all its tokens, also those being issued at that moment.
 */
import type { KV } from '@nats-io/kv';
import { accountOfConnection, ConnectionId, Connections, connectionsMax, isConnected, renewedAfterMs, type Connection } from '#schemas/oauth.ts';
import { AccountError } from './account-entries.ts';
import { changeEntry, readEntry, retryRaces } from '../nats/bucket-entry.ts';

const entryName = (accountId: string): string => `account.${accountId}`;

export async function readConnections(bucket: KV, accountId: string, now: Date): Promise<readonly Connection[]> {
  const entry = await readEntry(bucket, entryName(accountId), Connections);
  return (entry?.value.connections ?? []).filter((connection) => isConnected(connection, now.getTime()));
}

export async function findConnection(bucket: KV, id: string, now: Date): Promise<Connection | null> {
  if (!ConnectionId.safeParse(id).success) return null;
  const all = await readConnections(bucket, accountOfConnection(id), now);
  return all.find((connection) => connection.id === id) ?? null;
}

/** Adds a connection or replaces the one with the same id. Throws an AccountError above the limit per account. */
export function putConnection(bucket: KV, connection: Connection, now: Date): Promise<void> {
  const accountId = accountOfConnection(connection.id);
  return retryRaces(async () => {
    const entry = await readEntry(bucket, entryName(accountId), Connections);
    const others = (entry?.value.connections ?? []).filter(({ id }) => id !== connection.id).filter((other) => isConnected(other, now.getTime()));
    if (others.length >= connectionsMax)
      throw new AccountError(`an account has at most ${connectionsMax} connected applications: disconnect one that is not used`);
    const text = JSON.stringify({ ...entry?.value, account_id: accountId, connections: [...others, connection] } satisfies Connections);
    if (entry === null) await bucket.create(entryName(accountId), text);
    else await bucket.update(entryName(accountId), text, entry.revision);
  });
}

/** Records that the connection was issued tokens, at most once a day; this restarts its lifetime. Ended connections stay ended. */
export async function renewConnection(bucket: KV, id: string, now: Date): Promise<void> {
  await changeEntry(bucket, entryName(accountOfConnection(id)), Connections, (current) => {
    const meant = current.connections.find((connection) => connection.id === id);
    if (meant === undefined || (meant.renewed_at !== null && now.getTime() - Date.parse(meant.renewed_at) < renewedAfterMs)) return null;
    const renewed = { ...meant, renewed_at: now.toISOString() };
    return { ...current, connections: current.connections.map((connection) => (connection === meant ? renewed : connection)) };
  });
}

export async function endConnection(bucket: KV, id: string): Promise<boolean> {
  if (!ConnectionId.safeParse(id).success) return false;
  let wasThere = false;
  await changeEntry(bucket, entryName(accountOfConnection(id)), Connections, (current) => {
    const rest = current.connections.filter((connection) => connection.id !== id);
    wasThere = rest.length < current.connections.length;
    return wasThere ? { ...current, connections: rest } : null;
  });
  return wasThere;
}

export const endConnections = (bucket: KV, accountId: string): Promise<void> => bucket.delete(entryName(accountId));
