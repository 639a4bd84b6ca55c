/** An account is found by its name without reading the others. */
import type { KV } from '@nats-io/kv';
import { expect, test } from 'vitest';
import { accountNamed, noteName } from '#ops/accounts/account-names.ts';
import { changeAccount, createAccount, deleteAccount } from '#ops/accounts/accounts.ts';
import { ensureIdentity, giveAddress } from '#ops/accounts/identities.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { buckets } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const all = { accounts: await openBucket(bus, buckets.accounts), identities: await openBucket(bus, buckets.identities) };

const now = new Date();
const made = (name: string) => createAccount(all.accounts, { name, plan: 'free' }, now);
/** Returns the bucket with its listing operations disabled. */
const unlisted = (bucket: KV): KV =>
  new Proxy(bucket, {
    get: (target, name: keyof KV) => {
      if (['watch', 'keys', 'history'].includes(name)) throw new Error(`${name} goes through the bucket`);
      const value = target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

test('without going through the bucket', async () => {
  const listed = { accounts: unlisted(all.accounts), identities: unlisted(all.identities) };
  expect(await accountNamed(listed, 'nobody')).toBeNull();
  const later = await made('later');
  await noteName(all, later);
  expect(await accountNamed(listed, 'later')).toEqual(later);
  expect(await accountNamed(listed, 'Later')).toBeNull();
});

test('but not under a name that it has no longer, nor once it is deleted', async () => {
  const one = await made('first name');
  await noteName(all, one);
  await changeAccount(all.accounts, one.id, (account) => ({ ...account, name: 'second name' }));
  expect(await accountNamed(all, 'first name')).toBeNull();
  const two = await made('first name');
  await noteName(all, two);
  expect(await accountNamed(all, 'first name')).toEqual(two);
  await deleteAccount(all.accounts, two.id);
  expect(await accountNamed(all, 'first name')).toBeNull();
});

test('who signed up is found by the address', async () => {
  const one = await made('person@example.test');
  await ensureIdentity(all.identities, one.id, now);
  await giveAddress(all.identities, one.id, 'person@example.test', now);
  expect(await accountNamed(all, 'person@example.test')).toEqual(one);
});
