/**
 * Data of applications that are connected to accounts by OAuth 2.1. The bucket `oauth` stores what lasts as long as the connection,
 * `oauth_short` what expires within a day. NATS deletes entries at the age limit of the bucket, `expires_at` may end them earlier. Keys
 * contain the SHA-256 of a code, token or id.
 *
 *   oauth         account.<id>         Connections: all of one account in one entry
 *                 refresh.<sha256>     StoredModel; a used token is kept, so that its reuse is detected
 *                 client.<sha256>      StoredModel of an application that an account has connected
 *   oauth_short   access.<sha256>, code.<sha256>, interaction.<sha256>, session.<sha256>
 *                 client.<sha256>      StoredModel of an application that no account has connected yet
 */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

/** The only scope. Despite its name it permits everything that a connected application may do (specification.md 5). */
export const toolsScope = 'tools.read';

const minute = 60;
const day = 86_400;
/** Lifetimes in seconds. */
export const oauthLives = {
  code: minute,
  /** From the application's request to the account owner's consent. */
  interaction: 30 * minute,
  session: 30 * minute,
  access: 60 * minute,
  /** A connection ends if it is not refreshed in this time. */
  refresh: 60 * day,
  /** A registered application is removed if no account connects it in this time. */
  unusedClient: day,
} as const;
/** Age limits of the buckets in days, longer than any lifetime in them. */
export const oauthBucketDays = { oauth: 62, oauthShort: 2 } as const;
/** Age at which a connection in use and its application are written again, so that the bucket keeps them. */
export const renewedAfterMs = day * 1_000;

export const connectionsMax = 50;

/** `<account>.<random>`: the account of a token's connection is known without a look-up. */
export const ConnectionId = z.string().regex(/^[a-z0-9]{12}\.[\w-]{21,43}$/);
export const accountOfConnection = (id: string): string => id.slice(0, id.indexOf('.'));

export const Connection = z.looseObject({
  id: ConnectionId,
  client_id: z.string(),
  /** The name that the application gave itself, made safe to display. */
  client_name: z.string(),
  /** Callback addresses that the application had registered when it was connected. */
  callbacks: z.array(z.string()).readonly(),
  callback: z.string(),
  resource: z.string(),
  scope: z.string(),
  connected_at: Instant,
  /** When tokens were last issued, accurate to a day; null until the code is exchanged. */
  renewed_at: Instant.nullable(),
});
export type Connection = z.infer<typeof Connection>;

export const Connections = z.looseObject({
  account_id: AccountId,
  connections: z.array(Connection).readonly(),
});
export type Connections = z.infer<typeof Connections>;

/** The authorization server's data for a code, token or application, without the code or token itself. */
export const StoredModel = z.looseObject({
  payload: z.record(z.string(), z.unknown()),
  /** Seconds since 1970; null means the age limit of the bucket. */
  expires_at: z.int().nullable(),
  /** When the code or token was used, in seconds since 1970; absent until then. */
  consumed: z.int().optional(),
});
export type StoredModel = z.infer<typeof StoredModel>;

/** Returns whether the connection's tokens can still be valid, or its code can still be exchanged. */
export const isConnected = ({ connected_at, renewed_at }: Connection, nowMs: number): boolean =>
  renewed_at === null
    ? nowMs - Date.parse(connected_at) <= 10 * oauthLives.code * 1_000
    : nowMs - Date.parse(renewed_at) <= oauthLives.refresh * 1_000 + renewedAfterMs;
