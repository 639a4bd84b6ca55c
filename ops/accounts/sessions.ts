/**
 * Sessions of the account area and links sent by mail, in the KV bucket `sessions`. Each is stored under the SHA-256 of its random 256-bit
 * token. A session ends by age, by disuse, by sign-out or when its identity's epoch changes. A link ends at its first use.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { LinkToken, Session, type Identity } from '#schemas/sign-in.ts';
import { isRace, readEntry } from '../nats/bucket-entry.ts';

const hourMs = 3_600_000;
/** Longest life of a session since it was opened. */
export const sessionLifeMs = 30 * 24 * hourMs;
const sessionIdleMs = 7 * 24 * hourMs;
const seenEveryMs = hourMs;

const tokenPattern = /^[\w-]{43}$/;
const makeToken = (): string => randomBytes(32).toString('base64url');
const hashed = (token: string): string => createHash('sha256').update(token).digest('hex');
const sessionName = (token: string): string => `session.${hashed(token)}`;
const linkName = (token: string): string => `link.${hashed(token)}`;

/** Opens a session and returns its token, which is not stored. */
export async function openSession(bucket: KV, { account_id, session_epoch }: Identity, now: Date): Promise<string> {
  const token = makeToken();
  const at = now.toISOString();
  await bucket.create(sessionName(token), JSON.stringify({ account_id, epoch: session_epoch, created_at: at, seen_at: at } satisfies Session));
  return token;
}

/** Returns the session, or null when it does not exist or has expired. The caller compares its epoch with the identity's. */
export async function readSession(bucket: KV, token: string, now: Date): Promise<Session | null> {
  const entry = tokenPattern.test(token) ? await readEntry(bucket, sessionName(token), Session) : null;
  if (entry === null) return null;
  const { created_at, seen_at } = entry.value;
  const isOver = now.getTime() - Date.parse(created_at) > sessionLifeMs || now.getTime() - Date.parse(seen_at) > sessionIdleMs;
  if (isOver) return null;
  if (now.getTime() - Date.parse(seen_at) > seenEveryMs)
    // The update fails harmlessly when a concurrent request wrote first or the session was ended.
    await bucket.update(sessionName(token), JSON.stringify({ ...entry.value, seen_at: now.toISOString() }), entry.revision).catch(() => undefined);
  return entry.value;
}

export async function endSession(bucket: KV, token: string): Promise<void> {
  if (tokenPattern.test(token)) await bucket.delete(sessionName(token));
}

type WithoutDate<T> = T extends unknown ? Omit<T, 'expires_at'> : never;

export async function makeLink(bucket: KV, link: WithoutDate<LinkToken>, lifeMs: number, now: Date): Promise<string> {
  const token = makeToken();
  await bucket.create(linkName(token), JSON.stringify({ ...link, expires_at: new Date(now.getTime() + lifeMs).toISOString() }));
  return token;
}

/** Returns a link that is unused and not expired, or null. The link stays usable, because mail scanners open links. */
export const readLink = async (bucket: KV, token: string, now: Date): Promise<LinkToken | null> =>
  (await findLink(bucket, token, now))?.value ?? null;

async function findLink(bucket: KV, token: string, now: Date) {
  const entry = tokenPattern.test(token) ? await readEntry(bucket, linkName(token), LinkToken) : null;
  return entry !== null && Date.parse(entry.value.expires_at) > now.getTime() ? entry : null;
}

/** Returns a link and deletes it, or returns null when it is invalid. Of two concurrent requests, one gets the link. */
export async function useLink(bucket: KV, token: string, now: Date): Promise<LinkToken | null> {
  const entry = await findLink(bucket, token, now);
  if (entry === null) return null;
  try {
    await bucket.delete(linkName(token), { previousSeq: entry.revision });
    return entry.value;
  } catch (error) {
    if (isRace(error)) return null;
    throw error;
  }
}
