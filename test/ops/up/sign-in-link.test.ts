import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount, createKey, deleteAccount } from '#ops/accounts/accounts.ts';
import { readLink } from '#ops/accounts/sessions.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { makeSignInLink } from '#ops/up/sign-in-link.ts';
import { buckets } from '#schemas/subjects.ts';
import { startAccountGround, type AccountGround } from '#test/support/account-bucket.ts';

let ground: AccountGround;
beforeAll(async () => {
  ground = await startAccountGround();
});
afterAll(() => ground.stop());

test('a link signs in to the account of the key that may do most; where that account is gone there is none', async () => {
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
