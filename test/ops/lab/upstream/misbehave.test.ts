import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { ask, truthOf } from './client.ts';

let upstream: Upstream;
beforeEach(async () => {
  upstream = await startUpstream({ rate: 0, burst: 300, seed: 41, edgarPerSecondMax: 0 });
});
afterEach(() => upstream.stop());

const feed = '/feeds/meridian_wire.rss';
const feedUrl = (): string => `${upstream.url}${feed}`;
const misbehave = async (rules: unknown): Promise<number> =>
  (await ask(`${upstream.url}/__control/misbehave`, {}, 'POST', JSON.stringify(rules))).status;
const shown = async (): Promise<number> => (await truthOf(upstream.url)).length;

describe('a rule', () => {
  test('spoils as many answers as it says, of its paths only, and then no more', async () => {
    expect(await misbehave({ match: '/feeds/', times: 2, kind: 'status', status: 429, retry_after: 7 })).toBe(200);
    expect((await ask(`${upstream.url}/catalogue.json`)).status).toBe(200);
    const answers = [await ask(feedUrl()), await ask(feedUrl()), await ask(feedUrl())];
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(answers[0]?.headers.get('retry-after')).toBe('7');
  });

  test('is refused where it is malformed or one too many', async () => {
    for (const rule of [{}, { match: 'feeds', kind: 'empty' }, { match: '/', kind: 'explode' }, { match: '/', kind: 'empty', times: 0 }, [], 'x'])
      expect(await misbehave(rule)).toBe(400);
    expect(await misbehave(Array.from({ length: 100 }, () => ({ match: '/x', kind: 'empty' })))).toBe(200);
    expect(await misbehave({ match: '/x', kind: 'empty' })).toBe(409);
  });
});

describe('an answer gone wrong', () => {
  test('counts no document as served unless the client could read it all', async () => {
    await misbehave(['truncate', 'reset', 'empty', 'html_503', 'wrong_encoding'].map((kind) => ({ match: feed, kind })));
    for (let turn = 0; turn < 5; turn++) await ask(feedUrl()).catch(() => undefined);
    expect(await shown()).toBe(0);
    await misbehave({ match: feed, kind: 'slow', ms: 1 });
    await ask(feedUrl());
    expect(await shown()).toBeGreaterThan(0);
  });
});

test('a client that goes away in the middle leaves the upstream well', async () => {
  await misbehave({ match: feed, times: 3, kind: 'huge', bytes: 1_000_000_000 });
  await Promise.all(
    [0, 1, 2].map(
      () =>
        new Promise<void>((resolve) => {
          const socket = connect(upstream.port, '127.0.0.1', () => socket.write(`GET ${feed} HTTP/1.1\r\nHost: x\r\n\r\n`));
          socket.once('data', () => socket.destroy());
          socket.once('close', () => resolve());
        }),
    ),
  );
  expect((await ask(feedUrl())).status).toBe(200);
});

const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one !== undefined && !one.internal && one.family === 'IPv4')?.address;

test.skipIf(outside === undefined)('the control paths answer callers on this machine only (skipped without a network address)', async () => {
  const open = await startUpstream({ rate: 0, burst: 10, host: '0.0.0.0' });
  const local = `http://127.0.0.1:${open.port}`;
  expect((await ask(`${local}/__control/stats`)).status).toBe(200);
  const from = await ask(`http://${outside}:${open.port}/__control/stats`);
  expect(from.status).toBe(403);
  expect((await ask(`http://${outside}:${open.port}/catalogue.json`)).status).toBe(200);
  await open.stop();
});
