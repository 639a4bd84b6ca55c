import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { measured } from '#api/quality/measured.ts';
import { qualityDocument } from '#api/quality/page.ts';
import { call } from '#test/support/api.ts';
import { chromiumPath, openBrowser } from '#test/support/browser.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';

const api = await sharedApi(await sharedGround());

test('200: a page without key or script, with every figure of the measurement, under a strict policy', async () => {
  const { status, text, headers } = await call(`${api.url}/quality/`);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const [, style = ''] = /<style>([^<]+)<\/style>/.exec(text) ?? [];
  expect(headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash('sha256', style, 'base64')}'`);
  expect(text).not.toContain('<script');
  expect(text).toContain(measured.version);
  for (const { set, figures } of measured.tasks) {
    expect(text).toContain(set);
    for (const figure of Object.values(figures)) expect(text).toContain(figure.toFixed(3));
  }
  expect(text.match(/<svg /g)).toHaveLength(measured.tasks.filter(({ reliability }) => reliability.length > 0).length);
});

test('names and notes are shown as text, not markup', () => {
  const task = { ...measured.tasks[0]!, set: '<b>a set</b>', note: '<i>a note</i>' };
  const page = qualityDocument({ ...measured, tasks: [task] }).content.identity.toString();
  expect(page).toContain('&lt;b>a set');
  expect(page).not.toContain('<b>a set');
  expect(page).not.toContain('<i>');
});

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

test.skipIf(chromiumPath === null)(
  'a browser shows it: nothing is wider than the window, every point is inside its plot, and it is accessible',
  async () => {
    const browser = await openBrowser();
    try {
      for (const [colorScheme, width] of [
        ['dark', 320],
        ['light', 1_200],
      ] as const) {
        // prettier-ignore
        const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
        const page = await context.newPage();
        const complaints: string[] = [];
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        await page.goto(`${api.url}/quality/`);
        const folder = process.env['QUALITY_SCREENSHOTS'];
        if (folder !== undefined) await page.screenshot({ path: `${folder}/quality-${colorScheme}-${width}.png`, fullPage: true });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        const outside = `[...document.querySelectorAll('svg')].flatMap((svg) => {
        const frame = svg.getBoundingClientRect();
        return [...svg.querySelectorAll('circle, text')].filter((part) => {
          const box = part.getBoundingClientRect();
          return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
        });
      }).length`;
        expect(await page.evaluate(outside)).toBe(0);
        await page.evaluate(axe);
        const { violations } = await page.evaluate<{ violations: readonly { id: string; help: string }[] }>('axe.run()');
        expect(violations.map(({ id, help }) => `${id}: ${help}`)).toEqual([]);
        expect(complaints).toEqual([]);
        await context.close();
      }
    } finally {
      await browser.close();
    }
  },
);
