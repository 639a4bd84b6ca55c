import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumPath, openBrowser } from '#test/support/browser.ts';
import { bursting, radarRows, steady } from '#test/support/radar.ts';
import { until } from '#test/support/until.ts';
import { producerOn, wholeMinute } from '#test/support/radar-ground.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';

const endMs = wholeMinute(Date.now());
let nowMs = endMs + 5_000;
const ground = await sharedGround();
await ground.append(radarRows(endMs));
await producerOn(ground, () => nowMs).make(endMs, new AbortController().signal);
const api = await sharedApi(ground, {}, () => nowMs);

interface Data {
  readonly total: number;
  readonly summary: { readonly collection_unverified: number; readonly active_tickers: number };
  readonly results: readonly { readonly row: { readonly ticker: string }; readonly cells: readonly number[] }[];
}
type Answer = Data & { readonly detail?: string; readonly reason?: string };
const data = async (query = ''): Promise<{ status: number; body: Answer }> => {
  const response = await fetch(`${api.ops}/radar/data${query}`);
  return { status: response.status, body: (await response.json()) as Answer };
};

describe('the data of the page', () => {
  test('is the newest snapshot with a sparkline per row, filtered like the operation', async () => {
    const { status, body } = await data('?limit=100');
    expect(status).toBe(200);
    expect(body.results[0]!.row.ticker).toBe(bursting);
    expect(body.results[0]!.cells).toHaveLength(30);
    expect((await data('?market=crypto')).body.results.map(({ row }) => row.ticker)).toEqual(['ETH-USD']);
    expect((await data('?search=ACM')).body.total).toBe(1);
  });

  test('says what is wrong with a query, and why there is no ranking', async () => {
    expect(await data('?limit=0')).toMatchObject({ status: 400, body: { detail: expect.stringContaining('limit') } });
    const before = nowMs;
    nowMs = endMs + 3_600_000;
    expect(await data()).toMatchObject({ status: 503, body: { reason: 'producer_stopped' } });
    nowMs = before;
  });
});

describe('the page', () => {
  test('loads nothing from other hosts', async () => {
    const response = await fetch(`${api.ops}/radar`);
    const text = await response.text();
    expect(response.headers.get('content-security-policy')).toContain("connect-src 'self'");
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(text.match(/(?<=(?:src|href)=")(?!data:)[^"]*/g)).toEqual(['radar/style.css', 'radar/main.ts']);
  });

  // This part is skipped without Chromium; the page is then only checked as text.
  describe.skipIf(chromiumPath === null)('in a browser', () => {
    let browser: Browser;
    let page: Page;
    const requests: string[] = [];
    const errors: string[] = [];
    beforeAll(async () => {
      browser = await openBrowser();
      page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
      page.on('request', (request) => requests.push(request.url()));
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await page.goto(`${api.ops}/radar`);
      await page.waitForSelector('tr.row');
    });
    afterAll(() => browser.close());

    const tickers = (): Promise<string[]> => page.$$eval('tr.row button.open', (buttons) => buttons.map(({ textContent }) => textContent ?? ''));

    test('shows the ranking, and requests only its own address', async () => {
      expect((await tickers())[0]).toBe(bursting);
      expect(await page.$$eval('svg.spark', (all) => all.length)).toBe((await tickers()).length);
      expect(requests.every((url) => url.startsWith(api.ops) || url.startsWith('data:'))).toBe(true);
    });

    test('can be used by keyboard: move, open, close, search', async () => {
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      expect(await page.getAttribute('tr.row.current button.open', 'aria-expanded')).toBe('true');
      expect(await page.textContent('tr.detail:not([hidden])')).toMatch(/Headlines/);
      await page.keyboard.press('Enter');
      expect(await page.$('tr.detail:not([hidden])')).toBeNull();
      await page.keyboard.press('/');
      await page.keyboard.type(steady[0]);
      await until('one row', async () => (await tickers()).length === 1);
      expect(await tickers()).toEqual([steady[0]]);
      await page.fill('input[name=search]', '');
      await until('all rows', async () => (await tickers()).length > 1);
    });

    test('keeps its filters in its address', async () => {
      await page.selectOption('select[name=market]', 'crypto');
      await until('the market', async () => (await tickers()).join() === 'ETH-USD');
      await page.reload();
      await until('the same market', async () => (await tickers()).join() === 'ETH-USD');
      await page.selectOption('select[name=market]', 'all');
      await until('all rows', async () => (await tickers()).length > 1);
    });

    test('has no serious finding of axe', async () => {
      await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
      await page.click('tr.row button.open');
      const violations = await page.evaluate<readonly { impact: string; id: string }[]>(
        "axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)",
      );
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([]);
      await page.click('tr.row button.open');
    });

    test('fits a phone: details show when opened, and nothing overflows', async () => {
      await page.setViewportSize({ width: 375, height: 720 });
      const shown = (): Promise<number> => page.locator('tr.detail:visible').count();
      expect(await shown()).toBe(0);
      await page.click('tr.row button.open');
      expect(await shown()).toBe(1);
      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(375);
      expect(errors).toEqual([]);
    });
  });
});
