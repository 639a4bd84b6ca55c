/** Three of each store behind a balancer: compose-three.yaml over compose.yaml, merged as Compose does. haproxy checks its own files. */
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { XMLParser } from 'fast-xml-parser';
import { readConfig } from '#schemas/config.ts';
import { deployDir, readCompose, readDeployed, type Service } from './compose.ts';
import { haproxyPath } from './haproxy.ts';

const three = readCompose('compose.yaml', 'compose-three.yaml');
const monitored = readCompose('compose.yaml', 'compose-three.yaml', 'compose-monitoring.yaml');
const swarm = readCompose('compose.yaml', 'compose-three.yaml', 'compose-swarm.yaml');
const all = Object.entries(monitored.services);
const named = (...names: readonly string[]): readonly Service[] => names.map((name) => three.services[name]!);
const own = all.filter(([, { image }]) => image?.startsWith('${TICKERWIRE_IMAGE') === true);
const ofThree = (name: string): readonly Service[] => named(name, `${name}-2`, `${name}-3`);
/** Returns the text as a shell fills it: each required `${NAME:?…}` gets one fixed value, `${NAME:-x}` its default. */
const filled = (text: string): string => text.replaceAll(/\$\{\w+:\?[^}]*\}/g, 'filled-in-here').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');
const environmentOf = (service: Service): Record<string, string> =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, filled(value)]));

test('the parts get values that they take', () => {
  for (const [name, service] of own) {
    const environment = environmentOf(service);
    const config = readConfig(environment);
    expect(config, name).toMatchObject({
      NATS_REPLICAS: 3,
      CLICKHOUSE_CLUSTER: 'tickerwire',
      CLICKHOUSE_URL: 'http://balancer:18123',
      OPS_HOST: '0.0.0.0',
    });
    expect(config.NATS_URL, name).toHaveLength(3);
    expect(new URL(config.REDIS_URL).host, name).toBe('balancer:16379');
    // While Redis is unreachable each process uses its share of EDGAR's allowance or grants its share of a quota.
    if (name === 'ingest') expect(config.INGEST_PROCESSES).toBe(service.deploy!.replicas);
    if (name === 'api') expect(config.API_PROCESSES).toBe(service.deploy!.replicas);
  }
  // The keys of the API's cookies and cursors are no settings: they are kept in NATS, where every process finds the same.
  expect(own.filter(([, { environment }]) => 'CURSOR_SECRET' in environment!)).toEqual([]);
});

test('each store is there three times, on a machine of its own each, and no loss of one stops it', () => {
  const stores = [named('nats-1', 'nats-2', 'nats-3'), ofThree('clickhouse'), ofThree('redis'), named('keeper-1', 'keeper-2', 'keeper-3')];
  for (const services of [...stores, named('sentinel-1', 'sentinel-2', 'sentinel-3')]) {
    const machines = services.map((service) => service.deploy!.placement!.constraints!.join());
    expect(machines.map((at) => at.replace(/^node\.labels\.(nats|store) == /, ''))).toEqual(['1', '2', '3']);
    const volumes = services.map((service) => service.volumes!.join());
    expect(new Set(volumes).size).toBe(3);
    for (const volume of volumes) expect(Object.keys(three.volumes)).toContain(volume.split(':')[0]);
    expect(new Set(services.map(({ image }) => image)).size).toBe(1);
  }
  expect(new Set(ofThree('clickhouse').map((one) => one.environment!.CLICKHOUSE_REPLICA)).size).toBe(3);
  expect(ofThree('redis').map((one) => one.environment!.REDIS_NAME)).toEqual(['redis', 'redis-2', 'redis-3']);
  expect(named('keeper-1', 'keeper-2', 'keeper-3').map((one) => one.environment!.KEEPER_ID)).toEqual(['1', '2', '3']);
  for (const name of ['ingest', 'refine', 'write', 'radar', 'webhooks', 'api']) expect(three.services[name]!.deploy!.replicas, name).toBe(3);
});

test('in a swarm the name of a service leads to each of its processes, as the balancer and Prometheus ask', () => {
  const ours = Object.entries(swarm.services).filter(([name, { build }]) => build !== undefined && name !== 'prepare');
  expect(ours.filter(([, { deploy }]) => deploy?.endpoint_mode !== 'dnsrr').map(([name]) => name)).toEqual([]);
});

test('every container has a health check, and only the balancer and Grafana have ports', () => {
  for (const [name, { healthcheck }] of all) if (name !== 'prepare') expect(healthcheck?.test?.length, name).toBeGreaterThan(1);
  expect(all.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name)).toEqual(['balancer', 'grafana']);
  expect(monitored.services.grafana!.ports!.map((port) => port.host_ip)).toEqual(['127.0.0.1']);
  for (const port of three.services.balancer!.ports!) expect(port.host_ip).toBe('${API_PUBLISHED_ADDRESS:-127.0.0.1}');
  expect(swarm.services.balancer!.ports!.map(({ mode }) => mode)).toEqual(['host', 'host']);
});

