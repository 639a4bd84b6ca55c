import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { eachAccount, type AccountEntry } from '#ops/accounts/account-entries.ts';
import { changePlan, createKey, hashKey, revokeKey, createAccount, deleteAccount } from '#ops/accounts/accounts.ts';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { ensureKeys, makeSignInLink } from '#ops/up/keys.ts';
import { buckets, bucketStream } from '#schemas/subjects.ts';
import { planNames } from '#schemas/vocabulary.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats } from '#test/support/nats.ts';
import { readLink } from '#ops/accounts/sessions.ts';
import { startAccountGround } from '#test/support/account-bucket.ts';

const nats = await startNats();
const bus = await openBus({ NATS_URL: [nats.url], NATS_USER: '', NATS_PASSWORD: '', NATS_INBOX_PREFIX: '_INBOX' }, 'test', testLog);
await applyStreams(bus);
const dir = mkdtempSync(join(tmpdir(), 'tickerwire-keys-'));
afterAll(async () => {
  await bus.close();
  await nats.stop();
  rmSync(dir, { recursive: true, force: true });
});

test('one account and key a plan are made once, for their owner only; a key that no longer works is replaced', async () => {
  const said: string[] = [];
  const ensure = () => ensureKeys(dir, bus, new Date(), (line) => said.push(line));
  const first = await ensure();
  expect(Object.keys(first)).toEqual([...planNames]);
  expect(await ensure()).toEqual(first);
  expect(statSync(join(dir, 'keys.json')).mode & 0o777).toBe(0o600);
  const bucket = await openBucket(bus, buckets.accounts);
  const held: AccountEntry[] = [];
  for await (const account of eachAccount(bucket)) if (!('unreadable' in account)) held.push(account);
  expect(held.map(({ account }) => account.plan).toSorted()).toEqual([...planNames].toSorted());
  const hashes = held.flatMap(({ keys }) => keys.map(({ stored }) => stored.hash));
  expect(hashes.toSorted()).toEqual(Object.values(first).map(hashKey).toSorted());

  await revokeKey(bucket, first.basic, new Date());
  const second = await ensure();
  expect(second.basic).not.toBe(first.basic);
  expect({ ...second, basic: null }).toEqual({ ...first, basic: null });

  // A key that the plan has no room for no longer works, either.
  const pro = held.find(({ account }) => account.plan === 'pro')!.account.id;
  await createKey(bucket, pro, new Date(Date.now() + 1_000));
  await changePlan(bucket, pro, 'basic');
  const third = await ensure();
  expect(third.pro).not.toBe(second.pro);
  expect({ ...third, pro: null }).toEqual({ ...second, pro: null });
  expect(said).toEqual([]);
});

test('keys that NATS has lost are replaced, with a warning', async () => {
  const said: string[] = [];
  const before = await ensureKeys(dir, bus, new Date());
  await bus.jsm.streams.purge(bucketStream(buckets.accounts));
  const after = await ensureKeys(dir, bus, new Date(), (line) => said.push(line));
  for (const plan of planNames) expect(after[plan]).not.toBe(before[plan]);
  expect(said).toEqual([expect.stringContaining(`NATS no longer has the keys in keys.json (${planNames.join(', ')})`)]);
});

test('an account that is deleted while the keys are looked up stops nothing', async () => {
  const before = await ensureKeys(dir, bus, new Date());
  const racing = await openBus({ NATS_URL: [nats.url], NATS_USER: '', NATS_PASSWORD: '', NATS_INBOX_PREFIX: '_INBOX' }, 'test', testLog);
  const request = racing.connection.request.bind(racing.connection);
  racing.connection.request = async (subject, ...rest) => {
    const text = Buffer.from((rest[0] as Uint8Array | undefined) ?? []).toString();
    const accountId = /\$KV\.accounts\.account\.(\w+)/.exec(`${subject} ${text}`)?.[1];
    if (accountId !== undefined) await deleteAccount(await openBucket(bus, buckets.accounts), accountId);
    return request(subject, ...rest);
  };
  expect(await ensureKeys(dir, racing, new Date()).finally(() => racing.close())).toEqual(before);
});

const ground = await startAccountGround();
afterAll(() => ground.stop());

test('a link signs in to the account of the largest plan; without that account there is no link', async () => {
  const config = { NATS_URL: [ground.nats.url], NATS_USER: '', NATS_PASSWORD: '', NATS_INBOX_PREFIX: '_INBOX' };
  const { id } = await createAccount(ground.bucket, { name: 'local pro', plan: 'pro' }, new Date());
  const { key } = await createKey(ground.bucket, id, new Date());
  const running = { api: 'http://127.0.0.1:8080', keys: { free: '', basic: '', pro: key } };
  const link = await makeSignInLink(config, running);
  const [, token = ''] = /^http:\/\/127\.0\.0\.1:8080\/account\/link\/\?token=([\w-]{43})$/.exec(link ?? '') ?? [];
  const sessions = await openBucket(ground.bus, buckets.sessions);
  expect(await readLink(sessions, token, new Date())).toMatchObject({ purpose: 'sign_in', account_id: id });
  await deleteAccount(ground.bucket, id);
  expect(await makeSignInLink(config, running)).toBeNull();
});
