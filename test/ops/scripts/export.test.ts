/** `npm run export` beside a running store: what it writes, what it leaves, and what it refuses. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedGround } from '#test/support/shared-servers.ts';
import { rowRecord } from '#test/support/records.ts';
import type { Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';
import { scratchFolder } from '#test/support/scratch.ts';

interface Entry {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
}

const ground = await sharedGround();
const folder = scratchFolder();
const past = ['2026-03-02', '2026-03-03', '2026-03-03'].map((date, at) => rowRecord(`row ${at}`, { publishedAt: `${date}T10:00:00.000Z` }));
await ground.append([...past, rowRecord('now', { publishedAt: new Date().toISOString() })]);

const run = (...args: string[]): Promise<Ended> => runScript('ops/scripts/export.ts', ['--folder', folder, ...args], ground.env);
const entries = (): Entry[] => (JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { files: Entry[] }).files;

test('writes a file for each day that is over, and the manifest says what is in it', async () => {
  const { code, out } = await run();
  expect([code, out.split('\n').at(-2)]).toEqual([0, `${folder} has 2 days of news, 2 written now`]);
  expect(readdirSync(folder).toSorted()).toEqual(['manifest.json', 'news-2026-03-02.ndjson', 'news-2026-03-03.ndjson']);
  for (const { file, rows, bytes, sha256 } of entries()) {
    const body = readFileSync(join(folder, file));
    const found = [body.toString().trimEnd().split('\n').length, body.length, createHash('sha256').update(body).digest('hex')];
    expect(found).toEqual([rows, bytes, sha256]);
  }
});

test('run again, writes what is damaged, missing or has changed, and nothing else', async () => {
  expect((await run()).out).toContain(', 0 written now');
  await ground.append([rowRecord('late', { publishedAt: '2026-03-02T11:00:00.000Z' })]);
  expect((await run('--quiet')).out).toBe(`${folder} has 2 days of news, 1 written now\n`);
  expect(entries().map(({ rows }) => rows)).toEqual([2, 2]);
  rmSync(join(folder, 'news-2026-03-03.ndjson'));
  writeFileSync(join(folder, 'news-2026-03-02.ndjson'), 'cut');
  expect((await run()).out).toContain(', 2 written now');
  expect((await run('--from', '2026-03-03', '--to', '2026-03-03', '--format', 'csv')).out).toContain('has 1 day of news, 1 written now');
});

test('refuses what it cannot do in one line', async () => {
  expect(await run('--format', 'xml')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--format must be one of ndjson, csv, parquet, not xml'),
  });
  expect(await run('--from', '2026-13-01')).toMatchObject({ code: 2, errors: expect.stringContaining('2026-13-01') });
  writeFileSync(join(folder, 'manifest.json'), 'no manifest');
  const refused = await run();
  expect([refused.code, refused.errors.trimEnd().split('\n')]).toEqual([
    1,
    [`${join(folder, 'manifest.json')} is not a manifest of this command: choose another folder`],
  ]);
});
