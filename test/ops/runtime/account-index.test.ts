import fc from 'fast-check';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { createAccountIndex, type AccountIndex } from '#ops/runtime/account-index.ts';
import { hashKey } from '#ops/runtime/accounts.ts';
import { accountIdOf, keyOf } from '#test/support/account-bucket.ts';
import { testLog } from '#test/support/log.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const ids = ['a', 'b', 'c'].map(accountIdOf);
const hashes = Array.from({ length: 6 }, (_, index) => hashKey(keyOf(`key ${index}`)));

interface KeyFacts {
  readonly hash: string;
  readonly minute: number;
  readonly isRevoked: boolean;
}
const keyJson = ({ hash, minute, isRevoked }: KeyFacts): object => ({
  hash,
  prefix: 'nf_live_abcd',
  name: null,
  created_at: at(minute),
  revoked_at: isRevoked ? at(50) : null,
});
const accountJson = (id: string, plan: string, keys?: readonly object[]): object => ({
  id,
  name: id,
  plan,
  created_at: at(0),
  requests_per_minute: null,
  requests_per_day: null,
  ...(keys && { keys }),
});
const entryJson = (id: string, minute: number, isRevoked: boolean): object => ({
  account_id: id,
  prefix: 'nf_live_abcd',
  created_at: at(minute),
  revoked_at: isRevoked ? at(50) : null,
});
const put = (index: AccountIndex, name: string, value: unknown): void =>
  index.apply({ name, isDeleted: false, text: () => (typeof value === 'string' ? value : JSON.stringify(value)) });
const remove = (index: AccountIndex, name: string): void =>
  index.apply({
    name,
    isDeleted: true,
    text: () => {
      throw new Error('nothing is left of it');
    },
  });

const unreadable = ['', '{', 'null', '[]', '"x"', '{}', '{"id":7}', '{"account_id":"no","revoked_at":null}', '\u0000', '{"revoked_at":null}'];
const keysMaxOf: Readonly<Record<string, number>> = { free: 1, basic: 1, pro: 5, platinum: 1 };

/** The same derived from the last values alone, without regard to how they came to be. */
function verdicts(values: ReadonlyMap<string, string>): (string | null)[] {
  const read = (name: string): Record<string, unknown> | null => {
    const text = values.get(name);
    return text === undefined || unreadable.includes(text) ? null : (JSON.parse(text) as Record<string, unknown>);
  };
  const isOpen = (hash: string, id: string): boolean => {
    const entry = read(`key.${hash}`);
    return entry !== null && entry.account_id === id && entry.revoked_at === null;
  };
  const verdict = new Map<string, string>();
  for (const id of ids) {
    const account = read(`account.${id}`);
    if (account === null) continue;
    const named = hashes.flatMap((hash) =>
      isOpen(hash, id) ? [{ hash, created_at: read(`key.${hash}`)!.created_at as string, revoked_at: null }] : [],
    );
    const held = (account.keys as { hash: string; created_at: string; revoked_at: string | null }[] | undefined) ?? named;
    const inForce = held
      .filter(({ hash, revoked_at }) => revoked_at === null && isOpen(hash, id))
      .toSorted((a, b) => `${a.created_at}${a.hash}`.localeCompare(`${b.created_at}${b.hash}`));
    const surplus = inForce.length - keysMaxOf[account.plan as string]!;
    inForce.forEach(({ hash }, place) => verdict.set(hash, `${id} ${place < surplus ? 'over' : 'works'}`));
  }
  return hashes.map((hash) => verdict.get(hash) ?? null);
}
const said = (index: AccountIndex): (string | null)[] =>
  hashes.map((hash) => {
    const holder = index.byKeyHash(hash);
    return holder === undefined ? null : `${holder.account.id} ${holder.isOverPlan ? 'over' : 'works'}`;
  });

const id = fc.constantFrom(...ids);
const key = fc.record({ hash: fc.constantFrom(...hashes), minute: fc.integer({ min: 1, max: 4 }), isRevoked: fc.boolean() });
const value = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(id, fc.constantFrom('free', 'basic', 'pro', 'platinum'), fc.option(fc.uniqueArray(key, { selector: ({ hash }) => hash, maxLength: 6 }), { nil: undefined })).map(([of, plan, keys]) => [`account.${of}`, JSON.stringify(accountJson(of, plan, keys?.map(keyJson)))] as const) }, // prettier-ignore
  { weight: 4, arbitrary: fc.tuple(id, key).map(([of, { hash, minute, isRevoked }]) => [`key.${hash}`, JSON.stringify(entryJson(of, minute, isRevoked))] as const) }, // prettier-ignore
  { weight: 1, arbitrary: fc.tuple(fc.oneof(id.map((of) => `account.${of}`), fc.constantFrom(...hashes).map((hash) => `key.${hash}`)), fc.constantFrom(...unreadable)) }, // prettier-ignore
);
const change = fc.oneof(
  { weight: 8, arbitrary: value.map(([name, text]) => ({ name, text })) },
  { weight: 1, arbitrary: fc.oneof(id.map((of) => `account.${of}`), fc.constantFrom(...hashes).map((hash) => `key.${hash}`)).map((name) => ({ name, text: null })) }, // prettier-ignore
);

