/** Stores the data of the authorization server in the two buckets of OAuth, as the adapter of `oidc-provider`. Codes and tokens are hashed. */
import { hash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { isRace, readEntry } from '#ops/nats/bucket-entry.ts';
import { endConnection, findConnection, renewConnection } from '#ops/accounts/connections.ts';
import { accountOfConnection, oauthLives, renewedAfterMs, StoredModel } from '#schemas/oauth.ts';
import { errors } from './library.ts';
import type { MetadataDocuments } from './metadata-document.ts';
import type { CheckRoom } from './room.ts';

export interface StoredModelDeps {
  readonly lasting: KV;
  readonly short: KV;
  readonly documents: MetadataDocuments;
  readonly checkRoom: CheckRoom;
  /** Resolves with the milliseconds that a connection has to wait before its next refresh. */
  readonly waitBeforeRefresh: (connectionId: string) => Promise<number>;
  readonly nowMs: () => number;
  /** Called when a connection ended in this process, for any reason. */
  readonly onEnded: () => void;
  readonly onReuse: (connectionId: string) => void;
}

type Kind = 'access' | 'code' | 'refresh' | 'interaction' | 'session' | 'client';
/** Returns the key of an entry in the bucket: the kind and the SHA-256 of the value in hex. */
export const entryName = (kind: Kind, value: string): string => `${kind}.${hash('sha256', value, 'hex')}`;

const kinds: Readonly<Record<string, { readonly kind: Kind; readonly isLasting: boolean }>> = {
  AccessToken: { kind: 'access', isLasting: false },
  AuthorizationCode: { kind: 'code', isLasting: false },
  RefreshToken: { kind: 'refresh', isLasting: true },
  Interaction: { kind: 'interaction', isLasting: false },
  Session: { kind: 'session', isLasting: false },
};

export const storedModels =
  (deps: StoredModelDeps) =>
  (model: string): Adapter => {
    if (model === 'Client') return clients(deps);
    if (model === 'Grant') return grants(deps);
    const kind = kinds[model];
    return kind === undefined ? emptyAdapter(model) : entries(deps, kind.kind, kind.isLasting);
  };

const secondsOf = (nowMs: number): number => Math.floor(nowMs / 1_000);
const unsupported = async (): Promise<undefined> => undefined;

/** Returns an adapter that stores nothing, for models whose feature is off. */
const emptyAdapter = (model: string): Adapter => ({
  upsert: async () => {
    throw new Error(`${model} is not stored here`);
  },
  find: unsupported,
  findByUserCode: unsupported,
  findByUid: unsupported,
  consume: unsupported,
  destroy: unsupported,
  revokeByGrantId: unsupported,
});

async function readValid(bucket: KV, name: string, nowMs: number) {
  const entry = await readEntry(bucket, name, StoredModel);
  return entry === null || (entry.value.expires_at !== null && entry.value.expires_at <= secondsOf(nowMs)) ? null : entry;
}

/** Returns the adapter of codes, tokens, questions and sessions. Ending their connection invalidates them, so none is revoked by itself. */
function entries(deps: StoredModelDeps, kind: Kind, isLasting: boolean): Adapter {
  const { lasting, short, checkRoom, nowMs, onEnded, onReuse } = deps;
  const bucket = isLasting ? lasting : short;
  const nameOf = (id: string): string => entryName(kind, id);
  /** Ends the connection of a code or token that was used twice: one user has a stolen copy, and nothing shows which (OAuth 2.1, 4.3.1). */
  const endAsReused = async (connectionId: unknown): Promise<never> => {
    if (typeof connectionId === 'string') {
      const wasThere = await endConnection(lasting, connectionId);
      onEnded();
      if (wasThere) onReuse(connectionId);
    }
    throw new errors.InvalidGrant('it was already used');
  };
  return {
    ...emptyAdapter(kind),
    upsert: async (id, given, expiresIn) => {
      const payload = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'jti'));
      await checkRoom(bucket);
      const expires_at = expiresIn === undefined ? null : secondsOf(nowMs()) + expiresIn;
      await bucket.put(nameOf(id), JSON.stringify({ payload, expires_at } satisfies StoredModel));
      if (kind === 'access') await keepInUse(deps, payload);
    },
    find: async (id) => {
      const entry = await readValid(bucket, nameOf(id), nowMs());
      // Whether the entry was used is checked by `consume`, which the library calls next.
      return entry === null ? undefined : { ...entry.value.payload, jti: id };
    },
    consume: async (id) => {
      const entry = await readValid(bucket, nameOf(id), nowMs());
      if (entry === null) throw new errors.InvalidGrant('it has expired');
      const { payload, expires_at, consumed } = entry.value;
      if (consumed !== undefined) return endAsReused(payload.grantId);
      // Room is needed for the replacement, so it is checked before this entry is used up.
      await checkRoom(bucket);
      if (kind === 'refresh' && (await deps.waitBeforeRefresh(String(payload.grantId))) > 0)
        throw new errors.CustomOIDCProviderError('slow_down', 'refreshed too often; use each access token until it expires');
      // The library reads a used code once more. A used token is stored for weeks, so it keeps only the fields that detect a second use.
      const { kind: name, grantId, clientId, accountId, scope, iat, exp } = payload;
      const rest = kind === 'code' ? payload : { kind: name, grantId, clientId, accountId, scope, iat, exp };
      const used: StoredModel = { payload: rest, expires_at, consumed: secondsOf(nowMs()) };
      // This compare-and-swap uses the entry up; a second use ends the connection.
      try {
        await bucket.update(nameOf(id), JSON.stringify(used), entry.revision);
      } catch (error) {
        if (isRace(error)) return endAsReused(payload.grantId);
        throw error;
      }
      return undefined;
    },
    destroy: async (id) => {
      await bucket.delete(nameOf(id));
    },
  };
}

