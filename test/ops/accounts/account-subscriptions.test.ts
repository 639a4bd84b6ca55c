/** Alerts, webhooks and watchlists in an account's entry: plan limits, concurrent changes, unreadable entries. */
import { describe, expect, test } from 'vitest';
import { addAlert, alertsOf, removeAlert, setAlertActive } from '#ops/accounts/account-alerts.ts';
import { readAccount } from '#ops/accounts/account-entries.ts';
import { addWebhook, enableWebhook, removeWebhook, rotateSecret, webhooksOf, webhookUrl, disableWebhook } from '#ops/accounts/account-webhooks.ts';
import { changeAccount, changePlan, changeWatchlist, createAccount, createKey } from '#ops/accounts/accounts.ts';
import { openBucket } from '#ops/nats/streams.ts';
import type { StoredAccount } from '#schemas/account.ts';
import { plans } from '#schemas/plan.ts';
import { buckets } from '#schemas/subjects.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const bucket = await openBucket(bus, buckets.accounts);

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
const made = async (plan: PlanName): Promise<string> => (await createAccount(bucket, { name: 'x', plan }, at(0))).id;
const stored = async (id: string): Promise<StoredAccount> => (await readAccount(bucket, id)).account;
const wish = (ticker: string, minRelevance = 6) => ({ ticker, categories: [], minRelevance }) as const;

describe('alerts', () => {
  test('none of ten that are added at once is lost, nor a key that is made meanwhile', async () => {
    const id = await made('pro');
    const tickers = Array.from({ length: 10 }, (_, n) => `T${n}`);
    await Promise.all([...tickers.map((ticker) => addAlert(bucket, id, wish(ticker), at(1))), createKey(bucket, id, at(1))]);
    expect(
      alertsOf(await stored(id))
        .map((held) => held.stored.ticker)
        .sort(),
    ).toEqual(tickers);
    expect((await readAccount(bucket, id)).keys).toHaveLength(1);
  });

  test('are limited by the plan, read-only on free, and on a smaller plan the oldest are in force', async () => {
    const id = await made('pro');
    const { alertsMax } = plans.basic;
    for (let n = 0; n <= alertsMax; n += 1) await addAlert(bucket, id, wish(`T${n}`), at(n));
    await changePlan(bucket, id, 'basic');
    const held = alertsOf(await stored(id));
    expect(held.map(({ isOverPlan }) => isOverPlan)).toEqual([...Array.from({ length: alertsMax }, () => false), true]);
    await expect(addAlert(bucket, id, wish('MORE'), at(99))).rejects.toThrow('the plan basic allows 25 alerts and the account has 26');
    await changePlan(bucket, id, 'free');
    const { id: alert } = held[0]!.stored;
    for (const change of [
      () => addAlert(bucket, id, wish('A'), at(99)),
      () => setAlertActive(bucket, id, alert, false),
      () => removeAlert(bucket, id, alert),
    ])
      await expect(change()).rejects.toThrow('alerts are read-only on the plan free');
    expect(alertsOf(await stored(id))).toHaveLength(alertsMax + 1);
    await changePlan(bucket, id, 'pro');
    expect(alertsOf(await stored(id)).some(({ isOverPlan }) => isOverPlan)).toBe(false);
  });

  test('with the same words are refused; another score or category is another alert', async () => {
    const id = await made('basic');
    const { id: alert } = await addAlert(bucket, id, { ticker: 'A', categories: ['ipo', 'earnings'], minRelevance: 6 }, at(1));
    await expect(addAlert(bucket, id, { ticker: 'A', categories: ['earnings', 'ipo'], minRelevance: 6 }, at(2))).rejects.toThrow(alert);
    await addAlert(bucket, id, { ticker: 'A', categories: ['ipo'], minRelevance: 6 }, at(2));
    await addAlert(bucket, id, { ticker: 'A', categories: ['ipo', 'earnings'], minRelevance: 7 }, at(2));
    expect(await setAlertActive(bucket, id, alert, false)).toMatchObject({ id: alert, active: false });
    await removeAlert(bucket, id, alert);
    await expect(removeAlert(bucket, id, alert)).rejects.toThrow(`account ${id} has no alert ${alert}`);
  });

  test('keep entries and fields of a later release through every change', async () => {
    const id = await made('basic');
    const { id: alert } = await addAlert(bucket, id, wish('A'), at(1));
    const later = { id: 7, of: 'a later release' };
    await changeAccount(bucket, id, (account) => ({
      ...account,
      alerts: [later, ...account.alerts!.map((one) => ({ ...(one as object), tone: 'loud' }))],
    }));
    await setAlertActive(bucket, id, alert, false);
    await addAlert(bucket, id, wish('B'), at(2));
    expect((await stored(id)).alerts).toEqual([
      later,
      expect.objectContaining({ id: alert, tone: 'loud', active: false }),
      expect.objectContaining({ ticker: 'B' }),
    ]);
  });
});

