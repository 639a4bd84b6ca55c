/** The account area in a real browser: keyboard only, with and without script, phone and desktop widths, no serious finding of axe. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changePlan } from '#ops/accounts/accounts.ts';
import { linkIn, password, sharedArea } from '#test/support/account-area.ts';
import { chromiumPath, openBrowser } from '#test/support/browser.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tabsMax = 40;

/** The part of axe that the checks below use. */
interface Axe {
  readonly run: (options: object) => Promise<{
    readonly violations: readonly { readonly id: string; readonly impact: string; readonly nodes: readonly { readonly html: string }[] }[];
  }>;
}

const area = await sharedArea();

describe.skipIf(chromiumPath === null)('the account area in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  /** Presses Tab until `selector` has the focus, and checks that the focus is visible. */
  const tabTo = async (page: Page, selector: string): Promise<void> => {
    for (let tabs = 0; tabs < tabsMax; tabs += 1) {
      await page.keyboard.press('Tab');
      if ((await page.locator(`${selector}:focus`).count()) === 0) continue;
      const outline = await page.locator(selector).first().evaluate((element) => (globalThis as unknown as { getComputedStyle: (of: unknown) => { outlineStyle: string } }).getComputedStyle(element).outlineStyle); // prettier-ignore
      expect(outline).not.toBe('none');
      return;
    }
    throw new Error(`the keyboard does not reach ${selector} on ${page.url()}`);
  };
  const activate = async (page: Page): Promise<void> => {
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')]);
    await page.waitForLoadState();
  };

  const check = async (page: Page, width: number, hasScript: boolean): Promise<void> => {
    const wide = await page.locator('html').evaluate((element) => (element as unknown as { scrollWidth: number }).scrollWidth);
    expect([page.url(), wide]).toEqual([page.url(), Math.min(wide, width)]);
    if (!hasScript) return;
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }));
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html])).toEqual([]);
  };

  test.each([
    [360, true, 'dark'],
    [1_280, false, 'light'],
  ] as const)(
    'signs up, makes a key, saves a ticker and signs out by keyboard, %i pixels wide, script: %s, %s',
    async (width, hasScript, colorScheme) => {
      const context = await browser.newContext({ viewport: { width, height: 740 }, javaScriptEnabled: hasScript, colorScheme });
      const page = await context.newPage();
      const elsewhere: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(area.api.url)) elsewhere.push(request.url());
      });
      page.on('console', (message) => complaints.push(message.text()));
      const seen = (): Promise<void> => check(page, width, hasScript);
      const address = area.address();

      await page.goto(`${area.api.url}/account/`);
      await seen();
      await tabTo(page, 'a[href="/account/sign-up/"]');
      await activate(page);
      await seen();
      await tabTo(page, '#address');
      await page.keyboard.type(address);
      await activate(page);
      await seen();
      await page.goto(`${area.api.url}${linkIn((await area.mail.mailTo(address)).text)}`);
      await seen();
      await tabTo(page, '#password');
      await page.keyboard.type(password);
      await activate(page);
      await page.waitForURL(`${area.api.url}/account/`);
      expect(await page.locator('h1').textContent()).toBe('Plan and usage');
      await seen();

      await tabTo(page, 'a[href="/account/keys/"]');
      await activate(page);
      await tabTo(page, '#name');
      await page.keyboard.type('a bot');
      await activate(page);
      expect(await page.locator('#revealed').textContent()).toMatch(/^nf_live_[0-9A-Za-z]{40}$/);
      await seen();
      await tabTo(page, 'button[aria-label^="Revoke key a bot"]');

      await tabTo(page, 'a[href="/account/watchlist/"]');
      await activate(page);
      await tabTo(page, '#tickers');
      await page.keyboard.type('aapl, nosuch');
      await activate(page);
      expect(await page.getByRole('alert').textContent()).toContain('NOSUCH');
      await seen();
      await page.locator('#tickers').fill('');
      await tabTo(page, '#tickers');
      await page.keyboard.type('aapl');
      await activate(page);
      expect(await page.locator('.things').textContent()).toContain('Apple Inc.');
      await seen();

      await tabTo(page, 'a[href="/account/settings/"]');
      await activate(page);
      await seen();
      await tabTo(page, 'header button');
      await activate(page);
      expect(await page.getByRole('status').textContent()).toBe('You are signed out.');
      await tabTo(page, 'a[href="/account/reset/"]');
      await activate(page);
      await seen();
      await context.close();
      await area.forgetTries();
      expect(elsewhere).toEqual([]);
      expect(complaints.filter((text) => !text.startsWith('Failed to load resource'))).toEqual([]);
    },
  );

  test('alerts and webhooks are added by keyboard', async () => {
    const width = 360;
    const customer = await area.customer();
    await changePlan(area.ground.accounts, customer.accountId, 'pro');
    const context = await browser.newContext({ viewport: { width, height: 740 } });
    await context.addCookies([...customer.cookies].map(([name, value]) => ({ name, value, url: area.api.url })));
    const page = await context.newPage();
    await page.goto(`${area.api.url}/account/alerts/`);
    await tabTo(page, '#ticker');
    await page.keyboard.type('aapl');
    await tabTo(page, '#score');
    await tabTo(page, 'input[value="earnings"]');
    await page.keyboard.press('Space');
    await activate(page);
    expect(await page.locator('.things').textContent()).toContain('score 6 or more, earnings');
    await check(page, width, true);
    await tabTo(page, 'a[href="/account/webhooks/"]');
    await activate(page);
    await tabTo(page, '#url');
    await page.keyboard.type('https://hooks.example.com/a-rather-long-path-that-goes-on-and-on-and-on-and-on/and-on');
    await activate(page);
    expect(await page.locator('.secret').textContent()).toMatch(/^whsec_/);
    await check(page, width, true);
    await tabTo(page, 'a[href^="/account/webhooks/?log="]');
    await activate(page);
    expect(await page.locator('#log + p').textContent()).toBe('No recent deliveries.');
    await check(page, width, true);
    await context.close();
  });

  test('an application is allowed by keyboard, the browser is redirected to its callback, and the application is disconnected again', async () => {
    const application = createServer((_, response) => response.end('<!doctype html><title>connected</title>'));
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    const callback = `http://127.0.0.1:${(application.address() as AddressInfo).port}/callback`;
    const metadata = JSON.stringify({ client_name: 'Browser agent', redirect_uris: ['http://127.0.0.1/callback'] });
    const headers = { 'content-type': 'application/json' };
    const registered = (await (await fetch(`${area.api.url}/oauth/register`, { method: 'POST', headers, body: metadata })).json()) as {
      client_id: string;
    };
    const verifier = 'v'.repeat(43);
    const asked = {
      response_type: 'code',
      client_id: registered.client_id,
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    };
    const { cookies } = await area.customer();
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addCookies([{ name: 'tickerwire_session', value: cookies.get('tickerwire_session')!, url: area.api.url }]);
    const page = await context.newPage();
    await page.goto(`${area.api.url}/oauth/authorize?${new URLSearchParams(asked).toString()}`);
    await check(page, 360, true);
    expect(await page.locator('#callback').textContent()).toBe(callback);
    await tabTo(page, 'form:has(input[value="allow"]) button');
    await Promise.all([page.waitForURL(`${callback}**`), page.keyboard.press('Enter')]);
    const code = new URL(page.url()).searchParams.get('code') ?? '';
    const body = new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: registered.client_id,
      redirect_uri: callback,
      code,
      code_verifier: verifier,
    });
    expect((await fetch(`${area.api.url}/oauth/token`, { method: 'POST', body })).status).toBe(200);
    await page.goto(`${area.api.url}/account/connections/`);
    await check(page, 360, true);
    await tabTo(page, 'button[aria-label^="Disconnect Browser agent"]');
    await activate(page);
    expect(await page.locator('main').textContent()).toContain('No applications are connected.');
    await context.close();
    application.close();
  });
});
