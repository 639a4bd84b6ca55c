/**
 * Sessions of the account area and links that were sent, in the KV bucket `sessions`: kept as the SHA-256 of a random token of
 * 256 bits. A session ends by its age, by disuse, by being ended, or by the epoch of its identity; a link by its first use.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { LinkToken, Session, type Identity } from '#schemas/sign-in.ts';
import { isRace, readEntry } from '../nats/bucket-entry.ts';

const hourMs = 3_600_000;
/** Since it was opened, and since it was used last. */
export const sessionLifeMs = 30 * 24 * hourMs;
export const sessionIdleMs = 7 * 24 * hourMs;
const seenEveryMs = hourMs;

const tokenPattern = /^[\w-]{43}$/;
const makeToken = (): string => randomBytes(32).toString('base64url');
const hashed = (token: string): string => createHash('sha256').update(token).digest('hex');
const sessionName = (token: string): string => `session.${hashed(token)}`;
const linkName = (token: string): string => `link.${hashed(token)}`;

/** The token is returned here and never again. */
export async function openSession(bucket: KV, { account_id, session_epoch }: Identity, now: Date): Promise<string> {
  const token = makeToken();
  const at = now.toISOString();
  await bucket.create(sessionName(token), JSON.stringify({ account_id, epoch: session_epoch, created_at: at, seen_at: at } satisfies Session));
  return token;
}

/** null: there is none, or it is over; whether its epoch still counts is for its identity to say. */
export async function readSession(bucket: KV, token: string, now: Date): Promise<Session | null> {
  const held = tokenPattern.test(token) ? await readEntry(bucket, sessionName(token), Session) : null;
  if (held === null) return null;
  const { created_at, seen_at } = held.value;
  const isOver = now.getTime() - Date.parse(created_at) > sessionLifeMs || now.getTime() - Date.parse(seen_at) > sessionIdleMs;
  if (isOver) return null;
  if (now.getTime() - Date.parse(seen_at) > seenEveryMs)
    // Of two requests at once one writes; a session that is ended meanwhile stays ended.
    await bucket.update(sessionName(token), JSON.stringify({ ...held.value, seen_at: now.toISOString() }), held.revision).catch(() => undefined);
  return held.value;
}

export async function endSession(bucket: KV, token: string): Promise<void> {
  if (tokenPattern.test(token)) await bucket.delete(sessionName(token));
}

type WithoutDate<T> = T extends unknown ? Omit<T, 'expires_at'> : never;

/** The token is returned here and never again. */
export async function makeLink(bucket: KV, link: WithoutDate<LinkToken>, lifeMs: number, now: Date): Promise<string> {
  const token = makeToken();
  await bucket.create(linkName(token), JSON.stringify({ ...link, expires_at: new Date(now.getTime() + lifeMs).toISOString() }));
  return token;
}

const isOpen = (link: LinkToken, now: Date): boolean => Date.parse(link.expires_at) > now.getTime();

/** Looks without using it up: programs that read mail follow links. null: there is none, it was used, or it is too old. */
export async function readLink(bucket: KV, token: string, now: Date): Promise<LinkToken | null> {
  const held = tokenPattern.test(token) ? await readEntry(bucket, linkName(token), LinkToken) : null;
  return held !== null && isOpen(held.value, now) ? held.value : null;
}

/** Uses it up, so that nothing is left of it: of two at once one gets it. */
export async function useLink(bucket: KV, token: string, now: Date): Promise<LinkToken | null> {
  const held = tokenPattern.test(token) ? await readEntry(bucket, linkName(token), LinkToken) : null;
  if (held === null || !isOpen(held.value, now)) return null;
  try {
    await bucket.delete(linkName(token), { previousSeq: held.revision });
    return held.value;
  } catch (error) {
    if (isRace(error)) return null;
    throw error;
  }
}
