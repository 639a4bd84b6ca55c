/**
 * What applications hold that were connected to an account by OAuth 2.1, in two buckets: `oauth` keeps what lasts as long as a connection
 * is used, `oauth_short` what is over within a day. NATS removes an entry by the age of its bucket; until then its own `expires_at` counts.
 * Codes and tokens are kept as their SHA-256.
 *
 *   oauth         account.<id>         Connections: all of one account, so that ending one, or all, is one write
 *                 refresh.<sha256>     StoredModel; a used one is kept, so that its reuse is noticed
 *                 client.<sha256>      StoredModel: a registered application that somebody has connected
 *   oauth_short   access.<sha256>, code.<sha256>, interaction.<sha256>, session.<sha256>
 *                 client.<sha256>      StoredModel: one that nobody has connected yet
 */
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

/** All that a connected application may do: see service.md, part 5. It is no restriction to reading. */
export const toolsScope = 'tools.read';

const minute = 60;
const day = 86_400;
/** In seconds. */
export const oauthLives = {
  code: minute,
  /** From the application's request to the answer of who was asked. */
  interaction: 30 * minute,
  session: 30 * minute,
  access: 60 * minute,
  /** A connection that was not refreshed for so long is over. */
  refresh: 60 * day,
  /** An application that registered and was connected by nobody is forgotten. */
  unusedClient: day,
} as const;
/** Of the buckets: longer than anything in them. What is used is written anew before that. */
export const oauthBucketDays = { oauth: 62, oauthShort: 2 } as const;
/** A connection and its application are written anew when this much older. */
export const renewedAfterMs = day * 1_000;

export const connectionsMax = 50;

/** `<account>.<random>`, so that a token that names its connection leads to the account's entry. */
export const ConnectionId = z.string().regex(/^[a-z0-9]{12}\.[\w-]{21,43}$/);
export const accountOfConnection = (id: string): string => id.slice(0, id.indexOf('.'));

export const Connection = z.looseObject({
  id: ConnectionId,
  client_id: z.string(),
  /** As the application calls itself, made fit to be shown; nobody verified it. */
  client_name: z.string(),
  /** Addresses that it had registered when it was connected. */
  callbacks: z.array(z.string()).readonly(),
  /** The one that the consent was given for. */
  callback: z.string(),
  resource: z.string(),
  scope: z.string(),
  connected_at: Instant,
  /** When tokens were last given out for it, to a day; null: its code has not been exchanged yet. */
  renewed_at: Instant.nullable(),
});
export type Connection = z.infer<typeof Connection>;

export const Connections = z.looseObject({
  account_id: AccountId,
  /** Oldest first. */
  connections: z.array(Connection).readonly(),
});
export type Connections = z.infer<typeof Connections>;

/** What the authorization server keeps of a code, a token or an application, without its value. */
export const StoredModel = z.looseObject({
  payload: z.record(z.string(), z.unknown()),
  /** In seconds since the epoch; null: as long as its bucket keeps it. */
  expires_at: z.int().nullable(),
  /** When it was used up, in seconds since the epoch. */
  consumed: z.int().optional(),
});
export type StoredModel = z.infer<typeof StoredModel>;

/** Whether its tokens can still count, or its code can still be exchanged. */
export const isConnected = ({ connected_at, renewed_at }: Connection, nowMs: number): boolean =>
  renewed_at === null
    ? nowMs - Date.parse(connected_at) <= 10 * oauthLives.code * 1_000
    : nowMs - Date.parse(renewed_at) <= oauthLives.refresh * 1_000 + renewedAfterMs;