describe('the index of keys', () => {
  test('says after any changes, and after any re-reading with changes unheard, what the last values say', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), fc.array(change, { maxLength: 10 }), fc.integer(), (changes, unheard, seed) => {
        const index = createAccountIndex(testLog);
        const values = new Map<string, string>();
        for (const { name, text } of changes) {
          if (text === null) {
            values.delete(name);
            remove(index, name);
          } else {
            values.set(name, text);
            put(index, name, text);
          }
          expect(said(index)).toEqual(verdicts(values));
        }
        for (const { name, text } of unheard) if (text === null) values.delete(name);
          else values.set(name, text); // prettier-ignore
        const order = [...values.keys()].toSorted((a, b) => hashKey(`${seed}${a}`).localeCompare(hashKey(`${seed}${b}`)));
        index.beginReading();
        for (const name of order) put(index, name, values.get(name)!);
        index.endReading();
        expect(said(index)).toEqual(verdicts(values));
        const accounts = ids.filter((of) => values.has(`account.${of}`) && !unreadable.includes(values.get(`account.${of}`)!));
        expect(index.counts()).toEqual({
          keys: said(index).filter((verdict) => verdict?.endsWith('works')).length,
          accounts: accounts.length,
          unreadable: [...values.values()].filter((text) => unreadable.includes(text)).length,
          unknownPlans: accounts.filter((of) => values.get(`account.${of}`)!.includes('platinum')).length,
        });
      }),
      { numRuns: 500 },
    );
  });

  test('refuses nobody while everything is read again', () => {
    const index = createAccountIndex(testLog);
    const [one, two] = hashes;
    const entries: [string, object][] = [
      [`key.${one!}`, entryJson(ids[0]!, 1, false)],
      [`account.${ids[0]!}`, accountJson(ids[0]!, 'pro', [keyJson({ hash: one!, minute: 1, isRevoked: false })])],
      [`account.${ids[1]!}`, accountJson(ids[1]!, 'pro')],
      [`key.${two!}`, entryJson(ids[1]!, 1, false)],
    ];
    for (const [name, json] of entries) put(index, name, json);
    const before = said(index);
    expect(before.filter((verdict) => verdict !== null)).toHaveLength(2);
    index.beginReading();
    for (const [name, json] of entries.toReversed()) {
      put(index, name, json);
      expect(said(index)).toEqual(before);
    }
    index.endReading();
    expect(said(index)).toEqual(before);
  });

  test('an account that comes back finds the keys from before it went', () => {
    const index = createAccountIndex(testLog);
    const [one, two] = hashes as [string, string];
    const account = `account.${ids[0]!}`;
    put(index, `key.${one}`, entryJson(ids[0]!, 1, false));
    remove(index, account);
    put(index, `key.${two}`, entryJson(ids[0]!, 2, false));
    put(index, account, accountJson(ids[0]!, 'pro'));
    expect(said(index).slice(0, 2)).toEqual([`${ids[0]!} works`, `${ids[0]!} works`]);
  });

  test('an entry that cannot be read is named once in the log and nothing of it is said', () => {
    const lines: string[] = [];
    const index = createAccountIndex(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }));
    const secret = 'hush-hush';
    const account = `account.${ids[0]!}`;
    const broken = [`{"id":"${secret}`, JSON.stringify({ id: secret, name: secret, plan: 7, keys: secret }), JSON.stringify({ ...accountJson(ids[0]!, 'pro', [{ hash: secret, [secret]: 1 }]) })]; // prettier-ignore
    for (const text of broken) for (let repeat = 0; repeat < 3; repeat += 1) put(index, account, text);
    for (let repeat = 0; repeat < 3; repeat += 1) put(index, `key.${hashes[0]!}`, `{"prefix":"${secret}"}`);
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toContain('account.unreadable');
    expect(lines.join('')).not.toContain(secret);
    expect(lines.filter((line) => line.includes(account))).toHaveLength(3);
    expect(index.unreadable()).toEqual([account, `key.${hashes[0]!}`]);
    put(index, account, accountJson(ids[0]!, 'pro', []));
    remove(index, `key.${hashes[0]!}`);
    expect(index.counts().unreadable).toBe(0);
    expect(lines).toHaveLength(4);
  });

  test('a key of an account that cannot be read leaves the others of it', () => {
    const index = createAccountIndex(testLog);
    const [one, two] = hashes as [string, string];
    for (const hash of [one, two]) put(index, `key.${hash}`, entryJson(ids[0]!, 1, false));
    put(index, `account.${ids[0]!}`, accountJson(ids[0]!, 'pro', [{ ...keyJson({ hash: one, minute: 1, isRevoked: false }), revoked_at: 'yesterday' }, keyJson({ hash: two, minute: 1, isRevoked: false })])); // prettier-ignore
    expect([index.byKeyHash(one), index.byKeyHash(two)?.account.id]).toEqual([undefined, ids[0]]);
    expect(index.counts().unreadable).toBe(1);
  });

  test('an account is found by its id, in the state that its keys have it in, until it is removed or cannot be read', () => {
    const index = createAccountIndex(testLog);
    const [one] = ids as [string];
    expect(index.byId(one)).toBeUndefined();
    put(index, `account.${one}`, accountJson(one, 'pro', []));
    expect(index.byId(one)).toMatchObject({ id: one, plan: 'pro' });
    put(index, `account.${one}`, accountJson(one, 'free', []));
    expect(index.byId(one)).toMatchObject({ id: one, plan: 'free' });
    put(index, `account.${one}`, '{');
    expect(index.byId(one)).toBeUndefined();
    put(index, `account.${one}`, accountJson(one, 'free', []));
    remove(index, `account.${one}`);
    expect(index.byId(one)).toBeUndefined();
  });
});
