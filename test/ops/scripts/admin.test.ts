import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashKey } from '#ops/runtime/accounts.ts';
import { applyStreamsAt } from '#test/support/control-plane.ts';
import { freePort } from '#test/support/process.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { runScript, type Ended } from './run-script.ts';

let nats: NatsServer;
beforeAll(async () => {
  nats = await startNats();
  await applyStreamsAt(nats.url);
});
afterAll(() => nats.stop());

const admin = (...args: string[]): Promise<Ended> => runScript('ops/scripts/admin.ts', args, { NATS_URL: nats.url });
const adminJson = async <T>(...args: string[]): Promise<T> => {
  const { code, out, errors } = await admin(...args, '--json');
  if (code !== 0) throw new Error(errors);
  return JSON.parse(out) as T;
};

interface AccountRow {
  id: string;
  plan: string;
  active_keys: number;
  requests_per_minute: number | null;
}

describe('npm run admin', () => {
  test('an account is made, changes its plan, gets a key that is shown once, and loses it', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Ann Bot', '--plan', 'free', '--per-minute', '500');
    expect((await admin('account', 'plan', id, 'pro')).out).toContain('pro');
    const made = await admin('key', 'create', id);
    const [key = ''] = made.out.split('\n');
    expect(key).toMatch(/^nf_live_[0-9A-Za-z]{40}$/);
    const listed = await adminJson<AccountRow[]>('account', 'list');
    expect(listed.find((account) => account.id === id)).toMatchObject({ plan: 'pro', active_keys: 1, requests_per_minute: 500 });
    const keys = await admin('key', 'list');
    expect(keys.out).toContain(hashKey(key));
    expect(keys.out).toContain('Ann Bot');
    expect(keys.out).not.toContain(key);
    expect((await admin('key', 'revoke', key.slice(0, 12))).code).toBe(0);
    expect(await adminJson('key', 'list')).toEqual([expect.objectContaining({ revoked_at: expect.any(String) as string })]);
  });

  test('the keys of a plan are limited, and the refusal says what to do', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Free', '--plan', 'free');
    expect((await admin('key', 'create', id)).code).toBe(0);
    const second = await admin('key', 'create', id);
    expect(second.code).toBe(1);
    expect(second.errors).toMatch(/revoke one first\n$/);
    expect(second.out).toBe('');
  });

  test.each([
    [['account', 'create', '--plan', 'pro'], '--name is missing'],
    [['account', 'create', '--name', 'x'], '--plan is missing'],
    [['account', 'create', '--name', 'x', '--plan', 'gold'], 'no plan "gold": free, basic, pro'],
    [['account', 'create', '--name', 'x', '--plan', 'pro', '--per-day', '0'], '--per-day 0'],
    [['account', 'plan', 'nobody', 'pro'], 'no account nobody'],
    [['account', 'plan', 'x'], 'wants ID and PLAN'],
    [['account', 'list', '--plan', 'pro'], '--plan does not go with account list'],
    [['key', 'revoke', 'nf_live_none'], 'no such key'],
    [['key', 'steal'], 'no command "key steal"'],
    [['--what'], '--what'],
    [[], 'npm run admin -- COMMAND'],
  ])('%j is refused in words', async (args, words) => {
    const { code, errors } = await admin(...args);
    expect(code).toBe(1);
    expect(errors).toContain(words);
    expect(errors).not.toContain('    at ');
  });

  test('--data-dir finds the service that runs on that folder', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tickerwire-admin-'));
    writeFileSync(join(dir, 'services.json'), JSON.stringify({ nats: nats.url, redis: '', clickhouse: 'http://127.0.0.1:1' }));
    const found = await runScript('ops/scripts/admin.ts', ['account', 'list', '--data-dir', dir], {});
    expect(found).toMatchObject({ code: 1, errors: expect.stringContaining('REDIS_URL') as string });
    writeFileSync(join(dir, 'services.json'), JSON.stringify({ nats: nats.url, redis: 'redis://127.0.0.1:1', clickhouse: 'http://127.0.0.1:1' }));
    expect((await runScript('ops/scripts/admin.ts', ['account', 'list', '--data-dir', dir], {})).code).toBe(0);
    expect((await runScript('ops/scripts/admin.ts', ['account', 'list', '--data-dir', '/no/folder'], {})).errors).toContain('/no/folder');
    rmSync(dir, { recursive: true });
  });

  test('a server that does not answer is named within seconds, without its password', async () => {
    const port = await freePort();
    const { code, errors } = await runScript('ops/scripts/admin.ts', ['account', 'list'], { NATS_URL: `nats://me:hush@127.0.0.1:${port}` });
    expect(code).toBe(1);
    expect(errors).toContain(`nats://127.0.0.1:${port}`);
    expect(errors).not.toContain('hush');
  });
});