function clients({ lasting, short, documents, checkRoom, nowMs }: StoredModelDeps): Adapter {
  const nameOf = (id: string): string => entryName('client', id);
  const stored = async (bucket: KV, id: string): Promise<AdapterPayload | undefined> => (await readValid(bucket, nameOf(id), nowMs()))?.value.payload;
  return {
    ...emptyAdapter('Client'),
    upsert: async (id, payload) => {
      await checkRoom(short);
      await short.put(nameOf(id), JSON.stringify({ payload, expires_at: secondsOf(nowMs()) + oauthLives.unusedClient } satisfies StoredModel));
    },
    find: async (id) => {
      if (!documents.isAddress(id)) return (await stored(lasting, id)) ?? stored(short, id);
      const document = await documents.find(id);
      // While the document's host is unreachable, the description stored at the last connection is used.
      return document === 'unreachable' ? stored(lasting, id) : document === null ? undefined : { ...document };
    },
  };
}

/** Stores an application for as long as its connections can last without use. */
export async function keepClient({ lasting, nowMs }: Pick<StoredModelDeps, 'lasting' | 'nowMs'>, clientId: string, payload: object): Promise<void> {
  const expires_at = secondsOf(nowMs()) + oauthLives.refresh + renewedAfterMs / 1_000;
  await lasting.put(entryName('client', clientId), JSON.stringify({ payload: { ...payload }, expires_at } satisfies StoredModel));
}

/** Extends the life of the connection and the application of a new access token, unless both were extended recently. */
async function keepInUse(deps: StoredModelDeps, { grantId, clientId }: Readonly<Record<string, unknown>>): Promise<void> {
  const { lasting, nowMs } = deps;
  if (typeof grantId !== 'string' || typeof clientId !== 'string') return;
  await renewConnection(lasting, grantId, new Date(nowMs()));
  const client = await readEntry(lasting, entryName('client', clientId), StoredModel);
  if (client !== null && (client.value.expires_at ?? 0) < secondsOf(nowMs()) + oauthLives.refresh)
    await keepClient(deps, clientId, client.value.payload);
}

/** Returns the adapter of connections. consents.ts makes them; the library finds and ends them. */
const grants = ({ lasting, nowMs, onEnded }: StoredModelDeps): Adapter => ({
  ...emptyAdapter('Grant'),
  find: async (id) => {
    const connection = await findConnection(lasting, id, new Date(nowMs()));
    if (connection === null) return undefined;
    const { client_id: clientId, resource, scope, connected_at: connectedAt } = connection;
    const iat = secondsOf(Date.parse(connectedAt));
    const exp = secondsOf(nowMs()) + oauthLives.refresh;
    return { kind: 'Grant', jti: id, accountId: accountOfConnection(id), clientId, resources: { [resource]: scope }, iat, exp };
  },
  destroy: async (id) => {
    await endConnection(lasting, id);
    onEnded();
  },
});
