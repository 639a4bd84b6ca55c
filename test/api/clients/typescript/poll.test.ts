import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient, type Client } from '#api/clients/typescript/src/client.ts';
import { poll, rememberUids, type PollOptions } from '#api/clients/typescript/src/poll.ts';
import { positionFile } from '#api/clients/typescript/src/position-file.ts';
import { spawnApiOn } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const publishedAt = new Date().toISOString();
const parameters = { min_relevance: 1, page_size: 7 } as const;

const ground = await sharedGround();
const folder = await mkdtemp(join(tmpdir(), 'tickerwire-client-'));
const api = await spawnApiOn(ground);
const { key } = await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 });
const client = createClient({ baseUrl: api.url, apiKey: key, retries: { firstMs: 5, maxMs: 50 } });
await until('the key to work', () =>
  client.listNews().then(
    () => true,
    () => false,
  ),
);
await append(10, 'before');
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Appends rows and returns their uids, in order. */
async function append(count: number, name: string): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, index) => rowRecord(`${name} ${index}`, { publishedAt }));
  await ground.append(rows.flatMap((row, index) => (index % 4 === 0 ? [dropRecord(`${name} drop ${index}`), row] : [row])));
  return rows.map(({ uid }) => uid);
}

let files = 0;
const newPath = (): string => join(folder, `${(files += 1)}.position`);
type Options = PollOptions<'listNews'>;
const startPoll = (path: string, changes: Partial<Options> = {}): ReturnType<typeof poll<'listNews'>> =>
  poll(client, 'listNews', { parameters, position: positionFile(path), pauseMs: 10, ...changes });

/** Handles pages until `uid` is handled. */
async function handleTo(uid: string, path: string, handled: string[], changes: Partial<Options> = {}): Promise<void> {
  const stopping = new AbortController();
  for await (const { rows } of startPoll(path, { signal: stopping.signal, ...changes })) {
    handled.push(...rows.map(({ original }) => original.uid));
    if (handled.includes(uid)) stopping.abort();
  }
}

describe('a poller', () => {
  test('begins with the newest page and continues after a restart where it stopped, each row once and in order', async () => {
    const path = newPath();
    const handled: string[] = [];
    const first = await append(5, 'first');
    await handleTo(first.at(-1)!, path, handled);
    expect(handled).toHaveLength(parameters.page_size);
    expect(handled.slice(-5)).toEqual(first);
    const more = await append(40, 'more');
    await handleTo(more.at(-1)!, path, handled);
    expect(handled.slice(parameters.page_size)).toEqual(more);
  });

  test('polls at once while pages have rows, and pauses after an empty page', async () => {
    const path = newPath();
    await handleTo((await append(1, 'mark'))[0]!, path, []);
    const rows = await append(30, 'drained');
    const asked: { readonly results: number }[] = [];
    const counting = { ...client, request: async (...given: Parameters<Client['request']>) => {
      const answer = await client.request(...given);
      asked.push({ results: (answer.result as { readonly results: readonly unknown[] }).results.length });
      return answer;
    } } as Client; // prettier-ignore
    const stopping = new AbortController();
    const handled: string[] = [];
    const polling = (async () => {
      // This pause is longer than any test: all rows have to arrive before it.
      for await (const page of poll(counting, 'listNews', { parameters, position: positionFile(path), pauseMs: 3_600_000, signal: stopping.signal }))
        handled.push(...page.rows.map(({ original }) => original.uid));
    })();
    await until('the empty page', () => asked.at(-1)?.results === 0);
    expect(handled).toEqual(rows);
    expect(asked.map(({ results }) => results)).toEqual([7, 7, 7, 7, 2, 0]);
    stopping.abort();
    await polling;
  });

  test('gets unfinished rows again, and can recognise them', async () => {
    const path = newPath();
    await handleTo((await append(1, 'mark again'))[0]!, path, []);
    const rows = await append(10, 'broken');
    const seen = rememberUids();
    const handled: string[] = [];
    await expect(async () => {
      for await (const page of startPoll(path)) {
        handled.push(...page.rows.map(({ original }) => original.uid).filter(seen.isNew));
        throw new Error('the disk of the caller is full');
      }
    }).rejects.toThrow('full');
    const again: string[] = [];
    await handleTo(rows.at(-1)!, path, again);
    expect(again).toEqual(rows);
    expect(handled.concat(again.filter(seen.isNew))).toEqual(rows);
  });

  test('ends if waiting does not help: at a position of other filters, a refused cursor or a key that does not work', async () => {
    const path = newPath();
    await handleTo((await append(1, 'mark of ends'))[0]!, path, []);
    await expect(startPoll(path, { parameters: { min_relevance: 9 } }).next()).rejects.toMatchObject({ name: 'PositionMismatchError' });
    const { feed } = JSON.parse(await readFile(path, 'utf8')) as { feed: string };
    await writeFile(path, JSON.stringify({ feed, cursor: 'x' }));
    await expect(startPoll(path).next()).rejects.toMatchObject({ code: 'invalid_cursor' });
    const stranger = createClient({ baseUrl: api.url, apiKey: `nf_live_${'x'.repeat(40)}` });
    await expect(poll(stranger, 'listNews', { position: positionFile(newPath()) }).next()).rejects.toMatchObject({ code: 'invalid_key' });
    await writeFile(path, 'x');
    await expect(startPoll(path).next()).rejects.toThrow('is not a position file');
  });

  test('the page size may change between runs, and no other file is left behind', async () => {
    const path = newPath();
    await handleTo((await append(1, 'mark of sizes'))[0]!, path, []);
    const rows = await append(3, 'other size');
    const handled: string[] = [];
    await handleTo(rows.at(-1)!, path, handled, { parameters: { min_relevance: 1, page_size: 50 } });
    const [more] = await append(1, 'limit');
    await handleTo(more!, path, handled, { parameters: { min_relevance: 1, limit: 50 } });
    expect(handled).toEqual([...rows, more]);
    expect((await readdir(folder)).filter((name) => !name.endsWith('.position'))).toEqual([]);
  });
});

test('a limited number of uids is remembered, and the oldest are forgotten first', () => {
  const { isNew } = rememberUids(['a', 'b'], 3);
  expect(['a', 'c', 'd', 'a', 'c'].map(isNew)).toEqual([false, true, true, true, false]);
});
