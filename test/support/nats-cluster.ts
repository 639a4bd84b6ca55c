/** Starts a cluster of nats-servers with JetStream for tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { endingWithUs } from './children.ts';
import { testLog } from './log.ts';
import { freePort, programPath, waitForPort } from './process.ts';
import { until } from './until.ts';

export interface NatsNode {
  readonly name: string;
  readonly url: string;
  readonly isRunning: () => boolean;
  /** Sends SIGKILL and waits for the end; the store is kept. */
  readonly kill: () => Promise<void>;
  /** Starts the server after a kill, on the same ports and store. */
  readonly start: () => Promise<void>;
  /** Stops the server with SIGSTOP: it sends nothing until `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

export interface NatsCluster {
  /** The URLs of all nodes, as NATS_URL takes them. */
  readonly url: string;
  readonly nodes: readonly NatsNode[];
  readonly stop: () => Promise<void>;
}

/** Starts a cluster; resolves when all servers are connected to each other and have a leader. */
export async function startNatsCluster(size = 3): Promise<NatsCluster> {
  const dir = await mkdtemp(join(tmpdir(), 'tickerwire-cluster-'));
  const ports: { client: number; route: number }[] = [];
  for (let index = 0; index < size; index += 1) ports.push({ client: await freePort(), route: await freePort() });
  const routes = ports.map(({ route }) => `"nats://127.0.0.1:${route}"`).join(', ');
  const nodes = await Promise.all(
    ports.map(({ client, route }, index) => {
      const name = `n${index + 1}`;
      mkdirSync(join(dir, name));
      const file = join(dir, name, 'nats.conf');
      writeFileSync(
        file,
        `server_name: "${name}"
listen: "127.0.0.1:${client}"
jetstream { store_dir: ${JSON.stringify(join(dir, name, 'store'))}, max_file_store: 12GB, max_memory_store: 256MB }
cluster { name: "test", listen: "127.0.0.1:${route}", routes: [${routes}] }
`,
      );
      return startNode(name, client, file);
    }),
  );
  const url = nodes.map((node) => node.url).join(',');
  await untilReady(url, size);
  return {
    url,
    nodes,
    stop: async () => {
      for (const node of nodes) await node.kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function startNode(name: string, port: number, file: string): Promise<NatsNode> {
  let child: ChildProcess | null = null;
  const start = async (): Promise<void> => {
    const started = endingWithUs(spawn(programPath('nats-server'), ['-c', file], { stdio: 'ignore' }));
    child = started;
    started.once('exit', () => {
      if (child === started) child = null;
    });
    await waitForPort(port);
  };
  await start();
  return {
    name,
    url: `nats://127.0.0.1:${port}`,
    isRunning: () => child !== null,
    kill: async () => {
      const killed = child;
      if (killed === null) return;
      const gone = new Promise((resolve) => killed.once('exit', resolve));
      killed.kill('SIGKILL');
      await gone;
    },
    start,
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  };
}

/** Waits until the cluster can create a stream on all of its nodes. */
async function untilReady(url: string, size: number): Promise<void> {
  const bus = await openBus(readConfig({ NATS_URL: url }), 'cluster', testLog);
  try {
    await until('the cluster to make a stream', () =>
      bus.jsm.streams.add({ name: 'READY', subjects: ['ready'], num_replicas: size }).catch(() => null),
    );
    await bus.jsm.streams.delete('READY');
  } finally {
    await bus.close();
  }
}
