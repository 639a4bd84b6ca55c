import { hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAuthenticate, type Credentials } from '#api/auth/authenticate.ts';
import type { Caller } from '#api/auth/caller.ts';
import { ApiError } from '#api/errors.ts';
import type { KeyHolder } from '#ops/accounts/account-index.ts';
import type { Account } from '#schemas/account.ts';
import { plans } from '#schemas/plan.ts';

const key = `nf_live_${'k'.repeat(40)}`;
const account: Account = { id: 'one', plan: 'basic', requests_per_minute: null, requests_per_day: null };
const hashOf = (text: string): string => hash('sha256', text, 'hex');

function ground() {
  const held = new Map<string, KeyHolder>([[hashOf(key), { account, isOverPlan: false, keyHint: 'nf_live_abcd' }]]);
  const authenticate = createAuthenticate({ byKeyHash: (keyHash) => held.get(keyHash) }, plans);
  const ask = (authorization: string | undefined, rest: Partial<Credentials> = {}): Caller =>
    authenticate({ socket: {}, ...rest, headers: { ...rest.headers, authorization } });
  return { held, ask };
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
const refusal = (authorization: string | undefined, rest?: Partial<Credentials>): ApiError => refusalOf(() => ground().ask(authorization, rest));
const told = ({ code, message, headers, extra }: ApiError): string => JSON.stringify([code, message, headers, extra]);

describe('an accepted caller', () => {
  test('is the account of the key, whatever the case of the scheme and the spaces around the key', () => {
    const { ask } = ground();
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER   ${key}  `, `Bearer\t${key}`]) expect(ask(header).account).toBe(account);
  });

  test('is the same object until the account changes', () => {
    const { held, ask } = ground();
    const socket = {};
    const before = ask(`Bearer ${key}`, { socket });
    expect(ask(`Bearer ${key}`)).toBe(before);
    held.set(hashOf(key), { account: { ...account, plan: 'pro' }, isOverPlan: false, keyHint: 'nf_live_abcd' });
    expect(ask(`Bearer ${key}`, { socket }).plan.name).toBe('pro');
  });

  test('is refused after the revocation of its key, also on an open connection', () => {
    const { held, ask } = ground();
    const socket = {};
    ask(`Bearer ${key}`, { socket });
    held.clear();
    expect(refusalOf(() => ask(`Bearer ${key}`, { socket })).code).toBe('invalid_key');
  });

  test('is that of the key in each request, also on one connection; a request without a key has no caller', () => {
    const { held, ask } = ground();
    const socket = {};
    const other = `nf_live_${'o'.repeat(40)}`;
    held.set(hashOf(other), { account: { ...account, id: 'two' }, isOverPlan: false, keyHint: 'nf_live_abcd' });
    expect(ask(`Bearer ${key}`, { socket }).account.id).toBe('one');
    expect(ask(`Bearer ${other}`, { socket }).account.id).toBe('two');
    expect(refusalOf(() => ask(undefined, { socket })).code).toBe('missing_key');
    expect(refusalOf(() => ask(key, { socket })).code).toBe('invalid_scheme');
    expect(ask(`Bearer ${key}`, { socket }).account.id).toBe('one');
  });
});

describe('a refused caller', () => {
  test.each([undefined, '', '  ', 'Bearer', 'bearer  '])('without a key gets missing_key, with the way to send one (%j)', (header) => {
    const { status, code, message, headers } = refusal(header);
    expect([status, code]).toEqual([401, 'missing_key']);
    expect(message).toContain('Send your API key as `Authorization: Bearer <API_KEY>`.');
    expect(headers).toEqual(['WWW-Authenticate', 'Bearer realm="api"']);
  });

  test.each([
    ['another scheme', `Basic ${Buffer.from(`${key}:`).toString('base64')}`],
    ['another scheme', `Digest username="${key}", realm="x"`],
    ['no scheme', key],
    ['no scheme', `Bearer:${key}`],
    ['no scheme', `Bearer${key}`],
    ['two words', `Bearer ${key} ${key}`],
  ])('with a key as %s learns the right form, not that the key is revoked (%s)', (_, header) => {
    const { status, code, message, headers } = refusal(header);
    expect([status, code]).toEqual([401, 'invalid_scheme']);
    expect(message).toMatch(/\. Send your API key as `Authorization: Bearer <API_KEY>`\.$/);
    expect(message).not.toMatch(/unknown|revoked/);
    expect(headers).toEqual(['WWW-Authenticate', 'Bearer realm="api"']);
  });

  test.each(['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'])(
    'with a key in %s learns that; together with Bearer the header is ignored',
    (name) => {
      const { code, message } = refusal(undefined, { headers: { [name]: key } });
      expect([code, message]).toEqual([
        'invalid_scheme',
        `The header ${name} is not accepted. Send your API key as \`Authorization: Bearer <API_KEY>\`.`,
      ]);
      expect(ground().ask(`Bearer ${key}`, { headers: { [name]: 'other' } }).account).toBe(account);
    },
  );

  test.each(['api_key', 'apikey', 'API_KEY', 'access_token', 'token', 'key'])('with a key in the address as %s learns that', (name) => {
    const { code, message } = refusal(undefined, { url: `/api/news/?page_size=3&${name}=${key}` });
    expect(code).toBe('invalid_scheme');
    expect(message).toContain('URLs end up in logs');
    expect(refusal(undefined, { url: `/api/news/?monkey=${key}&${name}=` }).code).toBe('missing_key');
  });

  test('with a malformed key learns the form of keys', () => {
    const shaped = refusal(`Bearer nf_live_${'x'.repeat(40)}`);
    expect([shaped.code, shaped.message, shaped.extra]).toEqual([
      'invalid_key',
      'This API key does not exist or was revoked. Check the key, or create one in the account area.',
      { reason: 'unknown' },
    ]);
    expect(shaped.headers).toEqual(['WWW-Authenticate', 'Bearer realm="api", error="invalid_token"']);
    for (const wrong of [`<${key}>`, `"${key}"`, key.slice(0, -1), `${key}x`, 'nf_live_', '$API_KEY'])
      expect(refusal(`Bearer ${wrong}`).message).toBe(
        'This is not an API key. A key is `nf_live_` followed by 40 letters and digits, without quotes or brackets.',
      );
  });

  test('with a key beyond the plan learns that the key is inactive, and why', () => {
    const { held, ask } = ground();
    held.set(hashOf(key), { account, isOverPlan: true, keyHint: 'nf_live_abcd' });
    const { status, code, message, extra } = refusalOf(() => ask(`Bearer ${key}`));
    expect([status, code, extra]).toEqual([401, 'invalid_key', { reason: 'inactive' }]);
    expect(message).toContain('inactive because the basic plan allows one active key and the account has newer keys');
    held.set(hashOf(key), { account: { ...account, plan: 'pro' }, isOverPlan: true, keyHint: 'nf_live_abcd' });
    expect(refusalOf(() => ask(`Bearer ${key}`)).message).toContain('the pro plan allows 5 active keys');
  });

  test('gets an answer that depends only on the form of the credential and repeats nothing of it', () => {
    const near = fc.constantFrom(key, `Basic ${key}`, `Bearer ${key}x`, `Bearer ${key.slice(1)}`, `Bearer ${key} ${key}`, `Bearer${key}`, `Bearer ${key.toUpperCase()}`, hashOf(key), `Bearer ${hashOf(key)}`, `Bearer nf_live_${'y'.repeat(40)}`); // prettier-ignore
    const given = fc.oneof(
      near,
      fc.string({ minLength: 1 }),
      fc.string({ minLength: 1 }).map((text) => `Bearer ${text}`),
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
    );
    const empty = createAuthenticate({ byKeyHash: () => undefined }, plans);
    const answers = new Set<string>();
    fc.assert(
      fc.property(given, (header) => {
        const answer = told(refusal(header));
        expect(answer).toBe(told(refusalOf(() => empty({ headers: { authorization: header }, socket: {} }))));
        answers.add(answer);
      }),
    );
    // There is one answer for each form of header.
    expect(answers.size).toBeLessThanOrEqual(7);
    expect([...answers].join('')).not.toMatch(/kkkk|KKKK|yyyy/);
  });
});
