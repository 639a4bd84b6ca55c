/** The tools of alerts: which callers may add, change and remove them, and what is stored. */
import { describe, expect, test } from 'vitest';
import { alertsOf } from '#ops/accounts/account-alerts.ts';
import { readAccount } from '#ops/accounts/account-entries.ts';
import type { TestAccount } from '#test/support/api.ts';
import { alertOf } from '#test/support/subscribers.ts';
import { toolCalls } from '#test/support/tool-calls.ts';
import { sharedToolGround } from '#test/support/tool-ground.ts';
import { until } from '#test/support/until.ts';

const tooling = await sharedToolGround();
const client = await tooling.client(tooling.accounts.pro.key);

const { answer, refusal } = toolCalls(client);

describe('alerts', () => {
  const stored = async ({ id }: TestAccount) =>
    alertsOf((await readAccount(tooling.ground.accounts, id)).account).map(({ stored: { ticker, min_relevance_score: score, active } }) => [
      ticker,
      score,
      active,
    ]);

  test('are added once even if requested repeatedly, changed, switched off and on, and removed', async () => {
    const { basic } = tooling.accounts;
    const by = await tooling.client(basic.key);
    const { results, alerts_limit } = await answer('svc_alerts_subscribe', { ticker: 'nvda', categories: ['earnings'] }, by);
    expect(results).toMatchObject([{ ticker: 'NVDA', category_filter: ['earnings'], min_relevance_score: 6, active: true, in_force: true }]);
    expect(alerts_limit).toBe(25);
    expect((await answer('svc_alerts_subscribe', { symbol: 'NVDA', category: 'earnings' }, by)).results[0]?.alert_id).toBe(results[0]!.alert_id);
    await answer('svc_alerts_subscribe', { alert_id: results[0]!.alert_id, min_relevance_score: 9 }, by);
    expect(await stored(basic)).toEqual([['NVDA', 9, true]]);
    await answer('svc_alerts_unsubscribe', { ticker: 'NVDA' }, by);
    expect((await answer('svc_alerts_list', { ticker: 'NVDA' }, by)).results).toMatchObject([{ active: false, in_force: false }]);
    await answer('svc_alerts_subscribe', { ticker: 'NVDA', category_filter: ['earnings'], min_relevance_score: 9 }, by);
    expect(await stored(basic)).toEqual([['NVDA', 9, true]]);
    await answer('svc_alerts_unsubscribe', { alert_id: results[0]!.alert_id, remove: true }, by);
    expect(await stored(basic)).toEqual([]);
  }); // prettier-ignore

  test('beyond the limit of the plan are reported as inactive, also when they are switched on', async () => {
    const { id, key } = await tooling.ground.account('basic', { perMinute: 1_000, perDay: 1_000 });
    const { accounts } = tooling.ground;
    const entry = (await accounts.get(`account.${id}`))!.json<object>();
    const alerts = [
      ...Array.from({ length: 25 }, (_, nth) => alertOf(`T${nth}`)),
      alertOf('NVDA', { active: false, created_at: '2026-01-02T00:00:00.000Z' }),
    ];
    await accounts.put(`account.${id}`, JSON.stringify({ ...entry, alerts }));
    const by = await until('the key', () => tooling.client(key).catch(() => null));
    const given = [{ ticker: 'NVDA' }, { alert_id: alerts[25]!.id, min_relevance_score: 9 }];
    for (const wish of given) expect((await answer('svc_alerts_subscribe', wish, by)).results).toMatchObject([{ active: true, in_force: false }]);
  });

  test('are refused on the free plan, which may only read them', async () => {
    const by = await tooling.client(tooling.accounts.free.key);
    const { text, meta } = await refusal('svc_alerts_subscribe', { ticker: 'NVDA' }, by);
    expect([text, meta['code']]).toEqual([expect.stringMatching(/basic and pro have them \(https:.*svc_ticker_news.*Nothing was changed\./), 'plan_limit']);
    expect((await refusal('svc_alerts_unsubscribe', { ticker: 'NVDA' }, by)).text).toContain('basic and pro');
    expect(await answer('svc_alerts_list', {}, by)).toMatchObject({ results: [], alerts_limit: 0 });
    expect(await stored(tooling.accounts.free)).toEqual([]);
  }); // prettier-ignore

  test("of another account are unknown, and neither account's alerts change", async () => {
    const { results } = await answer('svc_alerts_subscribe', { ticker: 'BTC-USD' });
    const by = await tooling.client(tooling.accounts.basic.key);
    for (const tool of ['svc_alerts_unsubscribe', 'svc_alerts_subscribe'])
      expect((await refusal(tool, { alert_id: results[0]!.alert_id }, by)).text).toContain('svc_alerts_list shows');
    expect(await stored(tooling.accounts.pro)).toEqual([['BTC-USD', 6, true]]);
  });

  test.each([
    [{ ticker: 'NOSUCH' }, '`NOSUCH` is not a listed symbol'],
    [{}, 'is required without alert_id'],
  ])('%j is refused with the reason', async (given, words) => {
    expect((await refusal('svc_alerts_subscribe', given)).text).toContain(words);
  });
});
