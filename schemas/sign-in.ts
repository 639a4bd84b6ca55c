/**
 * Sign-in data of the account area. It is separate from the bucket `accounts`, so that processes that watch accounts never load password
 * hashes. Keys contain the SHA-256 of an address or token.
 *
 *   identities   account.<id>       Identity
 *                address.<sha256>   AddressClaim   the account of an address; valid only while that account's Identity has the address
 *   sessions     session.<sha256>   Session
 *                link.<sha256>      LinkToken
 */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

const addressLengthMax = 254;
const localLengthMax = 64;
/** The dot-atom form of RFC 5322, 3.2.3. Quotes and comments are refused, because they could change the meaning of a mail header. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** Returns the spelling of an e-mail address that is stored and compared, or null if it is not a valid address. */
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
  /** Normalised and confirmed; null on an account that an operator made, until its owner gives an address. */
  address: z.string().nullable(),
  /** argon2id hash with parameters (PHC string); null until a password is chosen. */
  password: z.string().nullable(),
  confirmed_at: Instant.nullable(),
  /** Sessions and links with a lower epoch are invalid. */
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
/** The action that a link permits once. `epoch` is the identity's when the link was made, or null if there was no identity. */
export const LinkToken = z.discriminatedUnion('purpose', [
  /** Choose a password for an address. A new address gets an account. */
  z.looseObject({ purpose: z.literal('password'), address: z.string(), epoch: z.int().nullable(), ...linkFields }),
  /** Sign in without a password. Only operators make such links. */
  z.looseObject({ purpose: z.literal('sign_in'), account_id: AccountId, epoch: z.int().nullable(), ...linkFields }),
  z.looseObject({ purpose: z.literal('address'), account_id: AccountId, address: z.string(), epoch: z.int(), ...linkFields }),
]);
export type LinkToken = z.infer<typeof LinkToken>;

export const linkPath = (token: string): string => `/account/link/?token=${token}`;
