/** The service over a cluster of three nats-servers, faults of these, and a prober that publishes to a stream of its own meanwhile. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openBus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { startDemo, type Demo } from '#test/support/demo.ts';
import { testLog } from '#test/support/log.ts';
import { startNatsCluster, type NatsCluster, type NatsNode } from '#test/support/nats-cluster.ts';
import { startServer } from '#test/support/process.ts';
import { until } from '#test/support/until.ts';
import type { Fault } from './faults.ts';

const replicas = '3';
const root = fileURLToPath(new URL('../..', import.meta.url));

export interface ClusterWorld {
  readonly cluster: NatsCluster;
  /** Runs `npm start` over the cluster, with sources of a local upstream. */
  readonly start: () => Promise<Demo>;
  readonly prober: Prober;
  readonly stop: () => Promise<void>;
}

export async function openClusterWorld({ rate, seed }: { readonly rate: number; readonly seed: number }): Promise<ClusterWorld> {
  const cluster = await startNatsCluster();
  const upstream = await startServer((port, dataDir) => [
    process.execPath,
    [`${root}ops/lab/upstream/main.ts`, '--port', String(port), '--state', dataDir, '--rate', String(rate), '--seed', String(seed)],
  ]);
  const url = `http://127.0.0.1:${upstream.port}`;
  const sourcesFile = join(upstream.dataDir, 'sources.json');
  await writeFile(sourcesFile, await (await fetch(`${url}/catalogue.json`)).text());
  const prober = await startProber(cluster);
  return {
    cluster,
    prober,
    start: () =>
      startDemo(['--quiet'], {
        live: {
          upstream: url,
          environment: {
            NATS_URL: cluster.url,
            NATS_REPLICAS: replicas,
            OPS_PORT: '0',
            USER_AGENT: 'tickerwire-test/1.0 (someone@tickerwire.example)',
            EDGAR_URL: url,
            EARNINGS_DATES_URL: url,
            GDELT_URL: '',
            SYMBOL_LISTINGS_URL: `${url}/dynamic/symdir`,
            ...Object.fromEntries(['BLS', 'BEA', 'CENSUS', 'FED', 'DOL'].map((agency) => [`${agency}_URL`, url])),
            OUTBOUND_ALLOWED_ORIGINS: url,
            SOURCES_FILE: sourcesFile,
            PUBLISHER_POLL_MS: '1000',
            HOST_INTERVAL_MS: '0',
            EDGAR_POLL_MS: '1000',
            EDGAR_POLL_OFF_HOURS_MS: '1000',
            MAJOR_TICKERS: 'all',
          },
        },
      }),
    stop: async () => {
      await prober.stop();
      await upstream.stop();
      await cluster.stop();
    },
  };
}

export interface Prober {
  /** Milliseconds until each publish to a replicated stream was acknowledged, retries included. */
  readonly latenciesMs: readonly number[];
  readonly stop: () => Promise<void>;
}

const probeEveryMs = 50;

async function startProber({ url }: NatsCluster): Promise<Prober> {
  const bus = await openBus(readConfig({ NATS_URL: url }), 'prober', testLog);
  await bus.jsm.streams.add({ name: 'PROBE', subjects: ['probe'], num_replicas: Number(replicas), max_msgs: 1_000 });
  const latenciesMs: number[] = [];
  let isStopping = false;
  const probing = (async () => {
    for (let n = 0; !isStopping; n += 1) {
      const startedAtMs = performance.now();
      await until('the probe to be taken', () => bus.js.publish('probe', String(n), { timeout: 1_000 }).catch(() => isStopping), 120_000);
      latenciesMs.push(performance.now() - startedAtMs);
      await sleep(probeEveryMs);
    }
  })();
  probing.catch(() => undefined);
  return {
    latenciesMs,
    stop: async () => {
      isStopping = true;
      await probing;
      await bus.close();
    },
  };
}

/** Kills the server that leads FEED with SIGKILL and starts it again after `awayMs`. Ends when all replicas are in step. */
export const leaderKilled = (cluster: NatsCluster, awayMs: () => number): Fault => ({
  name: 'kill the leader of FEED',
  strike: async () => {
    const node = await leaderOf(cluster);
    await node.kill();
    await sleep(awayMs());
    await node.start();
    await untilInStep(cluster);
    return null;
  },
});

/** Freezes the server that leads FEED for `lastsMs`, so that it neither sends nor receives; then it goes on where it was. */
export const nodeCutOff = (cluster: NatsCluster, lastsMs: number): Fault => ({
  name: `cut off a server for ${lastsMs / 1_000} s`,
  strike: async () => {
    const node = await leaderOf(cluster);
    node.freeze();
    await sleep(lastsMs);
    node.thaw();
    await untilInStep(cluster);
    return null;
  },
});

async function leaderOf(cluster: NatsCluster): Promise<NatsNode> {
  return until('FEED to have a leader', async () => {
    const leader = (await feedOf(cluster))?.cluster?.leader;
    return cluster.nodes.find(({ name }) => name === leader) ?? false;
  });
}

const untilInStep = (cluster: NatsCluster): Promise<unknown> =>
  until(
    'every copy of FEED to be in step',
    async () => {
      const peers = (await feedOf(cluster))?.cluster?.replicas ?? [];
      return peers.length === cluster.nodes.length - 1 && peers.every(({ current, offline }) => current && !(offline ?? false));
    },
    120_000,
  );

async function feedOf(cluster: NatsCluster) {
  const bus = await openBus(readConfig({ NATS_URL: cluster.url }), 'chaos', testLog);
  try {
    return await bus.jsm.streams.info(streams.feed).catch(() => null);
  } finally {
    await bus.close();
  }
}
