/**
 * Data of applications connected to an account by OAuth 2.1, in two buckets. `oauth` stores data that lasts as long as a connection
 * is used, `oauth_short` data that expires within a day. NATS removes an entry at the age limit of its bucket; before that its own
 * `expires_at` decides. Codes and tokens are stored as their SHA-256.
 *
 *   oauth         account.<id>         Connections: all of one account, so that ending one, or all, is one write
 *                 refresh.<sha256>     StoredModel; a used one is kept, so that its reuse is noticed
 *                 client.<sha256>      StoredModel: a registered application that some account has connected
 *   oauth_short   access.<sha256>, code.<sha256>, interaction.<sha256>, session.<sha256>
 *                 client.<sha256>      StoredModel: one that no account has connected yet
 */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

/** The one scope: everything that a connected application may do (specification.md 5), which is more than reading. */
export const toolsScope = 'tools.read';

const minute = 60;
const day = 86_400;
/** Lifetimes in seconds. */
export const oauthLives = {
  code: minute,
  /** The time from the application's request to the person's answer. */
  interaction: 30 * minute,
  session: 30 * minute,
  access: 60 * minute,
  /** A connection that was not refreshed for this long ends. */
  refresh: 60 * day,
  /** A registered application that no account connected is removed. */
  unusedClient: day,
} as const;
/** Age limits of the buckets in days, longer than any lifetime in them. An entry in use is rewritten before that. */
export const oauthBucketDays = { oauth: 62, oauthShort: 2 } as const;
/** Age in milliseconds at which a connection and its application are rewritten. */
export const renewedAfterMs = day * 1_000;

export const connectionsMax = 50;

/** `<account>.<random>`, so that a token that names its connection leads to the account's entry. */
export const ConnectionId = z.string().regex(/^[a-z0-9]{12}\.[\w-]{21,43}$/);
/** Returns the account in the id of a connection. */
export const accountOfConnection = (id: string): string => id.slice(0, id.indexOf('.'));

export const Connection = z.looseObject({
  id: ConnectionId,
  client_id: z.string(),
  /** The application's own name, made safe to display; not verified. */
  client_name: z.string(),
  /** Addresses that it had registered when it was connected. */
  callbacks: z.array(z.string()).readonly(),
  /** The one for which consent was given. */
  callback: z.string(),
  resource: z.string(),
  scope: z.string(),
  connected_at: Instant,
  /** When tokens were last issued for it, to a day; null: its code has not been exchanged yet. */
  renewed_at: Instant.nullable(),
});
export type Connection = z.infer<typeof Connection>;

export const Connections = z.looseObject({
  account_id: AccountId,
  /** Oldest first. */
  connections: z.array(Connection).readonly(),
});
export type Connections = z.infer<typeof Connections>;

/** Data that the authorization server stores for a code, a token or an application, without its value. */
export const StoredModel = z.looseObject({
  payload: z.record(z.string(), z.unknown()),
  /** Seconds since the epoch; null: as long as its bucket keeps it. */
  expires_at: z.int().nullable(),
  /** When it was used, in seconds since the epoch; absent: unused. */
  consumed: z.int().optional(),
});
export type StoredModel = z.infer<typeof StoredModel>;

/** Returns whether the connection's tokens can still be valid, or its code can still be exchanged. */
export const isConnected = ({ connected_at, renewed_at }: Connection, nowMs: number): boolean =>
  renewed_at === null
    ? nowMs - Date.parse(connected_at) <= 10 * oauthLives.code * 1_000
    : nowMs - Date.parse(renewed_at) <= oauthLives.refresh * 1_000 + renewedAfterMs;
