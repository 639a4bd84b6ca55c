/** A data folder as releases before accounts of NATS left it goes on: keys, rows and cursors are what they were. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { natsAccounts } from '#ops/runtime/nats-users.ts';
import { runScript } from '#test/ops/scripts/run-script.ts';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { until } from '#test/support/until.ts';

interface Page {
  readonly results: readonly { readonly original: { readonly uid: string } }[];
  readonly next_cursor: string;
}

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo(['--rate', '20', '--seed', '7']);
}, 120_000);
afterAll(async () => {
  await demo.stop();
  await demo.remove();
});

async function ask(key: string, path: string): Promise<Page> {
  const response = await fetch(`${demo.run().api}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Page;
}

const uidsOf = ({ results }: Page): string[] => results.map(({ original }) => original.uid);
const delta = (key: string, cursor: string): Promise<Page> => ask(key, `/api/news/?sort=ingested&page_size=20&cursor=${encodeURIComponent(cursor)}`);

async function admin(...words: readonly string[]): Promise<string> {
  const { code, out, errors } = await runScript('ops/scripts/admin.ts', [...words, '--data-dir', demo.dir]);
  expect(code, errors).toBe(0);
  return out;
}

/** No accounts, so that the streams are those of the one without a name; no passwords, no state of refine, no second Redis. */
function layOutAsBefore(dir: string): void {
  const store = join(dir, 'nats', 'jetstream');
  renameSync(join(store, natsAccounts.streams), join(store, '$G'));
  rmSync(join(store, natsAccounts.api), { recursive: true, force: true });
  for (const name of ['credentials.json', 'refine', 'redis-cache', 'redis-cache.conf', 'nats.conf', 'redis.conf'])
    rmSync(join(dir, name), { recursive: true, force: true });
}

test('keys, rows and a cursor of before', { timeout: 240_000 }, async () => {
  const { id } = JSON.parse(
    await admin('account', 'create', '--name', 'reader', '--plan', 'pro', '--per-minute', '100000', '--per-day', '1000000', '--json'),
  ) as { id: string };
  const key = /nf_live_\w+/.exec(await admin('key', 'create', id))![0];
  const welcome = demo.run().keys;
  const start = await until('rows', async () => {
    const page = await ask(key, '/api/news/?sort=ingested&page_size=20');
    return page.results.length > 0 ? page : null;
  });
  const later = await until('a whole page of rows after a cursor', async () => {
    const page = await delta(key, start.next_cursor);
    return page.results.length === 20 ? page : null;
  });
  expect(await demo.stop()).toBe(0);

  layOutAsBefore(demo.dir);
  await demo.restart();
  expect(existsSync(join(demo.dir, 'nats', 'jetstream', '$G'))).toBe(false);
  expect(demo.run().keys).toEqual(welcome);
  expect(uidsOf(await delta(key, start.next_cursor))).toEqual(uidsOf(later));
  const newest = new Set(uidsOf(later));
  await until('a row that is new', async () => {
    const page = await delta(key, later.next_cursor);
    return uidsOf(page).some((uid) => !newest.has(uid));
  });
});
