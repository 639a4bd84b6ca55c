import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { hashKey } from '#ops/accounts/accounts.ts';
import { applyStreamsAt } from '#test/support/control-plane.ts';
import { freePort } from '#test/support/process.ts';
import { openBus } from '#ops/nats/nats.ts';
import { putConnection } from '#ops/accounts/connections.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { runAdmin } from '#ops/scripts/admin.ts';
import { CommandError } from '#ops/scripts/service-config.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const nats = await sharedNats();
await applyStreamsAt(nats.url);

/** Runs the command in this process: starting one takes longer than most commands. */
async function admin(...args: string[]): Promise<Ended> {
  let out = '';
  const printed = new Writable({
    write: (chunk: Buffer, _, done) => {
      out += chunk.toString();
      done();
    },
  });
  try {
    await runAdmin(args, { NATS_URL: nats.url }, printed);
    return { code: 0, out, errors: '' };
  } catch (error) {
    return { code: error instanceof CommandError ? error.exitCode : 1, out, errors: `${(error as Error).message}\n` };
  }
}
const adminProcess = (...args: string[]): Promise<Ended> => runScript('ops/scripts/admin.ts', args, { NATS_URL: nats.url });
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

describe('npm run admin', { timeout: 90_000 }, () => {
  test('an account is made, changes its plan, gets a key that is shown once, and loses it', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Ann Bot', '--plan', 'free', '--per-minute', '500');
    expect((await admin('account', 'plan', id, 'pro')).out).toContain('pro');
    const made = await adminProcess('key', 'create', id);
    const [key = ''] = made.out.split('\n');
    expect(key).toMatch(/^nf_live_[0-9A-Za-z]{40}$/);
    const listed = await adminJson<AccountRow[]>('account', 'list');
    expect(listed.find((account) => account.id === id)).toMatchObject({ plan: 'pro', active_keys: 1, requests_per_minute: 500 });
    const keys = await admin('key', 'list', id);
    const keyId = `${id}-${hashKey(key).slice(0, 6)}`;
    expect(made.out).toContain(keyId);
    expect(keys.out).toContain(keyId);
    expect(keys.out).toContain('Ann Bot');
    expect(keys.out).not.toContain(key);
    expect((await admin('key', 'revoke', keyId)).out).toContain(`key ${keyId} (${key.slice(0, 12)}…) of account ${id} was revoked at`);
    expect(await adminJson('key', 'list')).toEqual([
      expect.objectContaining({ id: keyId, state: 'revoked', hash: hashKey(key), revoked_at: expect.any(String) as string }),
    ]);
  });

  test('a link into the account area is made for an account or an address, and needs the address of the service', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Without mail', '--plan', 'free');
    const at = (...args: string[]): Promise<Ended> =>
      runScript('ops/scripts/admin.ts', args, { NATS_URL: nats.url, API_PUBLIC_URL: 'https://feed.example.test/' });
    const toAccount = await at('account', 'link', id);
    expect(toAccount.out).toMatch(/^https:\/\/feed\.example\.test\/account\/link\/\?token=[\w-]{43}\n/);
    expect(toAccount.out).toContain(`signs in to account ${id}`);
    expect((await at('account', 'link', 'New.Person@Example.test')).out).toContain('makes an account for New.Person@Example.test');
    expect((await at('account', 'link', 'nobodyhere00')).errors).toContain('no account nobodyhere00');
    expect((await admin('account', 'link', id)).errors).toContain('API_PUBLIC_URL');
  });

  test('a key is revoked by itself on standard input, never as an argument', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Leaked', '--plan', 'free');
    const { key } = await adminJson<{ key: string }>('key', 'create', id, '--name', 'laptop');
    const refused = await admin('key', 'revoke', key);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('do not put a key on a command line');
    expect(refused.errors).toContain('key list ACCOUNT');
    expect(refused.errors + refused.out).not.toContain(key);
    expect(await adminJson('key', 'list', id)).toEqual([expect.objectContaining({ state: 'active', name: 'laptop' })]);
    const revoked = await runScript('ops/scripts/admin.ts', ['key', 'revoke', '-'], { NATS_URL: nats.url }, `${key}\n`);
    expect(revoked.out).toMatch(/laptop\) of account .* was revoked at/);
    expect(await adminJson('key', 'list', id)).toEqual([expect.objectContaining({ state: 'revoked' })]);
    expect((await runScript('ops/scripts/admin.ts', ['key', 'revoke', '-'], { NATS_URL: nats.url }, '')).errors).toContain('no such key');
  });

  test('a change of plan names the keys that stop working and those that work again', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Many', '--plan', 'pro');
    const made: { id: string }[] = [];
    for (const name of ['one', 'two', 'three']) made.push(await adminJson('key', 'create', id, '--name', name));
    const lowered = await admin('account', 'plan', id, 'free');
    expect(lowered.out.split('\n')).toEqual([
      `account ${id} is on the plan free`,
      expect.stringContaining(`key ${made[0]!.id} (`),
      expect.stringContaining(`key ${made[1]!.id} (`),
      '',
    ]);
    expect(lowered.out).toMatch(/one\) stops working.*\n.*two\) stops working/);
    expect((await admin('key', 'revoke', made[2]!.id)).out).toMatch(/two\) works again/);
    expect(await adminJson('account', 'plan', id, 'pro')).toMatchObject({ keys_inactivated: [], keys_reactivated: [made[0]!.id] });
  });

  test('the lists of accounts and keys name entries that cannot be read', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Listed', '--plan', 'pro');
    for (const name of ['A', 'B']) await adminJson('key', 'create', id, '--name', name);
    const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', testLog);
    const accounts = await openBucket(bus, 'accounts');
    await accounts.put('account.unreadable00', '{');
    const listed = await adminProcess('account', 'list');
    expect(listed.code).toBe(0);
    expect(listed.out).toMatch(new RegExp(`^${id} +pro .* 2 +2026`, 'm'));
    expect(listed.errors).toBe('account.unreadable00 cannot be read: a later release may have written it\n');
    const keys = await adminJson<{ account_id: string }[]>('key', 'list');
    expect(keys.filter(({ account_id }) => account_id === id)).toHaveLength(2);
    expect((await admin('key', 'list', 'unreadable00')).errors).toContain('account unreadable00 cannot be read');
    await accounts.delete('account.unreadable00');
    await bus.close();
  });

  test('a taken name is refused with the command that makes a key for its account', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Taken', '--plan', 'basic');
    const again = await admin('account', 'create', '--name', 'Taken', '--plan', 'free');
    expect(again).toMatchObject({ code: 1, out: '' });
    expect(again.errors).toContain(`an account named Taken already exists (${id}, basic): npm run admin -- key create ${id}`);
    expect((await adminJson<AccountRow[]>('account', 'list')).filter((account) => account.id === id)).toHaveLength(1);
  });

  test('connections of applications are listed, and one is ended without the others', async () => {
    const { id } = await adminJson<AccountRow>('account', 'create', '--name', 'Connected', '--plan', 'pro');
    const config = readConfig({ NATS_URL: nats.url });
    const bus = await openBus(config, 'test', testLog);
    const now = new Date();
    const [first, second] = ['a', 'b'].map((letter) => `${id}.${letter.repeat(22)}`) as [string, string];
    const callback = 'http://127.0.0.1:1/callback';
    const at = now.toISOString();
    const shared = { client_id: 'client', callbacks: [callback], callback, resource: 'https://mcp.example/', scope: 'tools.read' };
    const bucket = await openBucket(bus, buckets.oauth);
    for (const one of [first, second])
      await putConnection(bucket, { ...shared, id: one, client_name: `Agent ${one.at(-1)}`, connected_at: at, renewed_at: at }, now);
    await bus.close();
    expect((await admin('connection', 'list', id)).out).toContain(`${first}  ${now.toISOString()}  ${now.toISOString()}  Agent a`);
    expect((await admin('connection', 'revoke', first)).out).toContain(`connection ${first} of account ${id} was ended`);
    expect((await adminJson<{ id: string }[]>('connection', 'list', id)).map((one) => one.id)).toEqual([second]);
    expect((await admin('connection', 'revoke', first)).errors).toContain('no such connection');
  });

  test.each([
    [['connection', 'revoke', 'x'], 'no such connection'],
    [['account', 'create', '--plan', 'pro'], '--name is missing'],
    [['account', 'create', '--name', 'x', '--plan', 'gold'], 'no plan "gold": free, basic, pro'],
    [['account', 'create', '--name', 'x', '--plan', 'pro', '--per-day', '0'], '--per-day 0'],
    [['account', 'plan', 'nobody', 'pro'], 'no account nobody'],
    [['account', 'plan', 'x'], 'takes ID and PLAN'],
    [['account', 'list', '--plan', 'pro'], '--plan does not go with account list'],
    [[], 'npm run admin -- account create'],
  ])('%j is refused in words', async (args, words) => {
    expect((await admin(...args)).errors).toContain(words);
  });

  test.each([
    [['key', 'steal'], 2, 'no command "key steal"'],
    [['constructor'], 2, 'no command "constructor"'],
    [['key', 'list', 'nobody'], 1, 'no account nobody'],
  ])('%j ends with the code %i and one line', async (args, expected, words) => {
    const { code, errors } = await adminProcess(...args);
    expect(code).toBe(expected);
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
    // The command that it suggests names the same service.
    const made = await runScript('ops/scripts/admin.ts', ['account', 'create', '--name', 'Here', '--plan', 'free', '--data-dir', dir], {});
    expect(made.out).toMatch(new RegExp(`; create its first key with: npm run admin -- key create \\w+ --data-dir ${dir}\n$`));
    const unknown = await runScript('ops/scripts/admin.ts', ['account', 'plan', 'nobody', 'pro', '--data-dir', dir], {});
    expect(unknown.errors).toContain(`\`npm run admin -- account list --data-dir ${dir}\` shows them`);
    const late = await admin('key', 'list', 'nobody', '--data-dir', dir);
    expect(late.errors).toContain(`\`npm run admin -- account list --data-dir ${dir}\` shows them`);
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
