/** Starts a Redis Cluster of three masters with a password and without persistence. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { makePassword } from '#ops/process/secret.ts';
import { freePort, programPath, startServer, type RunningServer } from './process.ts';
import { until } from './until.ts';

export interface RedisCluster {
  /** The URLs of all nodes, as REDIS_URL takes them. */
  readonly url: string;
  readonly nodes: readonly RunningServer[];
  readonly stop: () => Promise<void>;
}

const slots = 16_384;

export async function startRedisCluster(count = 3): Promise<RedisCluster> {
  const password = makePassword();
  const busPorts: number[] = [];
  const nodes: RunningServer[] = [];
  for (let node = 0; node < count; node += 1) {
    const busPort = await freePort();
    busPorts.push(busPort);
    nodes.push(
      await startServer((port, dataDir) => {
        const file = join(dataDir, 'redis.conf');
        const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${dataDir}`, 'save ""', 'appendonly no', `requirepass ${password}`];
        const clustered = ['cluster-enabled yes', `cluster-port ${busPort}`, 'cluster-node-timeout 2000', 'cluster-require-full-coverage no'];
        writeFileSync(file, `${[...lines, ...clustered].join('\n')}\n`, { mode: 0o600 });
        return [programPath('redis-server'), [file]];
      }),
    );
  }
  const urls = nodes.map(({ port }) => `redis://:${password}@127.0.0.1:${port}`);
  const clients = urls.map((url) => new Redis(url));
  for (const [index, client] of clients.entries()) {
    await client.cluster('ADDSLOTSRANGE', Math.floor((index * slots) / count), Math.floor(((index + 1) * slots) / count) - 1);
    if (index > 0) await clients[0]!.call('CLUSTER', 'MEET', '127.0.0.1', String(nodes[index]!.port), String(busPorts[index]));
  }
  const isWhole = async (client: Redis): Promise<boolean> => {
    const info = await client.cluster('INFO');
    return info.includes('cluster_state:ok') && info.includes(`cluster_slots_assigned:${slots}`) && info.includes(`cluster_known_nodes:${count}`);
  };
  await until('the cluster to be whole', async () => (await Promise.all(clients.map(isWhole))).every(Boolean));
  for (const client of clients) client.disconnect();
  return { url: urls.join(','), nodes, stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))) };
}
