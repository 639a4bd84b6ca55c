/** The servers of a data folder require passwords, which are in files that only their owner can read and nowhere else. */
import { spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, expect, test } from 'vitest';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { serviceConfig } from '#ops/scripts/service-config.ts';
import { keepCredentials, type Credentials } from '#ops/up/credentials.ts';
import { testLog } from '#test/support/log.ts';
import { endChild } from '#test/support/run-program.ts';
import { makeStandInRoot } from './stand-ins.ts';
import { running, supervise, type Run } from './supervised.ts';

let supervisor: ChildProcess | null = null;
const root = makeStandInRoot();
afterEach(stop);
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function stop(): Promise<void> {
  if (supervisor !== null) await endChild(supervisor);
}

async function start(
  name: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<{ run: Run; dir: string; ports: Record<string, number>; credentials: Credentials }> {
  const supervised = supervise(root, ['demo', '--port', '0', '--data-dir', name], environment);
  supervisor = supervised.child;
  const dir = join(root, name);
  const run = await running(supervised, dir);
  const ports = JSON.parse(readFileSync(join(dir, 'ports.json'), 'utf8')) as Record<string, number>;
  return { run, dir, ports, credentials: keepCredentials(dir) };
}

/** Returns Redis's answer to a line. */
function askRedis(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectSocket(port, '127.0.0.1', () => socket.write(line));
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString());
    });
    socket.once('error', reject);
  });
}

const secretsOf = ({ nats, redis, clickhouse }: Credentials): string[] => [...Object.values(nats), redis, clickhouse];

test('passwords are made once, and are in files of mode 0600 only, on no command line and in no log', async () => {
  const { run, dir, credentials } = await start('kept');
  const secrets = secretsOf(credentials);
  expect(new Set(secrets).size).toBe(6);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const holders = readdirSync(dir).filter(
    (name) => statSync(join(dir, name)).isFile() && secrets.some((secret) => readFileSync(join(dir, name), 'utf8').includes(secret)),
  );
  expect(holders.toSorted()).toEqual(['credentials.json', 'nats.conf', 'redis.conf', 'services.json']);
  for (const name of holders) expect(statSync(join(dir, name)).mode & 0o777, name).toBe(0o600);
  for (const name of readdirSync(join(dir, 'log')))
    for (const secret of secrets) expect(readFileSync(join(dir, 'log', name), 'utf8')).not.toContain(secret);
  for (const pid of [supervisor!.pid!, ...Object.values(run.pids)]) {
    const { stdout } = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    expect(stdout).not.toBe('');
    for (const secret of secrets) expect(stdout).not.toContain(secret);
  }
  await stop();
  expect((await start('kept')).credentials).toEqual(credentials);
});

test('NATS and Redis refuse callers without a password, and commands find theirs in the data folder', async () => {
  const { dir, ports, credentials } = await start('asked');
  const address = `127.0.0.1:${ports['nats']}`;
  await expect(connect({ servers: address, reconnect: false, timeout: 5_000 })).rejects.toThrow(/[Aa]uthoriz/);
  await expect(connect({ servers: address, user: 'admin', pass: credentials.nats.api, reconnect: false, timeout: 5_000 })).rejects.toThrow(
    /[Aa]uthoriz/,
  );
  expect(await askRedis(ports['redis']!, 'PING\r\n')).toMatch(/^-NOAUTH/);
  expect(await askRedis(ports['redis']!, `AUTH ${credentials.redis}\r\n`)).toBe('+OK\r\n');
  const config = serviceConfig(dir);
  expect(config).toMatchObject({ NATS_USER: 'admin', NATS_PASSWORD: credentials.nats.admin, CLICKHOUSE_PASSWORD: credentials.clickhouse });
  expect(config.REDIS_URL).toBe(`redis://:${credentials.redis}@127.0.0.1:${ports['redis']}`);
  const bus = await openBus(config, 'test', testLog);
  expect((await (await openBucket(bus, 'accounts')).status()).values).toBeGreaterThan(0);
  await bus.close();
});

test('a part has the login of its own user and no other, and the password of ClickHouse is the configured one where there is one', async () => {
  const { run, credentials } = await start('own', { CLICKHOUSE_USER: 'feed', CLICKHOUSE_PASSWORD: 'sesame' });
  if (process.platform !== 'linux') return;
  const environmentOf = (pid: number): Record<string, string> =>
    Object.fromEntries(readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])); // prettier-ignore
  const { api, pipeline, webhooks, clickhouse, upstream } = run.pids;
  expect(environmentOf(api!)).toMatchObject({ NATS_USER: 'api', NATS_PASSWORD: credentials.nats.api, NATS_INBOX_PREFIX: '_INBOX_api' });
  expect(environmentOf(pipeline!)).toMatchObject({ NATS_USER: 'pipeline', NATS_PASSWORD: credentials.nats.pipeline });
  expect(environmentOf(webhooks!)).toMatchObject({ NATS_USER: 'webhooks', NATS_PASSWORD: credentials.nats.webhooks });
  for (const pid of [api!, pipeline!, clickhouse!])
    expect(environmentOf(pid)).toMatchObject({ CLICKHOUSE_USER: 'feed', CLICKHOUSE_PASSWORD: 'sesame' });
  for (const pid of [api!, pipeline!, clickhouse!, upstream!]) expect(JSON.stringify(environmentOf(pid))).not.toContain(credentials.nats.admin);
  for (const pid of [clickhouse!, upstream!]) expect(JSON.stringify(environmentOf(pid))).not.toContain(credentials.redis);
});

test('a file of passwords that others could read is closed, and one that is damaged is named', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-credentials-'));
  const path = join(dir, 'credentials.json');
  const made = keepCredentials(dir);
  chmodSync(path, 0o644);
  expect(keepCredentials(dir)).toEqual(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(path, '{"nats":{}}');
  expect(() => keepCredentials(dir)).toThrow('is not a valid password file');
  expect(() => keepCredentials(dir)).toThrow(path);
  rmSync(dir, { recursive: true });
});
