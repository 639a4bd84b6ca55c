import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { StateMismatch } from '#ops/lab/upstream/state.ts';
import { ask, catalogueOf, truthOf } from './client.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ rate: 0, burst: 400, seed: 21 });
});
afterAll(() => upstream.stop());

const feedUrl = (name: string): string => `${upstream.url}/feeds/${name}`;

describe('a conditional request', () => {
  test('is answered 304 without a body while the feed is the same', async () => {
    const first = await ask(feedUrl('meridian_wire.rss'));
    const etag = first.headers.get('etag') ?? '';
    const second = await ask(feedUrl('meridian_wire.rss'), { 'if-none-match': etag });
    expect([second.status, second.body.length, second.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await ask(feedUrl('meridian_wire.rss'), { 'if-none-match': '"other"' })).status).toBe(200);
  });

  test.each([
    ['macro_minute.rss', {}, 60_000, 304],
    ['macro_minute.rss', {}, -1e12, 200],
    ['meridian_wire.rss', { 'if-none-match': '"other"' }, 60_000, 200],
  ])('to %s with %o and a date is answered by the tag, else by the date', async (name, tag, fromNowMs, status) => {
    const date = { 'if-modified-since': new Date(Date.now() + fromNowMs).toUTCString() };
    expect((await ask(feedUrl(name), { ...tag, ...date })).status).toBe(status);
  });
});

describe('the truth', () => {
  test('names a document once, after a listing has shown it', async () => {
    const fresh = await startUpstream({ rate: 0, burst: 300, seed: 5 });
    expect(await truthOf(fresh.url)).toEqual([]);
    const sources = await catalogueOf(fresh.url);
    for (const { url } of [...sources, ...sources]) await ask(url);
    await ask(`${fresh.url}/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=100&start=0&output=atom`);
    const truth = await truthOf(fresh.url, 70);
    expect(truth.map(({ n }) => n)).toEqual(truth.map((_, place) => place + 1));
    expect(truth.filter(({ kind }) => kind === 'article')).toHaveLength(180);
    expect(new Set(truth.map(({ document }) => document)).size).toBe(truth.length);
    expect(truth.some(({ kind, accession }) => kind === 'filing' && accession !== undefined)).toBe(true);
    await fresh.stop();
  });

  test('is the same for the same seed, but for times and port', async () => {
    const runs = await Promise.all([0, 1].map(() => startUpstream({ rate: 0, burst: 200, seed: 77 })));
    const seen = await Promise.all(
      runs.map(async ({ url }) => {
        for (const source of await catalogueOf(url)) await ask(source.url);
        return (await truthOf(url)).map((line) => JSON.stringify({ ...line, first_served_at: '' }).replaceAll(url, ''));
      }),
    );
    expect(seen[0]?.length).toBe(120);
    expect(seen[0]).toEqual(seen[1]);
    await Promise.all(runs.map((run) => run.stop()));
  });
});

test('a state folder belongs to one seed', async () => {
  const state = mkdtempSync(join(tmpdir(), 'tickerwire-state-'));
  await (await startUpstream({ rate: 0, burst: 1, seed: 8, state })).stop();
  await expect(startUpstream({ rate: 0, burst: 1, seed: 9, state })).rejects.toThrow(StateMismatch);
  rmSync(state, { recursive: true });
});
