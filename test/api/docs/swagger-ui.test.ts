import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { chromiumPath, openBrowser } from '#test/support/browser.ts';
import { keyedApi, sharedGround } from '#test/support/shared-servers.ts';

const ground = await sharedGround();
await ground.append([rowRecord('shown', { publishedAt: new Date().toISOString() })]);
const { api, key } = await keyedApi('pro', ground);

describe('200', () => {
  test('the page and its parts are served without a key, under a strict policy', async () => {
    const page = await call(`${api.url}/api/schema/swagger-ui/`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.text).not.toMatch(/https?:\/\//);
    const parts = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!);
    expect(parts).toHaveLength(3);
    for (const path of parts) {
      const { status, headers } = await call(`${api.url}${path}`);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get('content-type')).toMatch(/javascript|css/);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect((await call(`${api.url}/api/schema/swagger-ui`)).text).toBe(page.text);
  });

  // This part is skipped without Chromium; the page is then only checked as text.
  test.skipIf(chromiumPath === null)(
    'a browser shows every route, tries one with a key, asks nobody else, and breaks no rule of the policy',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'tickerwire-browser-'));
      const browser = await openBrowser();
      try {
        const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
        const [asked, complaints]: [string[], string[]] = [[], []];
        page.on('request', (request) => asked.push(request.url()));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        page.on('pageerror', (error) => complaints.push(error.message));
        await page.goto(`${api.url}/api/schema/swagger-ui/`);
        await page.waitForSelector('#operations-news-listNews');
        await page.click('#operations-news-listNews .opblock-summary');
        await page.waitForSelector('#operations-news-listNews .parameters');
        const text = await page.innerText('#swagger-ui');
        for (const shown of ['/api/news/', '/api/news/insider/', '/api/news/{uid}/', 'min_relevance', 'exclude_categories'])
          expect(text).toContain(shown);
        await page.click('.btn.authorize');
        await page.fill('.auth-container input', key);
        await page.click('.auth-btn-wrapper .authorize');
        await page.click('.auth-btn-wrapper .btn-done');
        await page.click('#operations-news-listNews .try-out__btn');
        await page.click('#operations-news-listNews .execute');
        const status = page.locator('#operations-news-listNews .live-responses-table .response-col_status').nth(1);
        await status.waitFor();
        expect(await status.innerText()).toContain('200');
        expect(asked.filter((url) => !url.startsWith(api.url) && !url.startsWith('data:'))).toEqual([]);
        expect(complaints).toEqual([]);
        await page.screenshot({ path: process.env.SWAGGER_SCREENSHOT ?? join(folder, 'swagger-ui.png'), fullPage: false });
      } finally {
        await browser.close();
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});

describe('404', () => {
  test.each(['index.html', '..%2f..%2fpackage.json'])('%s is not a part of it', async (file) => {
    expect((await call(`${api.url}/api/schema/swagger-ui/${file}`)).status).toBe(404);
  });
});
