import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAccountIndex, type AccountIndex } from '#ops/accounts/account-index.ts';
import { hashKey } from '#ops/accounts/accounts.ts';
import { accountIdOf, keyOf } from '#test/support/account-bucket.ts';
import { logLines } from '#test/support/log-lines.ts';
import { testLog } from '#test/support/log.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const ids = ['a', 'b', 'c'].map(accountIdOf);
/** Returns the hashes of an account's own four keys. */
const hashesOf = (id: string): string[] => Array.from({ length: 4 }, (_, index) => hashKey(keyOf(`${id} ${index}`)));
const hashes = ids.flatMap(hashesOf);

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
const accountJson = (id: string, plan: string, keys: readonly object[] = []): object => ({
  id,
  name: id,
  plan,
  created_at: at(0),
  requests_per_minute: null,
  requests_per_day: null,
  keys,
});

/** Passes an entry to the index as the follower of a bucket does. */
function put(index: AccountIndex, name: string, value: unknown): void {
  try {
    index.put(name, value);
  } catch {
    index.unreadable(name);
  }
}

const unreadable: readonly unknown[] = [null, [], 'x', {}, { id: 7 }, { ...accountJson('', 'pro'), id: 'd00000000000' }];
const keysMaxOf: Readonly<Record<string, number>> = { free: 1, basic: 1, pro: 5, platinum: 1 };

interface Entry {
  readonly plan: string;
  readonly keys: readonly KeyFacts[];
}

/** Derives the verdicts from the last entries alone, whatever came before them. */
function verdicts(values: ReadonlyMap<string, Entry | null>): (string | null)[] {
  const verdict = new Map<string, string>();
  for (const [id, entry] of values) {
    if (entry === null) continue;
    const inForce = entry.keys
      .filter(({ isRevoked }) => !isRevoked)
      .toSorted((a, b) => `${at(a.minute)}${a.hash}`.localeCompare(`${at(b.minute)}${b.hash}`));
    const surplus = inForce.length - keysMaxOf[entry.plan]!;
    inForce.forEach(({ hash }, place) => verdict.set(hash, `${id} ${place < surplus ? 'over' : 'works'}`));
  }
  return hashes.map((hash) => verdict.get(hash) ?? null);
}
const said = (index: AccountIndex): (string | null)[] =>
  hashes.map((hash) => {
    const holder = index.byKeyHash(hash);
    return holder === undefined ? null : `${holder.account.id} ${holder.isOverPlan ? 'over' : 'works'}`;
  });

const change = fc.constantFrom(...ids).chain((id) => {
  const key = fc.record({ hash: fc.constantFrom(...hashesOf(id)), minute: fc.integer({ min: 1, max: 4 }), isRevoked: fc.boolean() });
  const entry = fc.record({
    plan: fc.constantFrom('free', 'basic', 'pro', 'platinum'),
    keys: fc.uniqueArray(key, { selector: ({ hash }) => hash, maxLength: 4 }),
  });
  const made = fc.oneof(
    { weight: 6, arbitrary: entry.map((whole) => ({ whole })) },
    { weight: 1, arbitrary: fc.constantFrom(...unreadable).map((bad) => ({ bad })) },
    { weight: 1, arbitrary: fc.constant({ gone: true }) },
  );
  return made.map((what) => ({ id, made: what }));
});

describe('the index of keys', () => {
  test('says after any changes what the last entries say', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const index = createAccountIndex(testLog);
        /** null: unreadable. */
        const values = new Map<string, Entry | null>();
        for (const { id, made } of changes) {
          const name = `account.${id}`;
          if ('gone' in made) {
            values.delete(id);
            index.remove(name);
          } else if ('bad' in made) {
            values.set(id, null);
            put(index, name, made.bad);
          } else {
            values.set(id, made.whole);
            put(index, name, accountJson(id, made.whole.plan, made.whole.keys.map(keyJson)));
          }
          expect(said(index)).toEqual(verdicts(values));
        }
        const readable = [...values.values()].filter((entry) => entry !== null);
        expect(index.counts()).toEqual({
          keys: said(index).filter((verdict) => verdict?.endsWith('works')).length,
          accounts: readable.length,
          unreadable: values.size - readable.length,
          unknownPlans: readable.filter(({ plan }) => plan === 'platinum').length,
        });
      }),
      { numRuns: 100 },
    );
  });

  test('a key that cannot be read is named in the log by its place, with nothing of what it holds, and leaves the others', () => {
    const { log, lines } = logLines();
    const index = createAccountIndex(log);
    const [one, two] = hashesOf(ids[0]!) as [string, string];
    const account = `account.${ids[0]!}`;
    const secret = 'hush-hush';
    put(
      index,
      account,
      accountJson(ids[0]!, 'pro', [
        { ...keyJson({ hash: one, minute: 1, isRevoked: false }), revoked_at: secret },
        keyJson({ hash: two, minute: 1, isRevoked: false }),
      ]),
    );
    expect([index.byKeyHash(one), index.byKeyHash(two)?.account.id]).toEqual([undefined, ids[0]]);
    expect(index.counts().unreadable).toBe(1);
    expect(index.unreadableNames()).toEqual([account]);
    expect(JSON.stringify(lines)).toContain('keys.0');
    expect(JSON.stringify(lines)).not.toContain(secret);
    put(index, account, accountJson(ids[0]!, 'pro'));
    expect(index.counts().unreadable).toBe(0);
  });

  test('an account is found by its id, in the state that its entry has, until it is removed or cannot be read', () => {
    const index = createAccountIndex(testLog);
    const [one] = ids as [string];
    expect(index.byId(one)).toBeUndefined();
    put(index, `account.${one}`, accountJson(one, 'pro'));
    expect(index.byId(one)).toMatchObject({ id: one, plan: 'pro' });
    put(index, `account.${one}`, accountJson(one, 'free'));
    expect(index.byId(one)).toMatchObject({ id: one, plan: 'free' });
    put(index, `account.${one}`, '{');
    expect(index.byId(one)).toBeUndefined();
    put(index, `account.${one}`, accountJson(one, 'free'));
    index.remove(`account.${one}`);
    expect(index.byId(one)).toBeUndefined();
  });
});
