import { afterAll, expect, test } from 'vitest';
import { replicasCaughtUp } from '#ops/nats/control-plane/change-streams.ts';
import { verifyStreams } from '#ops/nats/control-plane/verify.ts';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { applySides, streamSide } from '#ops/scripts/apply/apply-control-plane.ts';
import { readConfig, type Config } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { startNatsCluster } from '#test/support/nats-cluster.ts';
import { runScript } from '#test/ops/scripts/run-script.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const clickhouse = await sharedClickHouse();
const cluster = await startNatsCluster();
afterAll(() => cluster.stop());
const bus = await openBus(readConfig({ NATS_URL: cluster.url }), 'test', testLog);
afterAll(() => bus.close());

const withReplicas = (count: number): Config => readConfig({ NATS_REPLICAS: String(count) });
const apply = async (count: number, isForced = false) => applySides([await streamSide(bus, withReplicas(count))], { isForced });
const replicasOf = async (stream: string): Promise<number> => (await bus.jsm.streams.info(stream)).config.num_replicas;

test('a cluster gets three replicas of everything, from one as from nothing, and gives none up unless it is forced', async () => {
  await apply(1);
  await bus.js.publish('raw.article', 'before');
  await (await openBucket(bus, buckets.accounts)).put('account.one', 'before');
  expect(await replicasOf(streams.raw)).toBe(1);

  expect((await apply(3)).map(({ says }) => says)).toContain('change stream FEED: num_replicas 1 -> 3 (NATS_REPLICAS)');
  expect(await replicasCaughtUp(bus, withReplicas(3), 60_000)).toBe(true);
  for (const stream of [...Object.values(streams), ...Object.values(buckets).map((bucket) => `KV_${bucket}`)])
    expect(await replicasOf(stream), stream).toBe(3);
  expect(await verifyStreams(bus, withReplicas(3))).toEqual([]);
  const environment = { NATS_URL: cluster.url, NATS_REPLICAS: '3', CLICKHOUSE_URL: clickhouse.url };
  const command = await runScript('ops/scripts/admin.ts', ['apply'], environment);
  // Printed before the wait, so that a command that is stopped meanwhile has said what it changed.
  expect(command.errors).toMatch(/^\d+ changes were made; waiting up to 60 s until every replica has caught up\n$/);
  expect(command.out).toMatch(/\n\d+ changes were made\n$/);
  // The consumer has its stream's replicas: its acknowledgements must outlive a server, too.
  const { cluster: peers } = await bus.jsm.consumers.info(streams.raw, 'refine');
  expect(peers?.replicas).toHaveLength(2);

  await expect(verifyStreams(bus, withReplicas(1))).rejects.toThrow('stream RAW has num_replicas 3 instead of 1 (NATS_REPLICAS)');
  await expect(apply(1)).rejects.toThrow('change stream FEED: num_replicas 3 -> 1 (NATS_REPLICAS); deletes replicas');
  expect(await replicasOf(streams.feed)).toBe(3);

  const { cluster: placed } = await bus.jsm.streams.info(streams.raw);
  await cluster.nodes.find(({ name }) => name === placed!.leader)!.kill();
  const answer = await until('RAW to take a document again', () => bus.js.publish('raw.article', 'after', { timeout: 2_000 }).catch(() => null));
  expect(answer.seq).toBe(2);
  const entry = await until('the bucket to answer', async () => (await openBucket(bus, buckets.accounts)).get('account.one').catch(() => null));
  expect(entry.string()).toBe('before');
  await cluster.nodes.find(({ isRunning }) => !isRunning())!.start();
  expect(await replicasCaughtUp(bus, withReplicas(3), 60_000)).toBe(true);

  await until('the servers to take the change', () => apply(1, true).catch(() => null));
  expect(await replicasOf(streams.feed)).toBe(1);
});
