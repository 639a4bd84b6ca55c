/** The webhooks that a row matches: alerts, plans and the names of companies. */
import { describe, expect, test } from 'vitest';
import { createSubscriptions, type MatchedRow, type Subscriptions } from '#pipeline/webhooks/subscriptions.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import { alertOf, entryOf, webhookAt, type Subscriber } from '#test/support/subscribers.ts';

const id = 'abcdefghijkl';
const hook = webhookAt('https://example.com/hook');
const row = (changes: Partial<MatchedRow> = {}): MatchedRow => {
  return { tickers: ['ACME'], publishedAtMs: 1_000, category: 'earnings', relevance: 7, ...changes };
};
const subscribed = (subscriber: Partial<Subscriber>, subscriptions: Subscriptions = createSubscriptions()): Subscriptions => {
  subscriptions.put(`account.${id}`, entryOf(id, { alerts: [alertOf('ACME')], webhooks: [hook], ...subscriber }));
  return subscriptions;
};
const isTold = (subscriptions: Subscriptions, changes: Partial<MatchedRow> = {}): boolean => subscriptions.match(row(changes)).length > 0;

describe('an alert', () => {
  test('matches rows of its ticker, its categories and its least score', () => {
    const subscriptions = subscribed({ alerts: [alertOf('ACME', { category_filter: ['earnings', 'ipo'], min_relevance_score: 7 })] });
    expect(subscriptions.match(row())).toEqual([{ accountId: id, webhookId: hook.id, ticker: 'ACME' }]);
    expect(isTold(subscriptions, { tickers: ['OTHER', 'ACME', 'ACME'], category: 'ipo' })).toBe(true);
    expect(isTold(subscriptions, { tickers: ['ACM'] })).toBe(false);
    expect(isTold(subscriptions, { category: 'crypto' })).toBe(false);
    expect(isTold(subscriptions, { relevance: 6 })).toBe(false);
  });

  test('that is not active matches nothing, and two that say the same tell once', () => {
    expect(isTold(subscribed({ alerts: [alertOf('ACME', { active: false })] }))).toBe(false);
    expect(subscribed({ alerts: [alertOf('ACME'), alertOf('ACME', { min_relevance_score: 1 })] }).match(row())).toHaveLength(1);
  });

  test('counts under the names that its company has and had, each in its time', () => {
    const spans: readonly TickerSpan[] = [
      { ticker: 'ACME', fromMs: null, toMs: null },
      { ticker: 'ACM', fromMs: null, toMs: 500 },
      { ticker: 'ACME-B', fromMs: null, toMs: null },
    ];
    let isKnown = false;
    const subscriptions = subscribed(
      {},
      createSubscriptions((ticker) => (isKnown ? spans : [{ ticker, fromMs: null, toMs: null }])),
    );
    expect(isTold(subscriptions, { tickers: ['ACME-B'] })).toBe(false);
    isKnown = true;
    subscriptions.resolveAgain();
    expect(subscriptions.match(row({ tickers: ['ACME', 'ACME-B'] }))).toEqual([{ accountId: id, webhookId: hook.id, ticker: 'ACME' }]);
    expect(isTold(subscriptions, { tickers: ['ACM'], publishedAtMs: 499 })).toBe(true);
    expect(isTold(subscriptions, { tickers: ['ACM'], publishedAtMs: 500 })).toBe(false);
    subscriptions.remove(`account.${id}`);
    for (const ticker of ['ACME', 'ACM', 'ACME-B']) expect(isTold(subscriptions, { tickers: [ticker], publishedAtMs: 1 })).toBe(false);
    expect(subscriptions.counts()).toEqual({ alerts: 0, webhooks: 0 });
  });
});

describe('a plan', () => {
  test.each(['free', 'basic', 'a plan of a later release'] as const)('without webhooks gets no deliveries: %s', (plan) => {
    const subscriptions = subscribed({});
    expect(isTold(subscriptions)).toBe(true);
    subscriptions.put(`account.${id}`, { ...entryOf(id, { alerts: [alertOf('ACME')], webhooks: [hook] }), plan });
    expect(isTold(subscriptions)).toBe(false);
    expect(subscriptions.webhook(hook.id)).toBeUndefined();
  });

  test('keeps the oldest alerts and webhooks that it allows', () => {
    const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
    const alerts = Array.from({ length: 502 }, (_, minute) => alertOf(`T${minute}`, { created_at: at(minute) })).toReversed();
    const webhooks = Array.from({ length: 6 }, (_, minute) => webhookAt(`https://example.com/${minute}`, { created_at: at(minute) })).toReversed();
    const subscriptions = subscribed({ alerts, webhooks });
    expect(subscriptions.counts()).toEqual({ alerts: 500, webhooks: 5 });
    expect(['T0', 'T499', 'T500', 'T501'].map((ticker) => isTold(subscriptions, { tickers: [ticker] }))).toEqual([true, true, false, false]);
    expect(subscriptions.webhook(webhooks[0]!.id)).toBeUndefined();
  });
});

test('a disabled webhook gets no deliveries, and is still known', () => {
  const disabled = { ...hook, disabled_at: '2026-01-02T00:00:00.000Z' };
  const subscriptions = subscribed({ webhooks: [disabled] });
  expect(isTold(subscriptions)).toBe(false);
  expect(subscriptions.webhook(hook.id)?.webhook).toEqual(disabled);
});

test('what cannot be read is passed over, and keys and secrets are no accounts', () => {
  const subscriptions = createSubscriptions();
  const entry = entryOf(id, { alerts: [alertOf('ACME')], webhooks: [hook] }) as { alerts: unknown[]; webhooks: unknown[] };
  subscriptions.put(`account.${id}`, { ...entry, alerts: [{ id: 'al_odd' }, null, ...entry.alerts], webhooks: ['odd', ...entry.webhooks] });
  subscriptions.put('key.0', { account_id: id });
  subscriptions.put('secret.cursor', 'x');
  expect(subscriptions.match(row())).toHaveLength(1);
});
