import { DiscardPolicy, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { planStreams } from '#ops/nats/control-plane/change-streams.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { applySides, streamSide } from '#ops/scripts/apply/apply-control-plane.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { sharedBus } from '#test/support/shared-servers.ts';

const dayNs = nanos(86_400_000);

const { bus } = await sharedBus();
const settings = (env: Readonly<Record<string, string>> = {}) => readConfig(env);
const plan = async (env?: Readonly<Record<string, string>>) => (await planStreams(bus, settings(env))).changes;
const apply = async (env?: Readonly<Record<string, string>>, isForced = false) => applySides([await streamSide(bus, settings(env))], { isForced });
const configOf = async (stream: string) => (await bus.jsm.streams.info(stream)).config;
const clear = async (): Promise<void> => {
  for await (const { config } of bus.jsm.streams.list()) await bus.jsm.streams.delete(config.name);
};
beforeEach(() => apply());
afterEach(clear);

describe('applying', () => {
  test('makes every stream, bucket and consumer from nothing, says so, and finds nothing to do the second time', async () => {
    await clear();
    const said = (await plan()).map(({ says }) => says);
    expect(said.slice(0, 3)).toEqual(['make stream RAW', 'make stream FEED', 'make stream DEAD']);
    expect(said).toContain('make bucket accounts');
    expect(said.filter((says) => says.startsWith('make consumer'))).toEqual([
      'make consumer refine of stream RAW',
      'make consumer deliver of stream DELIVERIES',
      'make consumer notify of stream NOTICES',
    ]);
    expect((await apply()).map(({ says }) => says)).toEqual(said);
    expect(await apply()).toEqual([]);
    for (const bucket of Object.values(buckets)) await (await openBucket(bus, bucket)).put('key', 'value');
  });

  test('gives RAW a bound in bytes and none in time, and FEED the other way round', async () => {
    expect(await configOf(streams.raw)).toMatchObject({
      max_age: 0,
      max_bytes: 8_000_000_000,
      discard: DiscardPolicy.New,
      retention: RetentionPolicy.Limits,
    });
    expect(await configOf(streams.feed)).toMatchObject({
      max_age: 400 * dayNs,
      max_bytes: -1,
      discard: DiscardPolicy.New,
      storage: StorageType.File,
    });
  });

  test('by two processes at once makes everything once', async () => {
    await clear();
    await Promise.all([apply(), apply()]);
    expect(await plan()).toEqual([]);
  });

  test('each setting of age or size is that of its stream or bucket, and changes nothing else', async () => {
    const set = [
      ['DEAD_MAX_AGE_DAYS', '120', streams.dead, { max_age: 120 * dayNs }],
      ['DEAD_MAX_BYTES', '5000000', streams.dead, { max_bytes: 5_000_000 }],
      ['DELIVERIES_MAX_BYTES', '6000000', streams.deliveries, { max_bytes: 6_000_000, max_age: dayNs }],
      ['NOTICES_MAX_AGE_DAYS', '9', streams.notices, { max_age: 9 * dayNs }],
      ['RECONCILIATIONS_MAX_AGE_DAYS', '800', 'KV_reconciliations', { max_age: 800 * dayNs }],
      ['MODEL_ANSWERS_MAX_AGE_DAYS', '900', 'KV_model_answers', { max_age: 900 * dayNs }],
    ] as const;
    const env = Object.fromEntries(set.map(([name, value]) => [name, value]));
    const changed = (await apply(env)).flatMap(({ says }) => /\((\w+)\)$/.exec(says)?.[1] ?? says);
    expect(changed.toSorted()).toEqual(set.map(([name]) => name).toSorted());
    for (const [name, , stream, kept] of set) expect(await configOf(stream), name).toMatchObject(kept);
    expect(await plan(env)).toEqual([]);
  });

  test('keeps what the buckets and streams of a release before hold, and only lengthens', async () => {
    await bus.jsm.streams.update(streams.raw, { max_age: nanos(72 * 3_600_000) });
    await bus.js.publish('raw.article', 'kept');
    expect(await apply()).toEqual([{ says: 'change stream RAW: max_age 3 days -> unbounded', loss: null, impossible: null }]);
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(1);
  });

  test.each([
    [
      'FEED keeps records for fewer days',
      { FEED_MAX_AGE_DAYS: '200' },
      'change stream FEED: max_age 400 days -> 200 days (FEED_MAX_AGE_DAYS); deletes older messages',
      streams.feed,
      { max_age: 200 * dayNs },
    ],
    [
      'RAW is bound below what it holds',
      { RAW_MAX_BYTES: '1000000' },
      /^change stream RAW: max_bytes 8,000 MB -> 1 MB \(RAW_MAX_BYTES\); deletes messages above the limit; [\d.]+ MB are stored$/,
      streams.raw,
      { max_bytes: 1_000_000 },
    ],
  ])('when %s changes nothing unless it is forced', async (_, env, line, stream, forced) => {
    for (let sent = 0; sent < 12; sent += 1) await bus.js.publish('raw.article', Buffer.alloc(100_000));
    const before = await configOf(stream);
    const refused = await apply(env).then(
      () => '',
      (error: Error) => error.message,
    );
    const [head, what, advice] = refused.split('\n');
    expect([head, advice]).toEqual(['nothing was changed:', 'npm run admin -- apply --force makes these changes']);
    expect(what!.trim()).toEqual(typeof line === 'string' ? line : expect.stringMatching(line));
    expect(await configOf(stream)).toEqual(before);
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(12);
    await apply(env, true);
    expect(await configOf(stream)).toMatchObject(forced);
  });

  test('lowers a bound without force where it still holds everything', async () => {
    await bus.js.publish('raw.article', 'kept');
    expect(await apply({ RAW_MAX_BYTES: '1000000' })).toMatchObject([{ loss: null }]);
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(1);
  });

  test.each([
    [
      'a bucket keeps fewer values',
      'KV_accounts',
      { max_msgs_per_subject: 20 },
      'change bucket accounts: max_msgs_per_subject 20 -> 5; deletes older values',
    ],
    [
      'a full stream would refuse where it deleted',
      'FEED',
      { discard: DiscardPolicy.Old },
      'change stream FEED: discard old -> new; makes a full stream refuse new messages',
    ],
    [
      'a stream would take no more of a subject',
      'FEED',
      { subjects: ['feed.>', 'more.>'] },
      'change stream FEED: subjects feed.> more.> -> feed.>; no longer accepts more.>',
    ],
  ])('when %s asks to be forced', async (_, stream, present, line) => {
    await bus.jsm.streams.update(stream, present);
    await expect(apply()).rejects.toThrow(line);
    expect(await configOf(stream)).toMatchObject(present);
    await apply({}, true);
    expect(await plan()).toEqual([]);
  });

  test('does not change what only a new stream can have, forced or not', async () => {
    await bus.jsm.streams.delete(streams.dead);
    await bus.jsm.streams.add({ name: streams.dead, subjects: ['dead.>'], storage: StorageType.Memory });
    await expect(apply({}, true)).rejects.toThrow('cannot change stream DEAD: storage memory -> file: storage can only be set when it is created');
  });

  test('does not let a single server promise replicas', async () => {
    await expect(apply({ NATS_REPLICAS: '3' }, true)).rejects.toThrow(
      'cannot keep 3 replicas (NATS_REPLICAS): this NATS is a single server, not a cluster',
    );
    expect((await configOf(streams.feed)).num_replicas).toBe(1);
  });
});

describe('a process that compares', () => {
  test('finds no difference after an application, and changes no stream', async () => {
    const before = await configOf(streams.feed);
    expect(await verifyStreams(bus, settings())).toEqual([]);
    expect(await configOf(streams.feed)).toEqual(before);
  });

  test.each([
    [
      { FEED_MAX_AGE_DAYS: '200' },
      'stream FEED has max_age 400 days instead of 200 days (FEED_MAX_AGE_DAYS): set FEED_MAX_AGE_DAYS as in the other processes, or run npm run admin -- apply',
    ],
    [
      { NATS_REPLICAS: '3' },
      /^stream RAW has num_replicas 1 instead of 3 \(NATS_REPLICAS\) \(and \d+ more: npm run admin -- apply --dry-run lists all\): set NATS_REPLICAS as in the other processes/,
    ],
  ])('with %o refuses in one line, and changes nothing', async (env, line) => {
    await bus.js.publish('raw.article', 'kept');
    const before = await Promise.all([configOf(streams.feed), configOf(streams.raw)]);
    await expect(verifyStreams(bus, settings(env))).rejects.toThrow(line);
    expect(await Promise.all([configOf(streams.feed), configOf(streams.raw)])).toEqual(before);
    expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(1);
  });

  test.each([
    ['stream', () => bus.jsm.streams.delete(streams.feed), 'stream FEED is missing: run npm run admin -- apply'],
    ['bucket', () => bus.jsm.streams.delete('KV_positions'), 'bucket positions is missing: run npm run admin -- apply'],
    ['consumer', () => bus.jsm.consumers.delete(streams.raw, 'refine'), 'consumer refine of stream RAW is missing: run npm run admin -- apply'],
  ])('names a %s that is missing, and does not make it', async (_, remove, line) => {
    await remove();
    await expect(verifyStreams(bus, settings())).rejects.toThrow(line);
    await expect(verifyStreams(bus, settings())).rejects.toThrow(line);
  });

  test('refuses a stream that would delete unread documents', async () => {
    await bus.jsm.streams.update(streams.raw, { max_age: nanos(3_600_000) });
    await expect(verifyStreams(bus, settings())).rejects.toThrow('stream RAW has max_age 1 hours instead of unbounded: run npm run admin -- apply');
  });

  test('works with a longer history of a later release, and says so', async () => {
    await bus.jsm.streams.update('KV_accounts', { max_msgs_per_subject: 20 });
    expect(await verifyStreams(bus, settings())).toEqual(['bucket accounts has max_msgs_per_subject 20 instead of 5: run npm run admin -- apply']);
  });

  test('does not make a missing bucket when it opens it', async () => {
    await bus.jsm.streams.delete('KV_positions');
    await expect(openBucket(bus, buckets.positions)).rejects.toThrow('bucket positions is missing: run npm run admin -- apply');
    await expect(bus.jsm.streams.info('KV_positions')).rejects.toThrow();
  });
});
