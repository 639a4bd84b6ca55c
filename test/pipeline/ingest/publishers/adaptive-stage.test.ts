import { expect, test } from 'vitest';
import { readConfig } from '#schemas/config.ts';
import { adaptiveBounds, boundsOf, longestWaitMs } from '#pipeline/ingest/publishers/cadence/cadence.ts';
import { until } from '#test/support/until.ts';
import { feed, usePublishersStage } from './stage-fixture.ts';

const stage = await usePublishersStage();
const { sourceOf, start, serve, requestsTo } = stage;

/** An adaptive cadence, so short that a test can watch it. */
const adaptive = { intervalMs: 40, adaptive: { minMs: 10, maxMs: 80 } };
/** A clock on which a minute passes in each millisecond of real time, because rhythms take hours. */
const fast = { now: () => new Date(1_750_000_000_000 + performance.now() * 60_000) };

test('a feed is followed by its rhythm, which is kept', async () => {
  serve('/a', feed([2, 1]));
  start([sourceOf('a')], adaptive, fast);
  await until('five polls', () => requestsTo('/a') >= 5);
  await until('the rhythm', () => stage.positions.has('cadence.a'));
  expect(stage.positions.get('cadence.a')).toMatchObject({ hours: expect.any(Array), recent_hours: expect.any(Number) });
});

test('a rhythm that cannot be read is learned anew', async () => {
  serve('/a', feed([1]));
  stage.positions.set('cadence.a', { at: 'yesterday' });
  start([sourceOf('a')], adaptive, fast);
  await until('some polls', () => requestsTo('/a') >= 3);
  await until('the new rhythm', () => typeof (stage.positions.get('cadence.a') as { at: unknown }).at === 'number');
});

test('what caches may answer with is not asked for', async () => {
  serve('/cached', feed([1]), { 'cache-control': 'max-age=3600' });
  serve('/plain', feed([1]));
  const settings = { intervalMs: 40, adaptive: { minMs: 10, maxMs: 3_600_000 } };
  start([sourceOf('cached'), sourceOf('plain', { poll_seconds_max: 0.05 })], settings, fast);
  await until('five polls of the plain one', () => requestsTo('/plain') >= 5);
  expect(requestsTo('/cached')).toBe(1);
});

test('a source with a cadence of its own keeps it and has no rhythm', async () => {
  serve('/fixed', feed([1]));
  serve('/moving', feed([1]));
  start([sourceOf('fixed', { interval_seconds: 3_600 }), sourceOf('moving')], adaptive, fast);
  await until('polls of the other', () => requestsTo('/moving') >= 5);
  await until('the rhythm of the other', () => stage.positions.has('cadence.moving'));
  expect(requestsTo('/fixed')).toBe(1);
  expect(stage.positions.has('cadence.fixed')).toBe(false);
});

test('an outage of ours while a rhythm is stored delays no feed', async () => {
  serve('/a', feed([1]));
  let failures = 0;
  start([sourceOf('a')], adaptive, {
    ...fast,
    positions: {
      get: async (key) => structuredClone(stage.positions.get(key)) ?? null,
      set: async (key, value) => {
        if (key.startsWith('cadence.') && failures < 1) {
          failures += 1;
          throw new Error('NATS is unreachable');
        }
        stage.positions.set(key, structuredClone(value));
      },
      change: async () => undefined,
    },
  });
  await until('a failure', () => failures === 1);
  const before = requestsTo('/a');
  await until('polls after it', () => requestsTo('/a') >= before + 2);
});

test.each<[string, { readonly [name: string]: string }, object]>([
  ['the defaults are adaptive', {}, { adaptive: { minMs: 30_000, maxMs: 600_000 } }],
  ['a mean outside of the bounds is a fixed cadence', { PUBLISHER_POLL_MS: '1000' }, {}],
  ['so is one between equal bounds', { PUBLISHER_POLL_MIN_MS: '300000', PUBLISHER_POLL_MAX_MS: '300000' }, {}],
])('%s', (_, environment, expected) => expect(adaptiveBounds(readConfig(environment))).toEqual(expected));

test('the bounds of a source hold before those of the stage, in either direction', () => {
  const bounds = { minMs: 30_000, maxMs: 600_000 };
  expect(boundsOf(sourceOf('a'), bounds)).toEqual(bounds);
  expect(boundsOf(sourceOf('a', { poll_seconds_min: 60, poll_seconds_max: 900 }), bounds)).toEqual({ minMs: 60_000, maxMs: 900_000 });
  expect(boundsOf(sourceOf('a', { poll_seconds_min: 1_200 }), bounds)).toEqual({ minMs: 1_200_000, maxMs: 1_200_000 });
  expect(boundsOf(sourceOf('a', { poll_seconds_max: 20 }), bounds)).toEqual({ minMs: 20_000, maxMs: 20_000 });
});

test('the longest wait of a feed is what coverage holds its silence against', () => {
  const config = readConfig({});
  expect(longestWaitMs(sourceOf('a'), config)).toBe(config.PUBLISHER_POLL_MAX_MS);
  expect(longestWaitMs(sourceOf('a', { poll_seconds_max: 900 }), config)).toBe(900_000);
  expect(longestWaitMs(sourceOf('a', { interval_seconds: 40 }), config)).toBe(40_000);
  expect(longestWaitMs(sourceOf('a'), readConfig({ PUBLISHER_POLL_MS: '1000' }))).toBe(1_000);
});
