import { metricOf, stageDeps } from '../stage-deps.ts';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUpstream } from '#ops/lab/upstream/server.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { gdeltStage } from '#pipeline/ingest/gdelt/gdelt-stage.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { until } from '#test/support/until.ts';

let stop: AbortController;
let running: Promise<void>;
let published: RawMessage[];
let positions: Map<string, unknown>;
let registry: Registry;

const quarterMs = 900_000;
const nameOf = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d{3}Z$|[-:T]/g, '');
const newest = (): string => nameOf(Math.floor(Date.now() / quarterMs) * quarterMs);
const before = (batches: number): string => nameOf((Math.floor(Date.now() / quarterMs) - batches) * quarterMs);

const upstream = await startUpstream({ port: 0, rate: 0, burst: 400, seed: 3 });
afterAll(() => upstream.stop());
const outbound = createOutbound({ allowedOrigins: [upstream.url], headersTimeoutMs: 5_000 });
afterAll(() => outbound.close());
beforeEach(() => {
  [stop, published, positions, registry, running] = [new AbortController(), [], new Map(), new Registry(), Promise.resolve()];
});
afterEach(async () => {
  stop.abort();
  await running;
  await fetch(`${upstream.url}/__control/misbehave`, { method: 'DELETE' });
});

const misbehave = async (rule: object): Promise<void> => {
  const response = await fetch(`${upstream.url}/__control/misbehave`, { method: 'POST', body: JSON.stringify(rule) });
  expect(response.ok).toBe(true);
};

function start(deps: Partial<StageDeps> = {}, options: { batchesMax?: number; attemptsMax?: number } = {}): void {
  const stage = gdeltStage({ baseUrl: upstream.url, batchesMax: 40, registry, checkMs: 20, retryMs: { first: 10, last: 20 }, ...options });
  running = stage.run(stageDeps({ outbound, signal: stop.signal, published, positions }, deps));
}

const batches = (outcome: string): Promise<number> => metricOf(registry, 'tickerwire_gdelt_batches_total', { outcome });
const isAt = (batch: string) => (): boolean => (positions.get('gdelt') as { last: string } | undefined)?.last === batch;
/** Returns an article's key. GDELT may list a page in another batch again, which refine drops. */
const listed = ({ identity, published_at }: { readonly identity: string; readonly published_at: string | null }): string =>
  `${identity} ${published_at}`;
const articles = () => published.flatMap((message) => (message.kind === 'article' ? [message] : []));

test('a first start reads the newest batch, and no older one', async () => {
  const batch = newest();
  start();
  await until('the newest batch', isAt(batch));
  expect(await batches('read')).toBe(1);
  expect(new Set(articles().map(({ published_at }) => published_at)).size).toBeLessThanOrEqual(1);
});

test('missed batches are read, oldest first, each page once and with the time of its batch', async () => {
  positions.set('gdelt', { v: 1, last: before(20) });
  start();
  await until('the newest batch', isAt(newest()));
  expect(await batches('read')).toBe(20);
  const times = articles().map(({ published_at }) => published_at ?? '');
  expect(times.length).toBeGreaterThan(50);
  expect(times).toEqual(times.toSorted());
  expect(new Set(articles().map(listed)).size).toBe(times.length);
  expect(articles().filter(({ identity }) => !identity.startsWith('via:gdeltproject.org|https://'))).toEqual([]);
  expect(articles().filter(({ title }) => title !== '' && !title.includes(' | '))).toEqual([]);
});

test('a gap past the bound is counted, and what is within it is read', async () => {
  positions.set('gdelt', { v: 1, last: before(50) });
  start({}, { batchesMax: 3 });
  await until('the newest batch', isAt(newest()));
  expect([await batches('missed'), await batches('read')]).toEqual([47, 3]);
});

test('a stop between two batches goes on where it was, and publishes none of the batches before again', async () => {
  positions.set('gdelt', { v: 1, last: before(10) });
  let kept = 0;
  const set: StageDeps['positions']['set'] = async (key, value) => {
    positions.set(key, structuredClone(value));
    kept += 1;
    if (kept === 4) stop.abort();
  };
  start({ positions: { get: async (key) => structuredClone(positions.get(key)) ?? null, set, change: async () => undefined } });
  await running;
  const first = articles().length;
  expect(isAt(before(6))()).toBe(true);
  stop = new AbortController();
  registry = new Registry();
  start();
  await until('the newest batch', isAt(newest()));
  expect(await batches('read')).toBe(6);
  expect(new Set(articles().map(listed)).size).toBe(articles().length);
  expect(articles().length).toBeGreaterThanOrEqual(first);
});

describe('trouble of the upstream', () => {
  test.each<[string, object]>([
    ['an archive cut off', { kind: 'cut', bytes: 60 }],
    ['a page of HTML in its place', { kind: 'html_503' }],
    ['a bomb in place of what is announced', { kind: 'zip_bomb', bytes: 1_000_000 }],
    ['more than an archive may have', { kind: 'huge', bytes: 60_000_000 }],
    ['429 with Retry-After', { kind: 'status', status: 429, retry_after: 0 }],
  ])('of the newest archive passes, and the batch is read or counted: %s', async (_, rule) => {
    await misbehave({ ...rule, match: `/gdeltv2/${newest()}.gkg`, times: 2 });
    start();
    await until('the newest batch', isAt(newest()));
    const outcomes = await Promise.all(['read', 'too_large'].map(batches));
    expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  test('of lastupdate.txt is waited out', async () => {
    await misbehave([
      { match: '/gdeltv2/lastupdate.txt', kind: 'status', status: 500, times: 2 },
      { match: '/gdeltv2/lastupdate.txt', kind: 'cut', bytes: 30, times: 1 },
    ]);
    start();
    await until('the newest batch', isAt(newest()));
    expect(await batches('put_off')).toBe(3);
  });

  test('with one old batch does not hold up the next: missing, or a bomb, it is given up and counted', async () => {
    const [missing, bomb] = [before(3), before(2)];
    positions.set('gdelt', { v: 1, last: before(4) });
    await misbehave([
      { match: `/gdeltv2/${missing}.gkg`, kind: 'status', status: 404, times: 1 },
      { match: `/gdeltv2/${bomb}.gkg`, kind: 'zip_bomb', bytes: 201_000_000, times: 1 },
    ]);
    start({}, { attemptsMax: 2 });
    await until('the newest batch', isAt(newest()));
    expect([await batches('unavailable'), await batches('too_large'), await batches('read')]).toEqual([1, 1, 2]);
    const refusals = published.filter(({ kind }) => kind === 'refusal');
    expect(refusals).toMatchObject([{ reason: 'unavailable' }, { reason: 'too_large' }]);
  });

  test('an outage of ours costs no batch', async () => {
    positions.set('gdelt', { v: 1, last: before(2) });
    let failures = 2;
    start({
      publish: async (message) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('RAW is unreachable');
        }
        published.push(message);
        return message;
      },
    });
    await until('the newest batch', isAt(newest()));
    expect(await batches('read')).toBe(2);
  });
});
