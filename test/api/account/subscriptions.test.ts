/** Alerts and webhooks of an account: other accounts' subscriptions are out of reach, plan limits hold, secrets are shown once, user texts never become markup. */
import { beforeAll, describe, expect, test } from 'vitest';
import { storeAttempts, type WebhookAttempt } from '#clickhouse/webhook-attempts.ts';
import { readAccount } from '#ops/accounts/account-entries.ts';
import { webhooksOf, disableWebhook } from '#ops/accounts/account-webhooks.ts';
import { changePlan } from '#ops/accounts/accounts.ts';
import { Delivery } from '#schemas/delivery.ts';
import { streams } from '#schemas/subjects.ts';
import { sharedArea, type AreaGround, password, type PageSeen } from '#test/support/account-area.ts';

type Customer = Awaited<ReturnType<AreaGround['customer']>>;
const script = `<script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

const area = await sharedArea();

describe('subscriptions', () => {
  let one: Customer;
  let other: Customer;
  const [alerts, webhooks] = ['/account/alerts/', '/account/webhooks/'];

  beforeAll(async () => {
    one = await area.customer();
    other = await area.customer();
    for (const { accountId } of [one, other]) await changePlan(area.ground.accounts, accountId, 'pro');
  });

  const idsIn = ({ text }: PageSeen): string[] => [
    ...new Set([...text.matchAll(/name="id" value="((?:al|wh)_[0-9a-z]{12})"/g)].map((match) => match[1]!)),
  ];
  const secretIn = ({ text }: PageSeen): string => />(whsec_[\w-]{43})</.exec(text)?.[1] ?? '';
  const account = async (of: Customer) => (await readAccount(area.ground.accounts, of.accountId)).account;
  const lastDelivery = async (): Promise<Delivery> =>
    Delivery.parse((await area.ground.bus.jsm.streams.getMessage(streams.deliveries, { last_by_subj: 'delivery.>' }))!.json());

  describe('alerts', () => {
    test('are added in any spelling, switched off and on, and removed', async () => {
      expect((await one.submit(alerts, { intent: 'add', ticker: 'brk-b', score: '8', category: 'earnings' })).status).toBe(303);
      expect((await account(one)).alerts).toEqual([
        expect.objectContaining({ ticker: 'BRK.B', min_relevance_score: 8, category_filter: ['earnings'], active: true }),
      ]);
      const [id = ''] = idsIn(await one.get(alerts));
      await one.submit(alerts, { intent: 'off', id });
      expect((await account(one)).alerts).toEqual([expect.objectContaining({ active: false })]);
      expect((await one.get(alerts)).text).toContain('Turn on');
      await one.submit(alerts, { intent: 'remove', id });
      expect((await account(one)).alerts).toEqual([]);
    });

    test.each([
      [{ ticker: 'NOSUCH', score: '6' }, 'NOSUCH'],
      [{ ticker: '', score: '6' }, 'Enter a ticker.'],
      [{ ticker: 'AAPL', score: '11' }, 'The score must be a whole number from 1 to 10.'],
      [{ ticker: 'AAPL', score: '6', category: 'gossip' }, 'Choose only categories from the list.'],
      [{ ticker: script, score: '6' }, 'No symbol is listed as &lt;SCRIPT'],
    ])('%j is refused with the reason', async (fields, words) => {
      const refused = await one.submit(alerts, { intent: 'add', ...fields });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(words);
      expect(refused.text).not.toContain('<script');
    });

    test('keep the choices of a refused form', async () => {
      const { text } = await one.submit(alerts, { intent: 'add', ticker: 'NOSUCH', score: '9', category: 'earnings' });
      expect(text).toMatch(/<option[^>]*\bselected[^>]*>9</);
      expect(text).not.toMatch(/<option[^>]*\bselected[^>]*>6</);
      expect([...text.matchAll(/<input[^>]*name="category"[^>]*>/g)].map(([input]) => input).filter((input) => /\bchecked\b/.test(input))).toEqual([
        expect.stringContaining('value="earnings"'),
      ]);
    });

    test("another account's alert cannot be reached (forced browsing), and a plan without alerts may only read", async () => {
      await other.submit(alerts, { intent: 'add', ticker: 'AAPL', score: '6' });
      const [id = ''] = idsIn(await other.get(alerts));
      for (const intent of ['remove', 'off']) expect((await one.submit(alerts, { intent, id })).status).toBe(404);
      for (const page of [alerts, webhooks, '/account/keys/', '/account/watchlist/', '/account/connections/'])
        expect((await one.submit(page, { intent: 'turn', id })).status).toBe(422);
      await changePlan(area.ground.accounts, other.accountId, 'free');
      const seen = await other.get(alerts);
      expect(seen.text).toContain('The free plan has no alerts');
      expect(idsIn(seen)).toEqual([]);
      expect((await other.submit(webhooks, { intent: 'remove', id })).status).toBe(404);
      await changePlan(area.ground.accounts, other.accountId, 'pro');
      expect((await account(other)).alerts).toHaveLength(1);
    });
  });

  describe('webhooks', () => {
    const url = 'https://hooks.example.com/news';

    test('show their secret once; after a new secret the old one stays valid for a while', async () => {
      const added = await one.submit(webhooks, { intent: 'add', url });
      const secret = secretIn(added);
      expect(secret).not.toBe('');
      const page = await one.get(webhooks);
      expect(page.text).toContain(url);
      expect(page.text).not.toContain('whsec_');
      const [id = ''] = idsIn(page);
      const rotated = secretIn(await one.submit(webhooks, { intent: 'rotate', id }));
      expect(rotated).not.toBe(secret);
      expect(webhooksOf(await account(one))[0]!.stored).toMatchObject({ secret: rotated, previous_secret: secret });
      const exported = await one.submit('/account/settings/', { intent: 'export', password });
      expect(exported.text).toContain(url);
      expect(exported.text).not.toContain('whsec_');
    });

    test.each([
      ['http://hooks.example.com/', 'begins with https://'],
      ['https://169.254.169.254/', 'is not a public address'],
      [url, 'already delivers to this address'],
      [script, 'begins with https://'],
    ])('%s is refused with the reason', async (address, words) => {
      const refused = await one.submit(webhooks, { intent: 'add', url: address });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(words);
      expect(refused.text).not.toContain('<script');
    });

    test('a disabled webhook is enabled by its owner, and a test is requested from the deliverer', async () => {
      const [id = ''] = idsIn(await one.get(webhooks));
      await disableWebhook(area.ground.accounts, one.accountId, id, new Date().toISOString());
      expect((await one.get(webhooks)).text).toContain('disabled since');
      expect((await one.submit(webhooks, { intent: 'enable', id })).headers.get('location')).toBe(`${webhooks}?done=enabled`);
      expect((await one.get(webhooks)).text).not.toContain('disabled since');
      expect((await one.submit(webhooks, { intent: 'test', id })).headers.get('location')).toBe(`${webhooks}?done=tested&log=${id}`);
      expect(await lastDelivery()).toMatchObject({ kind: 'test', account_id: one.accountId, webhook_id: id });
    });

    test('the log shows deliveries to the owner only, whatever the receiver answered, and a delivery is repeated on request', async () => {
      const [id = ''] = idsIn(await one.get(webhooks));
      const of = { accountId: one.accountId, webhookId: id };
      const attempt: WebhookAttempt = {
        attemptedAt: new Date(Date.now() - 5_000).toISOString(),
        number: 41,
        attempt: 5,
        kind: 'news',
        createdAt: new Date(Date.now() - 9_000).toISOString(),
        ticker: 'AAPL',
        feedSeq: 7,
        uid: '0123456789abcdef',
        durationMs: 12,
        status: 500,
        error: 'no success',
        answer: script,
        nextAt: null,
      };
      await storeAttempts(area.ground.store, [{ ...attempt, ...of }]);
      const { text } = await one.get(`${webhooks}?log=${id}`);
      expect(text).toContain('evt_41');
      expect(text).toContain('500, no success');
      expect(text).toContain('&lt;script>');
      expect(text).not.toContain('<script');
      expect((await other.get(`${webhooks}?log=${id}`)).text).not.toContain('evt_41');
      const exported = (by: Customer): Promise<PageSeen> => by.submit('/account/settings/', { intent: 'export', password });
      expect(JSON.parse((await exported(one)).text)).toMatchObject({
        webhook_deliveries: [{ webhook_id: id, id: 41, attempt: 5, status: 500, answer: script }],
      });
      expect(JSON.parse((await exported(other)).text)).toMatchObject({ webhook_deliveries: [] });

      const again = await one.submit(webhooks, { intent: 'repeat', id, number: '41' });
      expect(again.headers.get('location')).toBe(`${webhooks}?done=repeated&log=${id}`);
      expect(await lastDelivery()).toMatchObject({ kind: 'repeat', webhook_id: id, number: 41, attempt: 6, uid: attempt.uid, feed_seq: 7 });
      const nextAt = new Date(Date.now() + 60_000).toISOString();
      await storeAttempts(area.ground.store, [{ ...attempt, ...of, number: 43, attempt: 1, nextAt }]);
      const ofLast = async (): Promise<string> => (await one.get(`${webhooks}?log=${id}`)).text.split('evt_43')[1]!.split('evt_')[0]!;
      expect(await ofLast()).toContain('; next attempt ');
      await disableWebhook(area.ground.accounts, one.accountId, id, new Date().toISOString());
      expect(await ofLast()).toContain('no retry, because the webhook is disabled');
      await one.submit(webhooks, { intent: 'enable', id });
      // A retry that fell due while the webhook was disabled was dropped; its owner may still request the delivery.
      const lateAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
      await storeAttempts(area.ground.store, [{ ...attempt, ...of, number: 43, attempt: 2, nextAt: lateAt }]);
      expect(await ofLast()).toContain('was not made');
      expect(await ofLast()).toContain('Deliver again');

      for (const number of ['42', 'x', '']) expect((await one.submit(webhooks, { intent: 'repeat', id, number })).status).toBe(404);
      expect((await other.submit(webhooks, { intent: 'repeat', id, number: '41' })).status).toBe(404);
    });

    test('a removed webhook is gone', async () => {
      const [id = ''] = idsIn(await one.get(webhooks));
      expect((await one.submit(webhooks, { intent: 'remove', id })).headers.get('location')).toBe(`${webhooks}?done=removed`);
      expect((await account(one)).webhooks).toEqual([]);
    });
  });
});