test('every file that a container reads is there, and every variable that it takes from the environment is given', () => {
  for (const [name, { configs = [], environment = {} }] of all)
    for (const { source } of configs) {
      const { file } = monitored.configs[source]!;
      const text = readDeployed(file);
      const asked = [...text.matchAll(/from_env="(\w+)"|"\$\{([A-Z_]+)(?![\w-])[^}]*\}/g)].map(([, inXml, inQuotes]) => inXml ?? inQuotes!);
      const missing = asked.filter((variable) => !(variable in environment) && variable !== 'TLS_CERTIFICATE');
      expect(missing, `${name} ${file}`).toEqual([]);
    }
});

test('ClickHouse and Keeper are configured as one cluster of the name that the parts know', () => {
  const parser = new XMLParser({ ignoreAttributes: false });
  const { clickhouse } = parser.parse(readDeployed('clickhouse-cluster.xml')) as {
    clickhouse: {
      remote_servers: Record<string, { shard: { internal_replication: boolean; replica: object[] } }>;
      macros: object;
      zookeeper: { node: { port: number }[] };
    };
  };
  const cluster = clickhouse.remote_servers.tickerwire!;
  expect(cluster.shard.internal_replication).toBe(true);
  expect(cluster.shard.replica).toHaveLength(3);
  expect(Object.keys(clickhouse.macros)).toEqual(['shard', 'replica']);
  const keeper = parser.parse(readDeployed('keeper.xml')) as {
    clickhouse: {
      keeper_server: { tcp_port: number; http_control: { port: number }; raft_configuration: { server: object[] }; coordination_settings: object };
    };
  };
  const { tcp_port: port, http_control: control, raft_configuration: raft } = keeper.clickhouse.keeper_server;
  expect(clickhouse.zookeeper.node.map((node) => node.port)).toEqual([port, port, port]);
  expect(raft.server).toHaveLength(3);
  expect(keeper.clickhouse.keeper_server.coordination_settings).toMatchObject({ force_sync: true });
  expect(three.services['keeper-1']!.healthcheck!.test!.join(' ')).toContain(`:${control.port}/ready`);
});

test('the balancer has the ports of the parts, notices a stop in time, and waits longer than the API', () => {
  const common = readDeployed('haproxy/common.cfg');
  const containers = readDeployed('haproxy/containers.cfg');
  const api = readConfig(environmentOf(three.services.api!));
  expect(containers).toContain(`api:${api.API_PORT} check port ${api.OPS_PORT}`);
  expect(containers).toContain(`api:${api.MCP_PORT} check port ${api.OPS_PORT}`);
  for (const name of ['clickhouse', 'clickhouse-2', 'clickhouse-3']) expect(containers).toContain(` ${name}:8123 check`);
  for (const name of ['redis', 'redis-2', 'redis-3']) expect(containers).toContain(` ${name}:6379 check`);
  for (const port of [18123, 16379, 8404]) expect(common).toContain(`:${port}"`);

  const processes = /^defaults processes from web\n([\s\S]*?)^(?=\S)/m.exec(common)![1]!;
  const [, inter, fall] = /inter (\d)s .*fall (\d)/.exec(processes)!;
  expect(api.API_DRAIN_MS).toBeGreaterThan(Number(inter) * Number(fall) * 1_000);
  // Plus ten seconds for answers under way (api/http/server.ts), this is within the fifteen of a stop (ops/process/lifecycle.ts).
  expect(api.API_DRAIN_MS).toBeLessThan(5_000);
  const seconds = (name: string): number => Number(new RegExp(`^  timeout ${name} (\\d+)s$`, 'm').exec(common)![1]);
  expect(seconds('server')).toBeGreaterThan(api.API_REQUEST_TIMEOUT_MS / 1_000);
  expect(seconds('client')).toBeGreaterThan(api.API_REQUEST_TIMEOUT_MS / 1_000);
  expect(seconds('http-keep-alive')).toBeLessThan(75);
});

test.skipIf(haproxyPath === null)('haproxy takes the files (skipped where haproxy is not installed)', () => {
  const check = (servers: string): string => {
    const files = ['-f', 'haproxy/common.cfg', '-f', `haproxy/${servers}`];
    const env = { PATH: process.env.PATH, REDIS_PASSWORD: 'one', MACHINE_1: '10.0.0.1', MACHINE_2: '10.0.0.2', MACHINE_3: '10.0.0.3' };
    const { status, stderr, stdout } = spawnSync(haproxyPath!, ['-c', ...files], { cwd: deployDir, env, encoding: 'utf8' });
    return status === 0 && !/WARNING/.test(stderr) ? 'valid' : stderr + stdout;
  };
  expect(check('containers.cfg')).toBe('valid');
  expect(check('machines.cfg')).toBe('valid');
});
