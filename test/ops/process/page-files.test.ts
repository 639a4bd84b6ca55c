import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createRegistry, startOpsServer } from '#ops/process/ops-server.ts';
import { servePage } from '#ops/process/page-files.ts';

const files = {
  'page.html': '<!doctype html><title>Page</title>',
  'style.css': 'body { margin: 0 }',
  'main.ts': "import { one, type Two } from './one.ts';\nexport const sum = (two: Two): number => one + two;\n",
  'tsconfig.json': '{}',
};
const warnings: string[] = [];
const heard = (warning: Error): void => void warnings.push(warning.message);
process.on('warning', heard);
const folder = mkdtempSync(join(tmpdir(), 'page-files-'));
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
const own = async () => ({ status: 200, type: 'application/json', body: '{}' });
const server = await startOpsServer({
  host: '127.0.0.1',
  port: 0,
  registry: createRegistry('test'),
  readiness: () => ({}),
  pages: { ...servePage('/page', pathToFileURL(`${folder}/`), { 'uplot.js': 'uplot/dist/uPlot.iife.min.js' }), '/page/data': own },
});
afterAll(async () => {
  process.off('warning', heard);
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function ask(path: string): Promise<{ status: number; type: string | null; body: string; policy: string | null }> {
  const response = await fetch(`${server.url}${path}`);
  const { headers, status } = response;
  return { status, type: headers.get('content-type'), body: await response.text(), policy: headers.get('content-security-policy') };
}

test('the page and its style are served unchanged, a module as JavaScript without types', async () => {
  expect(await ask('/page')).toMatchObject({ status: 200, type: 'text/html; charset=utf-8', body: files['page.html'] });
  expect(await ask('/page/style.css')).toMatchObject({ status: 200, type: 'text/css; charset=utf-8', body: files['style.css'] });
  const { status, type, body } = await ask('/page/main.ts');
  expect([status, type]).toEqual([200, 'text/javascript; charset=utf-8']);
  expect(body.replaceAll(/\s+/g, ' ')).toBe("import { one, } from './one.ts'; export const sum = (two ) => one + two; ");
  // Warnings are emitted in the turn after.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
});

test('a file of a package and a further address are served', async () => {
  expect(await ask('/page/uplot.js')).toMatchObject({ status: 200, body: expect.stringContaining('uPlot') });
  expect(await ask('/page/data')).toMatchObject({ status: 200, body: '{}' });
});

test.each(['/page/other.ts', '/page/tsconfig.json', '/page/..%2fpage-files.ts', '/page/deeper/main.ts', '/pages'])('%s is nothing', async (path) => {
  expect((await ask(path)).status).toBe(404);
});

test('the policy forbids inline scripts, foreign files and markup from text', async () => {
  const { policy } = await ask('/page');
  expect(policy).not.toContain('unsafe');
  expect(policy!.split('; ')).toEqual(
    expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"]),
  );
});
