/**
 * Sign-in data of the account area. Bucket `identities` is separate from accounts, so that processes that follow accounts never
 * load the hash of a password. Bucket `sessions` stores what was issued (sessions, links) by its SHA-256.
 *
 *   identities   account.<id>       Identity       the truth about one account
 *                address.<sha256>   AddressClaim   which account an address belongs to; counts only while that identity has the address
 *   sessions     session.<sha256>   Session
 *                link.<sha256>      LinkToken
 */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

const addressLengthMax = 254;
const localLengthMax = 64;
/** The dot-atom form of RFC 5322, 3.2.3: without quotes and comments, so that a mail header cannot be read in another way. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Returns the one spelling of an e-mail address that is stored and compared; null: mail cannot be sent to it. */
export function normalAddress(text: string): string | null {
  const trimmed = text.trim().normalize('NFKC').toLowerCase();
  const at = trimmed.lastIndexOf('@');
  if (at < 1 || trimmed.length > addressLengthMax) return null;
  const local = trimmed.slice(0, at);
  if (local.length > localLengthMax || !localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return null;
  const domain = domainToASCII(trimmed.slice(at + 1));
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every((label) => domainLabel.test(label)) || /^\d+$/.test(labels.at(-1)!)) return null;
  return `${local}@${domain}`;
}

export const Identity = z.looseObject({
  account_id: AccountId,
  /** Normalised and confirmed; null: an operator made the account, and no address was given yet. */
  address: z.string().nullable(),
  /** argon2id with its parameters (PHC string); null: no password was chosen yet. */
  password: z.string().nullable(),
  confirmed_at: Instant.nullable(),
  /** Sessions and links of an earlier epoch are invalid. */
  session_epoch: z.int().min(0),
  created_at: Instant,
});
export type Identity = z.infer<typeof Identity>;

export const AddressClaim = z.looseObject({ account_id: AccountId });
export type AddressClaim = z.infer<typeof AddressClaim>;

export const Session = z.looseObject({
  account_id: AccountId,
  epoch: z.int().min(0),
  created_at: Instant,
  /** Updated at most once an hour. */
  seen_at: Instant,
});
export type Session = z.infer<typeof Session>;

const linkFields = { expires_at: Instant };
/** The one action that a link permits, once. */
export const LinkToken = z.discriminatedUnion('purpose', [
  /** Choose a password for an address; a new address gets an account. `epoch`: of the identity at sending; null: none existed. */
  z.looseObject({ purpose: z.literal('password'), address: z.string(), epoch: z.int().nullable(), ...linkFields }),
  /** Sign in without a password, by an operator's link. `epoch`: of the account's identity when the link was made; null: none existed. */
  z.looseObject({ purpose: z.literal('sign_in'), account_id: AccountId, epoch: z.int().nullable(), ...linkFields }),
  /** Replace the address of an account by this one. */
  z.looseObject({ purpose: z.literal('address'), account_id: AccountId, address: z.string(), epoch: z.int(), ...linkFields }),
]);
export type LinkToken = z.infer<typeof LinkToken>;

/** Returns the path of a link, below the public address of the service. */
export const linkPath = (token: string): string => `/account/link/?token=${token}`;
