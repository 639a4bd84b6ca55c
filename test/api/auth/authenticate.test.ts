import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAuthenticate } from '#api/auth/authenticate.ts';
import { ApiError } from '#api/errors.ts';
import type { Account } from '#schemas/account.ts';
import { plans } from '#schemas/plan.ts';

const key = `nf_live_${'k'.repeat(40)}`;
const account = { id: 'one', plan: 'basic', requests_per_minute: null, requests_per_day: null } as Account;

function ground() {
  const held = new Map([[hash('sha256', key, 'hex'), account]]);
  return { held, authenticate: createAuthenticate({ byKeyHash: (keyHash) => held.get(keyHash) }, plans) };
}

function refusalOf(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was let in');
}

describe('who calls', () => {
  test('the account of a key, whatever the case of the scheme and the spaces around the key', () => {
    const { authenticate } = ground();
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}  `]) expect(authenticate(header, {}).account).toBe(account);
  });

  test('one caller an account as long as its state is the same, a new one once it changes', () => {
    const { held, authenticate } = ground();
    const socket = {};
    const before = authenticate(`Bearer ${key}`, socket);
    expect(authenticate(`Bearer ${key}`, {})).toBe(before);
    held.set(hash('sha256', key, 'hex'), { ...account, plan: 'pro' });
    expect(authenticate(`Bearer ${key}`, socket).plan.name).toBe('pro');
  });

  test('a key that is revoked is refused on the connection that was let in with it', () => {
    const { held, authenticate } = ground();
    const socket = {};
    authenticate(`Bearer ${key}`, socket);
    held.clear();
    expect(refusalOf(() => authenticate(`Bearer ${key}`, socket)).code).toBe('invalid_key');
  });

  test('another key along the same connection is another caller', () => {
    const { held, authenticate } = ground();
    const socket = {};
    const other = `nf_live_${'o'.repeat(40)}`;
    held.set(hash('sha256', other, 'hex'), { ...account, id: 'two' });
    expect(authenticate(`Bearer ${key}`, socket).account.id).toBe('one');
    expect(authenticate(`Bearer ${other}`, socket).account.id).toBe('two');
    expect(authenticate(`Bearer ${key}`, socket).account.id).toBe('one');
  });
});

describe('who does not', () => {
  test.each([undefined, ''])('nothing sent is missing_key, with the way to send one (%s)', (header) => {
    const refusal = refusalOf(() => ground().authenticate(header, {}));
    expect([refusal.status, refusal.code]).toEqual([401, 'missing_key']);
    expect(refusal.headers).toEqual(['WWW-Authenticate', 'Bearer realm="api"']);
  });

  test('whatever is not the key as it is gets the same invalid_key, which repeats none of it', () => {
    const { authenticate } = ground();
    const near = fc.constantFrom(key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key.slice(1)}`, `Bearer ${key} ${key}`, `Bearer${key}`, `Bearer ${key.toUpperCase()}`, hash('sha256', key, 'hex'), `Bearer ${hash('sha256', key, 'hex')}`); // prettier-ignore
    const told = ({ code, message, headers }: ApiError): string => JSON.stringify([code, message, headers]);
    const reference = told(refusalOf(() => authenticate('Bearer nonsense', {})));
    expect(reference).toContain('invalid_key');
    const given = fc.oneof(
      near,
      fc.string({ minLength: 1 }),
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    fc.assert(fc.property(given, (header) => told(refusalOf(() => authenticate(header, {}))) === reference));
  });
});
