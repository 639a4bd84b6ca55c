import type { KV } from '@nats-io/kv';
import { afterAll, describe, expect, test } from 'vitest';
import { accountNamed, readAccount } from '#ops/accounts/account-entries.ts';
import { changeAccount, changePlan, createAccount, createKey, deleteAccount, hashKey, revokeKey } from '#ops/accounts/accounts.ts';
import { watchAccounts, type AccountMap } from '#ops/accounts/watch-accounts.ts';
import { plans } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { keyOf, startAccountGround } from '#test/support/account-bucket.ts';
import { testLog } from '#test/support/log.ts';

const ground = await startAccountGround();
afterAll(() => ground.stop());
const { bucket } = ground;

let minute = 0;
/** Returns times each later than the one before. */
const later = (): Date => new Date(Date.UTC(2026, 5, 1, 0, (minute += 1)));
const open = async (plan: PlanName): Promise<string> => (await createAccount(bucket, { name: `on ${plan}`, plan }, later())).id;
const watching = async <T>(work: (map: AccountMap) => Promise<T> | T): Promise<T> => {
  const map = await watchAccounts(bucket, { connection: ground.bus.connection, log: testLog });
  try {
    return await work(map);
  } finally {
    map.stop();
  }
};
const works = (map: AccountMap, key: string): boolean => map.byKeyHash(hashKey(key))?.isOverPlan === false;
const states = async (id: string): Promise<string[]> => (await readAccount(bucket, id)).keys.map(({ state }) => state);
/** Returns the bucket with a counter of its writes. */
function countingWrites(): { bucket: KV; writes: () => number } {
  let writes = 0;
  const counting = new Proxy(bucket, {
    get: (target, name: keyof KV) => {
      const value: unknown = target[name];
      if (typeof value !== 'function') return value;
      if (['put', 'create', 'update', 'delete', 'purge'].includes(name)) writes += 1;
      return value.bind(target) as unknown;
    },
  });
  return { bucket: counting, writes: () => writes };
}

test('an account is found by the name that it has now, until it is deleted', async () => {
  const account = await createAccount(bucket, { name: 'first name', plan: 'free' }, later());
  expect(await accountNamed(bucket, 'First name')).toBeNull();
  expect(await accountNamed(bucket, 'first name')).toEqual(account);
  await changeAccount(bucket, account.id, (before) => ({ ...before, name: 'second name' }));
  expect([await accountNamed(bucket, 'first name'), (await accountNamed(bucket, 'second name'))?.id]).toEqual([null, account.id]);
  await deleteAccount(bucket, account.id);
  expect(await accountNamed(bucket, 'second name')).toBeNull();
});

describe('a key', () => {
  test('is listed with an id and a name, works, and is revoked by its id, its text or its hash', async () => {
    const id = await open('pro');
    const made = [await createKey(bucket, id, later(), 'trading box'), await createKey(bucket, id, later()), await createKey(bucket, id, later())];
    expect((await readAccount(bucket, id)).keys.map((key) => [key.id, key.state, key.stored.name])).toEqual(
      made.map(({ id: key }, at) => [key, 'active', at === 0 ? 'trading box' : null]),
    );
    expect(JSON.stringify(await readAccount(bucket, id))).not.toContain(made[0]!.key);
    await watching((map) => expect(made.map(({ key }) => works(map, key))).toEqual([true, true, true]));
    const whichs = [made[0]!.id, made[1]!.key, made[2]!.hash];
    for (const which of whichs) expect((await revokeKey(bucket, which, later())).key.state).toBe('revoked');
    const again = await revokeKey(bucket, made[0]!.id, later());
    expect(again.key.stored.revoked_at! < new Date(Date.UTC(2026, 5, 1, 0, minute)).toISOString()).toBe(true);
    expect(await states(id)).toEqual(['revoked', 'revoked', 'revoked']);
    await watching((map) => expect(made.map(({ hash }) => map.byKeyHash(hash))).toEqual([undefined, undefined, undefined]));
    for (const nobody of [keyOf('nobody'), `${id}-000000`, 'nf_live_abcd', '', '*', '>', `${id}.x`])
      await expect(revokeKey(bucket, nobody, later())).rejects.toThrow('no such key');
  });

  test('is made five times of twenty at once on a plan of five, and the rest is refused in words', async () => {
    const id = await open('pro');
    const made = await Promise.allSettled(Array.from({ length: 20 }, () => createKey(bucket, id, later())));
    const keys = made.flatMap((result) => (result.status === 'fulfilled' ? [result.value.key] : []));
    const refusals = made.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(keys).toHaveLength(plans.pro.activeKeysMax);
    for (const refusal of refusals) expect(refusal).toMatch(/already has 5 active keys: revoke one first|changed by others at the same time/);
    expect((await readAccount(bucket, id)).keys).toHaveLength(5);
    await watching((map) => expect(keys.every((key) => works(map, key))).toBe(true));
  });

  test('stays on the list after it was revoked, among the last fifty; older ones leave nothing', async () => {
    const id = await open('free');
    const made: string[] = [];
    for (let count = 0; count < 53; count += 1) {
      const { id: key, hash } = await createKey(bucket, id, later());
      made.push(hash);
      await revokeKey(bucket, key, later());
    }
    const { keys } = await readAccount(bucket, id);
    expect(keys.map(({ stored }) => stored.hash)).toEqual(made.slice(3));
  });
});

