import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KV } from '@nats-io/kv';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '#ops/nats/streams.ts';
import { startPipeline } from '#pipeline/main.ts';
import { readConfig } from '#schemas/config.ts';
import { buckets, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { spawnPipeline } from '#test/support/pipeline.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { startTcpProxy } from '#test/support/tcp-proxy.ts';
import { until } from '#test/support/until.ts';

/** Addresses that each count as a site of their own. */
const hosts = Array.from({ length: 8 }, (_, index) => `127.0.0.${index + 1}`);
let leases: KV;
let asked: { readonly host: string; readonly machine: string; readonly atMs: number }[] = [];
let titles: string[] = [];
const machines = new Set<Machine>();

interface Machine {
  readonly ops: string;
  readonly stop: () => Promise<void>;
}

const { nats, bus } = await sharedBus();
const upstream = createServer((request, response) => {
  const host = request.headers.host?.split(':')[0] ?? '';
  asked.push({ host, machine: request.headers['user-agent']?.split('/')[0] ?? '', atMs: performance.now() });
  const items = titles.map((title) => `<item><title>${host} says ${title}</title><link>https://${host}/${title}</link></item>`);
  response.end(`<?xml version="1.0"?><rss version="2.0"><channel><title>News</title>${items.join('')}</channel></rss>`);
});
await new Promise<void>((resolve) => upstream.listen(0, '0.0.0.0', resolve));
const { port } = upstream.address() as AddressInfo;
const urls = hosts.map((host) => `http://${host}:${port}/`);
const dir = mkdtempSync(join(tmpdir(), 'shares-'));
const sources = urls.map((url, index) => ({
  id: `source_${index}`,
  name: 'News',
  url,
  domain: `news${index}.example`,
  outlet: 'News',
  kind: 'feed',
}));
writeFileSync(join(dir, 'sources.json'), JSON.stringify(sources));
const env = {
  NATS_URL: nats.url,
  REDIS_URL: 'redis://127.0.0.1:1',
  CLICKHOUSE_URL: 'http://127.0.0.1:1',
  PIPELINE_PARTS: 'ingest',
  INGEST_STAGES: 'publishers',
  SOURCES_FILE: join(dir, 'sources.json'),
  OUTBOUND_ALLOWED_ORIGINS: urls.map((url) => url.slice(0, -1)).join(','),
  PUBLISHER_POLL_MS: '200',
  HOST_INTERVAL_MS: '0',
  OPS_PORT: '0',
  LOG_LEVEL: 'silent',
};
afterAll(() => {
  upstream.closeAllConnections();
  upstream.close();
  rmSync(dir, { recursive: true });
});
beforeEach(async () => {
  await applyStreams(bus);
  leases = await openBucket(bus, buckets.leases);
  [asked, titles] = [[], ['first']];
});
afterEach(async () => {
  for (const machine of machines) await machine.stop();
  for (const name of [streams.raw, 'KV_positions', 'KV_leases']) await bus.jsm.streams.delete(name);
});

const settingsOf = (name: string): Record<string, string> => ({ ...env, USER_AGENT: `${name}/1.0 (someone@tickerwire.example)` });

async function startMachine(name: string, own: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const { ops, stoppables } = await startPipeline(readConfig({ ...settingsOf(name), ...own }));
  const machine: Machine = {
    ops,
    stop: async () => {
      machines.delete(machine);
      for (const { stop } of stoppables) await stop();
    },
  };
  machines.add(machine);
  return machine;
}

interface Ready {
  readonly ready: boolean;
  readonly roles: Readonly<Record<string, string>>;
}
const readyOf = async ({ ops }: Pick<Machine, 'ops'>): Promise<Ready> => (await (await fetch(`${ops}/ready`)).json()) as Ready;
const ledBy = async (machine: Pick<Machine, 'ops'>): Promise<string[]> =>
  Object.entries((await readyOf(machine)).roles).flatMap(([name, role]) => (role === 'active' ? [name] : []));
const leadsAll = (machine: Pick<Machine, 'ops'>): Promise<unknown> => until('one to lead all', async () => (await ledBy(machine)).length === 1);

/** Expects each title in RAW once for each host, and none missing. */
async function expectEachOnce(): Promise<void> {
  const wanted = hosts.length * titles.length;
  await until(`${wanted} documents`, async () => (await bus.jsm.streams.info(streams.raw)).state.messages >= wanted);
  expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(wanted);
}

/** Returns for each host the machines that query it from now on, after three more requests to each. */
async function askersFromNow(): Promise<readonly string[][]> {
  const from = asked.length;
  const since = (host: string) => asked.slice(from).filter((one) => one.host === host);
  await until('each host to be asked', () => hosts.every((host) => since(host).length >= 3));
  return hosts.map((host) => [...new Set(since(host).map(({ machine }) => machine))]);
}

describe('processes of ingest', () => {
  test('have one leader of a stage, a standby that is ready, and a leader that hands over at once when it stops', async () => {
    const one = await startMachine('one');
    await leadsAll(one);
    const other = await startMachine('other');
    expect(new Set((await askersFromNow()).flat())).toEqual(new Set(['one']));
    const [ofOne, ofOther] = [await readyOf(one), await readyOf(other)];
    expect([ofOne.ready, ofOther.ready]).toEqual([true, true]);
    expect([ofOne.roles['ingest.publishers'], ofOther.roles['ingest.publishers']]).toEqual(['active', 'standby']);
    const status = (await (await fetch(`${one.ops}/status`)).json()) as { sources: { source: string }[] };
    expect(status.sources).toHaveLength(hosts.length);
    await expectEachOnce();

    // A list of keys waits for an entry that a renewal replaces meanwhile.
    const { state } = await bus.jsm.streams.info('KV_leases', { subjects_filter: '$KV.leases.ingest.publishers.>' });
    const key = Object.keys(state.subjects ?? {})[0]?.replace('$KV.leases.', '');
    const holder = (await leases.get(key!))?.string();
    await one.stop();
    // It leaves no lease that would have to expire.
    expect((await leases.get(key!))?.string()).not.toBe(holder);
    await leadsAll(other);
    titles.push('second');
    await expectEachOnce();
  });

  test('take over from one that was killed, and nothing is lost or doubled', async () => {
    const killed = spawnPipeline(settingsOf('killed'));
    const ops = await killed.ops();
    await leadsAll({ ops });
    const heir = await startMachine('heir');
    titles.push('second');
    process.kill(killed.pid, 'SIGKILL');
    await killed.ended;
    await leadsAll(heir);
    titles.push('third');
    await expectEachOnce();
    expect(new Set((await askersFromNow()).flat())).toEqual(new Set(['heir']));
  });

  test('that are cut off stop asking before another asks in their place', async () => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port: nats.port });
    try {
      const cut = await startMachine('cut', { NATS_URL: nats.url.replace(`:${nats.port}`, `:${proxy.port}`) });
      await leadsAll(cut);
      await until('all to be asked', () => hosts.every((host) => asked.some((one) => one.host === host)));
      proxy.cut();
      const heir = await startMachine('heir');
      titles.push('second');
      await leadsAll(heir);
      await askersFromNow();
      for (const host of hosts) {
        const [ofCut, ofHeir] = ['cut', 'heir'].map((name) =>
          asked.filter((one) => one.host === host && one.machine === name).map(({ atMs }) => atMs),
        );
        expect(Math.max(...ofCut!)).toBeLessThan(Math.min(...ofHeir!));
      }
      expect((await readyOf(cut)).roles['ingest.publishers']).toBe('standby');
      proxy.mend();
      titles.push('third');
      await expectEachOnce();
    } finally {
      for (const machine of machines) await machine.stop();
      await proxy.stop();
    }
  });
});
