/**
 * Who may sign in to the account area: the bucket `identities`, apart from accounts so that processes that follow accounts
 * never load the hash of a password; and the bucket `sessions`, which holds what was given out (sessions, links) by its SHA-256.
 *
 *   identities   account.<id>       Identity       the truth about one account
 *                address.<sha256>   AddressClaim   which account an address belongs to; counts only while that identity has the address
 *                name.<sha256>      NameClaim      which account an operator made under a name; counts only while that account has the name
 *   sessions     session.<sha256>   Session
 *                link.<sha256>      LinkToken
 */
import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { AccountId } from './account.ts';
import { Instant } from './primitives.ts';

const addressLengthMax = 254;
const localLengthMax = 64;
/** The dot-atom form of RFC 5322, 3.2.3: no quotes, no comments, so nothing that a mail header could read otherwise. */
const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** The one spelling of an e-mail address under which it is kept and compared; null: it is none that mail can be sent to. */
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
  /** Normalised and confirmed; null: an operator made the account, and nobody has given an address yet. */
  address: z.string().nullable(),
  /** argon2id with its parameters (PHC string); null: nobody has chosen a password yet. */
  password: z.string().nullable(),
  confirmed_at: Instant.nullable(),
  /** A session or a link of an earlier epoch counts no longer. */
  session_epoch: z.int().min(0),
  created_at: Instant,
});
export type Identity = z.infer<typeof Identity>;

export const AddressClaim = z.looseObject({ account_id: AccountId });
export type AddressClaim = z.infer<typeof AddressClaim>;

export const NameClaim = z.looseObject({ account_id: AccountId });
export type NameClaim = z.infer<typeof NameClaim>;

export const Session = z.looseObject({
  account_id: AccountId,
  epoch: z.int().min(0),
  created_at: Instant,
  /** Written at most once an hour. */
  seen_at: Instant,
});
export type Session = z.infer<typeof Session>;

const linkFields = { expires_at: Instant };
/** What a link lets its bearer do, once. */
export const LinkToken = z.discriminatedUnion('purpose', [
  /** Choose a password for an address: the account is made where the address has none. `epoch`: of the identity it was sent for; null: there was none. */
  z.looseObject({ purpose: z.literal('password'), address: z.string(), epoch: z.int().nullable(), ...linkFields }),
  /** Sign in without a password: an operator's link. `epoch`: of the account's identity when it was made; null: there was none. */
  z.looseObject({ purpose: z.literal('sign_in'), account_id: AccountId, epoch: z.int().nullable(), ...linkFields }),
  /** Give an account this address in place of its own. */
  z.looseObject({ purpose: z.literal('address'), account_id: AccountId, address: z.string(), epoch: z.int(), ...linkFields }),
]);
export type LinkToken = z.infer<typeof LinkToken>;

/** Where a link leads, below the public address of the service. */
export const linkPath = (token: string): string => `/account/link/?token=${token}`;
