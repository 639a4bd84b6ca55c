/** The watchlist and the alerts take a symbol as every other place does. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertsOf } from '#ops/accounts/account-alerts.ts';
import { readAccount } from '#ops/accounts/account-entries.ts';
import { changePlan } from '#ops/accounts/accounts.ts';
import { startArea, type AreaGround } from '#test/support/account-area.ts';
import { family, spellings } from '#test/support/symbol-spellings.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { until } from '#test/support/until.ts';

let area: AreaGround;
let one: Awaited<ReturnType<AreaGround['customer']>>;
beforeAll(async () => {
  area = await startArea();
  await area.ground.putSymbols([symbolEntry('NVDA'), symbolEntry('BTC-USD', { name: 'Bitcoin', asset_type: 'Crypto' }), ...family]);
  one = await area.customer();
  await changePlan(area.ground.accounts, one.accountId, 'basic');
  await until('the symbols', async () => {
    const { text } = await one.submit('/account/watchlist/', { intent: 'add', tickers: 'BRMW-B' });
    return !text.includes('No symbol');
  });
});
afterAll(() => area.stop());

const account = async () => (await readAccount(area.ground.accounts, one.accountId)).account;

describe.each(spellings)('%s', (text, symbol) => {
  test(`is saved as ${symbol}`, async () => {
    expect((await one.submit('/account/watchlist/', { intent: 'add', tickers: text })).status).toBe(303);
    expect((await account()).watchlist).toContain(symbol);
    await one.submit('/account/watchlist/', { intent: 'remove', ticker: symbol });
    expect((await account()).watchlist).not.toContain(symbol);
  });

  test(`is an alert on ${symbol}`, async () => {
    expect((await one.submit('/account/alerts/', { intent: 'add', ticker: text, score: '6' })).status).toBe(303);
    const [held] = alertsOf(await account());
    expect(held?.stored.ticker).toBe(symbol);
    await one.submit('/account/alerts/', { intent: 'remove', id: held!.stored.id });
  });
});

test('a list with an unknown ticker saves the others and names it', async () => {
  const { status, text } = await one.submit('/account/watchlist/', { intent: 'add', tickers: '$NVDA, NVDAA, brk b' });
  expect([status, text]).toEqual([422, expect.stringContaining('No symbol is listed as NVDAA. Nearest: NVDA.')]);
  expect((await account()).watchlist).toEqual(expect.arrayContaining(['NVDA', 'BRK.B']));
});
