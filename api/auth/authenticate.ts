/**
 * Authenticates requests by API key. The SHA-256 of the key is looked up in a map in memory, so the time of the look-up reveals nothing about
 * existing keys.
 */
import { hash } from 'node:crypto';
import type { KeyHolder } from '#ops/accounts/account-index.ts';
import type { AccountMap } from '#ops/accounts/watch-accounts.ts';
import { ApiKeyText } from '#schemas/account.ts';
import { plans as basePlans, type Plan } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { apiError, type ApiError } from '../errors.ts';
import { createCaller, type Caller } from './caller.ts';

export interface Credentials {
  readonly headers: Readonly<Record<string, string | string[] | undefined>> & { readonly authorization?: string | undefined };
  readonly url?: string | undefined;
  /** Identifies the connection. The hash of its key is cached as long as this object exists. */
  readonly socket: object;
}

export type Authenticate = (request: Credentials) => Caller;

const realm = 'Bearer realm="api"';
const invalidToken = ['WWW-Authenticate', `${realm}, error="invalid_token"`];
const howTo = 'Send your API key as `Authorization: Bearer <API_KEY>`.';
/** An Authorization header with a credential, which is the first group. */
export const bearer = /^bearer[ \t]+(\S+)[ \t]*$/i;
const bearerAlone = /^bearer[ \t]*$/i;
/** Headers in which other services accept keys, for a helpful error. */
const keyHeaders = ['x-api-key', 'api-key', 'apikey', 'x-auth-token', 'x-access-token'];
const keyParameter = /[?&](api_?key|api-key|access_token|auth_token|token|key)=[^&]/i;

/** Returns a function that throws 401 `missing_key`, `invalid_scheme` or `invalid_key`, or returns the caller. */
export function createAuthenticate(
  accounts: Pick<AccountMap, 'byKeyHash'>,
  plans: Readonly<Record<PlanName, Plan>>,
  noteUse: (keyHash: string) => void = () => undefined,
): Authenticate {
  // An account's change replaces its KeyHolders, so callers of the former state are collected as garbage.
  const callers = new WeakMap<KeyHolder, Caller>();
  // A connection usually sends the same header with every request, so its hash is computed once.
  const sentBefore = new WeakMap<object, { readonly authorization: string; readonly keyHash: string; readonly isKeyShaped: boolean }>();
  return ({ headers, url, socket }) => {
    const authorization = headers.authorization ?? '';
    let sent = sentBefore.get(socket);
    if (sent === undefined || sent.authorization !== authorization) {
      const key = bearer.exec(authorization)?.[1];
      if (key === undefined) throw withoutKey(authorization, headers, url ?? '');
      sent = { authorization, keyHash: hash('sha256', key, 'hex'), isKeyShaped: ApiKeyText.safeParse(key).success };
      sentBefore.set(socket, sent);
    }
    const holder = accounts.byKeyHash(sent.keyHash);
    if (holder === undefined) throw unknownKey(sent.isKeyShaped);
    const { account } = holder;
    if (holder.isOverPlan) throw inactiveKey(plans[account.plan]);
    noteUse(sent.keyHash);
    return callers.getOrInsertComputed(holder, () => createCaller(account, plans, holder.keyHint));
  };
}

/** Returns an error that repeats no part of the request, because it may contain a key. */
function withoutKey(authorization: string, headers: Credentials['headers'], url: string): ApiError {
  const [code, detail] = formOf(authorization, headers, url);
  return apiError(code, `${detail}${detail === '' ? '' : ' '}${howTo}`, {}, ['WWW-Authenticate', realm]);
}

function formOf(authorization: string, headers: Credentials['headers'], url: string): readonly ['missing_key' | 'invalid_scheme', string] {
  const sent = authorization.trim();
  if (bearerAlone.test(sent)) return ['missing_key', 'The Authorization header has no key after `Bearer`.'];
  if (/^bearer[ \t]/i.test(sent)) return ['invalid_scheme', 'The Authorization header has more than one word after `Bearer`.'];
  if (sent !== '')
    return [
      'invalid_scheme',
      /\s/.test(sent)
        ? 'API keys work only with the scheme `Bearer`.'
        : 'The Authorization header has no scheme. Write `Bearer` and a space before the key.',
    ];
  const header = keyHeaders.find((name) => headers[name] !== undefined);
  if (header !== undefined) return ['invalid_scheme', `The header ${header} is not accepted.`];
  const parameter = keyParameter.exec(url)?.[1];
  if (parameter !== undefined) return ['invalid_scheme', `An API key in the URL (${parameter}) is not accepted, because URLs end up in logs.`];
  return ['missing_key', ''];
}

function unknownKey(isKeyShaped: boolean): ApiError {
  const detail = isKeyShaped
    ? 'This API key does not exist or was revoked. Check the key, or create one in the account area.'
    : 'This is not an API key. A key is `nf_live_` followed by 40 letters and digits, without quotes or brackets.';
  return apiError('invalid_key', detail, { reason: 'unknown' }, invalidToken);
}

function inactiveKey({ name, activeKeysMax, upgradeTo }: Plan): ApiError {
  const allowed = activeKeysMax === 1 ? 'one active key' : `${activeKeysMax} active keys`;
  const detail = `This API key is inactive because the ${name} plan allows ${allowed} and the account has newer keys. To use it again, revoke newer keys${upgradeTo.length === 0 ? '' : ' or upgrade the plan'}.`;
  return apiError('invalid_key', detail, { reason: 'inactive' }, invalidToken);
}

export const exampleRefusals = {
  missing_key: withoutKey('', {}, ''),
  invalid_scheme: withoutKey('Basic key', {}, ''),
  invalid_scheme_header: withoutKey('', { 'x-api-key': 'key' }, ''),
  unknown_key: unknownKey(true),
  malformed_key: unknownKey(false),
  inactive_key: inactiveKey(basePlans.basic),
} as const;