describe('an entry', () => {
  test('is written once to make a key and once to revoke it, so that a kill leaves it whole', async () => {
    const id = await open('free');
    const counted = countingWrites();
    const made = await createKey(counted.bucket, id, later());
    expect(counted.writes()).toBe(1);
    await revokeKey(counted.bucket, made.id, later());
    expect(counted.writes()).toBe(2);
    await watching((map) => expect(map.byKeyHash(made.hash)).toBeUndefined());
  });

  test('a field that a later release added stays, in the account and in its keys', async () => {
    const id = await open('pro');
    const made = await createKey(bucket, id, later());
    const account = (await bucket.get(`account.${id}`))!.json<{ keys: object[] }>();
    const extended = {
      ...account,
      region: 'eu',
      keys: [...account.keys.map((key) => ({ ...key, id: 'own', scopes: ['news'] })), { from: 'the future' }],
    };
    await bucket.put(`account.${id}`, JSON.stringify(extended));
    await changePlan(bucket, id, 'basic');
    await revokeKey(bucket, made.id, later());
    await createKey(bucket, id, later());
    const written = (await bucket.get(`account.${id}`))!.json<{ keys: object[] }>();
    expect(written).toMatchObject({ region: 'eu', plan: 'basic' });
    expect(written.keys).toContainEqual(expect.objectContaining({ hash: made.hash, id: 'own', scopes: ['news'] }));
    expect(written.keys).toContainEqual({ from: 'the future' });
    expect(written.keys).toHaveLength(3);
  });
});

test('a plan with fewer keys leaves the newest working, says which stop, and gives them back', async () => {
  const id = await open('pro');
  const made: Awaited<ReturnType<typeof createKey>>[] = [];
  for (let count = 0; count < 4; count += 1) made.push(await createKey(bucket, id, later()));
  const ids = made.map((key) => key.id);
  const lowered = await changePlan(bucket, id, 'basic');
  expect(lowered.inactivated.map((key) => key.id)).toEqual(ids.slice(0, 3));
  expect(lowered.reactivated).toEqual([]);
  expect(await states(id)).toEqual(['inactive', 'inactive', 'inactive', 'active']);
  await watching((map) => {
    expect(made.map(({ key }) => works(map, key))).toEqual([false, false, false, true]);
    expect(map.byKeyHash(made[0]!.hash)).toMatchObject({ isOverPlan: true, account: { id, plan: 'basic' } });
  });
  await expect(createKey(bucket, id, later())).rejects.toThrow('has 4 keys and its plan allows 1 active key: revoke 4 first');
  const { reactivated } = await revokeKey(bucket, ids[3]!, later());
  expect(reactivated.map((key) => key.id)).toEqual([ids[2]]);
  await watching((map) => expect(made.map(({ key }) => works(map, key))).toEqual([false, false, true, false]));
  const raised = await changePlan(bucket, id, 'pro');
  expect(raised.reactivated.map((key) => key.id)).toEqual(ids.slice(0, 2));
  expect(raised.inactivated).toEqual([]);
  await watching((map) => expect(made.map(({ key }) => works(map, key))).toEqual([true, true, true, false]));
});

test('names with control characters, none and too many are refused', async () => {
  for (const name of ['', '  ', 'a\u001b[2Jb', 'x'.repeat(201)])
    await expect(createAccount(bucket, { name, plan: 'free' }, later())).rejects.toThrow('a name has 1 to 200 characters');
  const id = await open('free');
  await expect(createKey(bucket, id, later(), 'a\nb')).rejects.toThrow('a name has');
  await expect(createKey(bucket, 'a*', later())).rejects.toThrow('no account a*');
});
