import { afterAll, describe, expect, test } from 'vitest';
import { changePlan, createAccount, createKey } from '#ops/accounts/accounts.ts';
import { call, spawnApiOn, type Answer, type ApiChild } from '#test/support/api.ts';
import { readyOf, type Ready } from '#test/support/pipeline.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from './feed/list-ground.ts';

const ground = await sharedGround();
const apis = await Promise.all([spawnApiOn(ground), spawnApiOn(ground)]);
afterAll(() => Promise.all(apis.map((api) => api.stop())));

const ask = (key: string): Promise<Answer<Problem>[]> => Promise.all(apis.map((api) => call<Problem>(`${api.url}/api/news/`, { key })));
const everywhere = (what: string, key: string, status: number): Promise<unknown> =>
  until(what, async () => (await ask(key)).every((answer) => answer.status === status));
const degraded = async ({ ops }: ApiChild): Promise<Ready['degraded']> => (await readyOf(ops)).degraded;
const metric = async (name: string): Promise<number> =>
  Number(new RegExp(`^${name}\\{[^}]*\\} (\\S+)`, 'm').exec((await call(`${apis[0].ops}/metrics`)).text)?.[1]);

describe('accounts, on every process', () => {
  test('after a downgrade the oldest keys beyond the limit get 401 with the reason, and after an upgrade they work again', async () => {
    const { id } = await createAccount(ground.accounts, { name: 'two keys', plan: 'pro' }, new Date());
    const first = await createKey(ground.accounts, id, new Date(Date.now() - 1_000));
    const second = await createKey(ground.accounts, id, new Date());
    await everywhere('both keys', second.key, 200);
    await changePlan(ground.accounts, id, 'basic');
    await everywhere('the older one to be refused', first.key, 401);
    for (const { body, headers } of await ask(first.key)) {
      expect(body).toMatchObject({ code: 'invalid_key', extra: { reason: 'inactive' } });
      expect(body.detail).toContain('the basic plan allows one active key');
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(headers.get('x-ratelimit-limit')).toBeNull();
    }
    for (const { status } of await ask(second.key)) expect(status).toBe(200);
    await changePlan(ground.accounts, id, 'pro');
    await everywhere('it to work again', first.key, 200);
  });

  test('unreadable entries do not end a process: the operations port names them, and other entries are followed', async () => {
    const one = await ground.account('pro');
    await everywhere('the key', one.key, 200);
    const good = (await ground.accounts.get(`account.${one.id}`))!.string();
    await ground.accounts.put(`account.${one.id}`, good.slice(0, -9));
    await ground.accounts.put('account.othersnotes0', '{"of":"a later release"}');
    await ground.accounts.put('account.unreadable00', 'x');
    await everywhere('its key to be refused', one.key, 401);
    const two = await ground.account('pro');
    await everywhere('the next account', two.key, 200);
    for (const api of apis) {
      const { accounts } = await degraded(api);
      expect(accounts).toMatch(/^3 entries cannot be read and their keys are refused: /);
      expect(accounts).toContain(`account.${one.id}`);
    }
    expect(await metric('api_account_entries_unreadable')).toBe(3);
    await ground.accounts.put(`account.${one.id}`, good);
    await ground.accounts.delete('account.othersnotes0');
    await ground.accounts.delete('account.unreadable00');
    await everywhere('the mended account', one.key, 200);
    for (const api of apis) expect(await degraded(api)).toEqual({});
  });

  test('while NATS is unreachable keys keep working, and the operations port warns that revocations are not seen', async () => {
    const { key } = await ground.account('pro');
    await everywhere('the key', key, 200);
    await ground.nats.kill();
    await until('it to be told', async () =>
      (await degraded(apis[0])).accounts?.startsWith('revoked keys may still work here: nothing received from NATS since 20'),
    );
    expect(await metric('api_accounts_unheard_seconds')).toBeGreaterThan(4);
    for (const { status } of await ask(key)) expect(status).toBe(200);
    await ground.nats.restart();
    await until('all to be well', async () => (await Promise.all(apis.map(degraded))).every((found) => Object.keys(found).length === 0));
    expect(await metric('api_accounts_unheard_seconds')).toBeLessThan(5);
  });
});