describe('webhooks', () => {
  test('are five on pro and none below', async () => {
    const id = await made('pro');
    for (let n = 0; n < plans.pro.webhooksMax; n += 1) await addWebhook(bucket, id, `https://hooks.example.com/${n}`, [], at(n));
    await expect(addWebhook(bucket, id, 'https://hooks.example.com/6', [], at(9))).rejects.toThrow('allows 5 webhooks and the account has 5');
    await removeWebhook(bucket, id, webhooksOf(await stored(id))[0]!.stored.id);
    await expect(addWebhook(bucket, id, 'https://hooks.example.com/1', [], at(9))).rejects.toThrow('already delivers to this address');
    await changePlan(bucket, id, 'basic');
    const held = webhooksOf(await stored(id));
    expect(held.map(({ isOverPlan }) => isOverPlan)).toEqual([true, true, true, true]);
    await expect(addWebhook(bucket, id, 'https://hooks.example.com/7', [], at(9))).rejects.toThrow('the plan basic has no webhooks');
  });

  test('a rotated secret leaves the one before in force for 24 hours', async () => {
    const id = await made('pro');
    const { id: webhook, secret } = await addWebhook(bucket, id, 'https://hooks.example.com/', [], at(0));
    const rotated = await rotateSecret(bucket, id, webhook, at(1));
    expect(rotated).toMatchObject({ previous_secret: secret, previous_secret_until: '2026-01-02T00:00:01.000Z' });
    expect(rotated.secret).toMatch(/^whsec_[\w-]{43}$/);
    expect(rotated.secret).not.toBe(secret);
  });

  test('a webhook that the deliverer disabled is enabled by its owner', async () => {
    const id = await made('pro');
    const { id: webhook } = await addWebhook(bucket, id, 'https://hooks.example.com/', [], at(0));
    await disableWebhook(bucket, id, webhook, at(5).toISOString());
    expect(webhooksOf(await stored(id))[0]!.stored.disabled_at).toBe(at(5).toISOString());
    expect((await enableWebhook(bucket, id, webhook)).disabled_at).toBeNull();
  });

  test.each([
    ['http://hooks.example.com/', 'begins with https://'],
    ['https://user:secret@hooks.example.com/', 'a user name or a password'],
    ['https://hooks.example.com/#part', 'after #'],
    ['https://localhost/', 'localhost is not a public address'],
    ['https://2130706433/', '127.0.0.1 is not a public address'],
    ['https://[::ffff:10.0.0.1]/', 'is not a public address'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, '2048 are allowed'],
  ])('%s is refused: %s', (url, words) => {
    expect(() => webhookUrl(url, [])).toThrow(words);
  });

  test('an origin that the operator allows may be private', () => {
    expect(webhookUrl('https://127.0.0.1:8443/a', ['https://127.0.0.1:8443'])).toBe('https://127.0.0.1:8443/a');
    expect(() => webhookUrl('https://127.0.0.1:8444/a', ['https://127.0.0.1:8443'])).toThrow('not a public address');
  });
});

test('a watchlist over its plan may shrink, not grow', async () => {
  const id = await made('basic');
  const twelve = Array.from({ length: 12 }, (_, n) => `T${n}`);
  await changeWatchlist(bucket, id, () => twelve);
  await changePlan(bucket, id, 'free');
  expect((await changeWatchlist(bucket, id, (saved) => saved.slice(1))).watchlist).toEqual(twelve.slice(1));
  await expect(changeWatchlist(bucket, id, (saved) => [...saved, 'MORE'])).rejects.toThrow('a watchlist on the plan free holds 10 tickers, not 12');
});
