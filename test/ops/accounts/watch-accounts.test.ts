import { setImmediate as turn } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { changePlan, createAccount, createKey, revokeKey } from '#ops/accounts/accounts.ts';
import { watchAccounts, type AccountMap } from '#ops/accounts/watch-accounts.ts';
import { startAccountGround, type AccountGround } from '#test/support/account-bucket.ts';
import { until } from '#test/support/until.ts';

const stream = 'KV_accounts';
let ground: AccountGround;
let map: AccountMap;
let lines: string[];
beforeEach(async () => {
  ground = await startAccountGround();
  lines = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
  map = await watchAccounts(ground.bucket, { connection: ground.bus.connection, log });
});
afterEach(async () => {
  map.stop();
  await ground.stop();
});

const open = async (): Promise<{ id: string; key: string; hash: string; account: string }> => {
  const { id: account } = await createAccount(ground.bucket, { name: 'x', plan: 'pro' }, new Date());
  const made = await createKey(ground.bucket, account, new Date());
  await until('the key', () => map.byKeyHash(made.hash));
  return { ...made, account };
};
/** Deletes the watchers at the server, as when it loses its memory; the client gets no notice. */
async function forgetWatchers(): Promise<void> {
  const { jsm } = ground.bus;
  for await (const { name } of jsm.consumers.list(stream)) await jsm.consumers.delete(stream, name);
}
const events = (event: string): string[] => lines.filter((line) => line.includes(event));

describe('the watch of accounts', () => {
  test('knows an empty bucket at once, and sees each change', async () => {
    expect(map.counts()).toEqual({ keys: 0, accounts: 0, unreadable: 0, unknownPlans: 0 });
    const { account, hash } = await open();
    await changePlan(ground.bucket, account, 'basic');
    await until('the plan', () => map.byKeyHash(hash)?.account.plan === 'basic');
  });

  test('serves a plan of a later release as the lowest, and reports it', async () => {
    const { account, hash } = await open();
    const stored = (await ground.bucket.get(`account.${account}`))!.json<object>();
    await ground.bucket.put(`account.${account}`, JSON.stringify({ ...stored, plan: 'platinum', sponsor: { of: 'ours' } }));
    await until('the plan', () => map.counts().unknownPlans === 1);
    expect(map.byKeyHash(hash)?.account.plan).toBe('free');
    expect(map.trouble()).toBe('1 account on a plan that this release does not know, served as the lowest plan');
    await changePlan(ground.bucket, account, 'basic');
    await until('a plan that is known', () => map.trouble() === null);
    expect((await ground.bucket.get(`account.${account}`))!.json()).toMatchObject({ plan: 'basic', sponsor: { of: 'ours' } });
  });

  // The client of NATS detects this by itself, but only after ten seconds and more.
  test('that the server forgot is begun again: a key revoked meanwhile is refused within seconds', async () => {
    const { id, hash } = await open();
    await forgetWatchers();
    await revokeKey(ground.bucket, id, new Date());
    await until('the key to be refused', () => map.byKeyHash(hash) === undefined, 5_000);
    expect(events('bucket.unheard')).toHaveLength(1);
    const { hash: next } = await open();
    expect(map.byKeyHash(next)).toBeDefined();
    expect(map.staleSinceMs()).toBeNull();
  });

  test('that is begun again drops purged accounts and refuses no valid key meanwhile', async () => {
    const [gone, stays] = [await open(), await open()];
    let refusals = 0;
    let isOver = false;
    const asking = (async () => {
      for (; !isOver; await turn()) if (map.byKeyHash(stays.hash) === undefined) refusals += 1;
    })();
    await forgetWatchers();
    await ground.bus.jsm.streams.purge(stream, { filter: `$KV.accounts.account.${gone.account}` });
    await open();
    await until('the removed key to be refused', () => map.byKeyHash(gone.hash) === undefined);
    isOver = true;
    await asking;
    expect(refusals).toBe(0);
    expect(map.byKeyHash(stays.hash)).toBeDefined();
  });

  test('does not wait for a last entry that was removed', async () => {
    const { hash } = await open();
    await forgetWatchers();
    await ground.bucket.put('secret.cursor', 'x');
    await ground.bus.jsm.streams.purge(stream, { filter: '$KV.accounts.secret.cursor' });
    await until('the watch to begin again', () => events('bucket.heard_again').length > 0);
    await until('it to be well', () => map.unheardMs() < 1_000);
    expect(events('bucket.unheard')).toHaveLength(1);
    expect(map.byKeyHash(hash)).toBeDefined();
  });
});
