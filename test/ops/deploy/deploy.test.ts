/** No container runs here: the text of the deployment files is checked against what the parts understand. */
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { namesOf, parts } from '#pipeline/flow.ts';
import { deployedAccounts } from '#ops/scripts/nats-accounts.ts';
import { settings } from '#schemas/config.ts';
import { programPath } from '#test/support/process.ts';
import { readCompose, unknownSettings } from './compose.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const compose = read('ops/deploy/compose.yaml');
const example = read('ops/deploy/secrets.example');

const alone = readCompose('compose.yaml');
const monitored = readCompose('compose.yaml', 'compose-three.yaml', 'compose-monitoring.yaml');
const containers = Object.entries(alone.services);
const environmentOf = (name: string): Readonly<Record<string, string>> => alone.services[name]!.environment ?? {};

describe.each([
  ['alone', alone],
  ['with three of each, and watched', monitored],
])('compose.yaml %s', (_, { services, networks }) => {
  const all = Object.entries(services);
  const own = all.filter(([, { image }]) => image?.startsWith('${TICKERWIRE_IMAGE') === true);

  test('gives the parts nothing but settings', () => {
    expect(own.map(([name]) => name)).toEqual(['prepare', 'ingest', 'refine', 'write', 'radar', 'webhooks', 'api']);
    for (const [name, { environment }] of own) expect(unknownSettings(environment!), name).toEqual([]);
  });

  test('confines and bounds every container, fixes its version, and puts no password on a command line', () => {
    for (const [name, service] of all) {
      expect(service, name).toMatchObject({ cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], read_only: true });
      expect(service.deploy?.resources?.limits, name).toMatchObject({ memory: expect.stringMatching(/^\d+[MG]$/) as string });
      expect(service.restart, name).toBe(name === 'prepare' ? 'on-failure' : 'always');
      // A digest fixes the image wherever its tag moves. The project's own image is built from the folder.
      expect(service.image, name).toMatch(/:v?\d[\w.-]*\$\{[A-Z_]+_DIGEST:-\}$|^\$\{TICKERWIRE_IMAGE:-tickerwire:local\}$/);
      for (const network of service.networks!) expect(Object.keys(networks), name).toContain(network);
      // The container's shell replaces $$NAME; Compose would write the value of ${NAME} into the command.
      for (const words of [service.command, service.entrypoint, service.healthcheck?.test])
        expect(words?.join(' ') ?? '', name).not.toMatch(/(?<!\$)\$\{?\w*PASSWORD/);
    }
  });

  test('gives no secret a value, and the example has each', () => {
    for (const [name, { environment = {}, image = '' }] of all) {
      for (const [key, value] of Object.entries(environment)) {
        if (/PASSWORD|SECRET|_KEY$/.test(key) || (settings as Record<string, { secret?: true }>)[key]?.secret)
          expect(value, `${name} ${key}`).toMatch(/^\$\{\w+:[?-][^}]*\}$/);
        for (const [, asked] of value.matchAll(/\$\{(\w+):[?]/g)) expect(example, `${name} ${key}`).toContain(`${asked}=\n`);
      }
      for (const [, digest] of image.matchAll(/\$\{(\w+_DIGEST):-\}/g)) expect(example).toContain(`${digest}=\n`);
    }
  });

  test('runs every part of the pipeline', () => {
    const running = own.flatMap(([, { environment = {} }]) => environment.PIPELINE_PARTS?.split(',') ?? []).filter((name) => name !== '');
    expect(running.toSorted()).toEqual(namesOf(parts).toSorted());
  });
});

test('the image is built on one that names its version and takes a digest', () => {
  const bases = [...read('ops/deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  expect(bases).not.toEqual([]);
  for (const image of bases) expect(image).toMatch(/:\d[\w.-]*\$\{NODE_DIGEST\}$/);
  expect(example).toContain('NODE_DIGEST=\n');
});

test('containers have no privileges, only some reach the internet, and only the API has a port', () => {
  expect(compose).not.toMatch(/privileged|cap_add|network_mode|docker\.sock/);
  for (const [name, { deploy }] of containers)
    expect(deploy!.resources!.limits, name).toMatchObject({ cpus: expect.any(String) as string, pids: expect.any(Number) as number });
  expect(alone.networks).toEqual({ back: { internal: true }, out: null, front: null });
  const expected: Record<string, readonly string[]> = {
    ingest: ['back', 'out'],
    webhooks: ['back', 'out'],
    refine: ['back', 'out'],
    api: ['back', 'front'],
  };
  for (const [name, { networks }] of containers) expect(networks, name).toEqual(expected[name] ?? ['back']);
  const open = containers.filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['api']);
  for (const port of open[0]![1].ports!) expect(port.host_ip).toBe('${API_PUBLISHED_ADDRESS:-127.0.0.1}');
});

test('each part has its own user of NATS', () => {
  const users = containers.flatMap(([name, { environment }]) => (environment?.NATS_USER ? [[name, environment.NATS_USER]] : []));
  expect(Object.fromEntries(users)).toEqual({
    prepare: 'admin',
    ingest: 'pipeline',
    refine: 'pipeline',
    write: 'pipeline',
    radar: 'pipeline',
    webhooks: 'webhooks',
    api: 'api',
  });
  expect(environmentOf('api').CLICKHOUSE_USER).toBe('tickerwire_api');
});

test('the users of NATS are those that the code has', () => {
  expect(read('ops/deploy/nats-accounts.conf'), 'node ops/scripts/nats-accounts.ts > ops/deploy/nats-accounts.conf').toBe(deployedAccounts());
});

test('ClickHouse has a user who writes and one who reads, neither of whom manages access', () => {
  const users = read('ops/deploy/clickhouse-users.xml');
  expect(users).toContain('<default remove="remove"/>');
  // The right to say ON CLUSTER cannot be limited to a table.
  expect(users.replace('<query>GRANT CLUSTER ON *.*</query>', '')).not.toMatch(/access_management|GRANT ALL|ON \*\.\*/);
  const api = users.slice(users.lastIndexOf('<tickerwire_api>'));
  expect([...api.matchAll(/<query>(.*)<\/query>/g)].map((match) => match[1])).toEqual(['GRANT SELECT ON tickerwire.*']);
  expect(users).toContain('<readonly>2</readonly>');
  for (const [, name] of users.matchAll(/from_env="(\w+)"/g)) expect(compose).toContain(`${name}: \${${name}:?`);
});

test('the user of ClickHouse who writes may read what the code asks of the server, and forget a lost replica', () => {
  const users = read('ops/deploy/clickhouse-users.xml');
  const writer = users.slice(users.lastIndexOf('<tickerwire>'), users.lastIndexOf('<tickerwire_api>'));
  const granted = [...writer.matchAll(/<query>GRANT SELECT ON (system\.\w+)<\/query>/g)].map((match) => match[1]!);
  // These show everyone what he may see; without a right to the last, damaged parts are not named.
  const free = ['system.tables', 'system.columns', 'system.detached_parts'];
  const sources = globSync('clickhouse/**/*.{ts,sql}', { cwd: root }).filter((path) => !path.includes('queries/bench/'));
  const asked = sources.flatMap((path) => [...read(path).matchAll(/\bFROM (system\.\w+)/g)].map((match) => match[1]!));
  expect([...new Set(asked)].filter((table) => !free.includes(table))).toEqual(granted);
  expect(writer).toContain('GRANT SYSTEM DROP REPLICA ON tickerwire.*');
});

test('each process knows how many of its kind the file starts', () => {
  expect(environmentOf('api').API_PROCESSES).toBe(String(alone.services['api']!.deploy!.replicas));
  expect(environmentOf('ingest').INGEST_PROCESSES).toBe(String(alone.services['ingest']!.deploy!.replicas));
});

test('counters and shared pages have a Redis each, the counters one that deletes none of them', () => {
  expect(alone.services['redis-cache']!.configs!.map(({ source }) => source)).toEqual(['redis-cache']);
  expect(environmentOf('api').REDIS_CACHE_URL).toMatch(/@redis-cache:6379$/);
  for (const [name, { environment }] of containers) if (environment?.REDIS_URL) expect(environment.REDIS_URL, name).toMatch(/@redis:6379$/);
  expect(read('ops/deploy/redis.conf')).toMatch(/^appendonly yes$[\s\S]*^maxmemory-policy noeviction$/m);
  expect(read('ops/deploy/redis-cache.conf')).toMatch(/^maxmemory-policy allkeys-lru$/m);
});

test('the build context has what the image copies and nothing else', () => {
  const lines = read('.dockerignore').split('\n');
  expect(lines).toContain('*');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copied = [...read('ops/deploy/Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
  expect(kept.toSorted()).toEqual(copied.toSorted());
});

test('the image holds every file that a part or a command imports', () => {
  const importPattern = /^(?:import|export) (?!type )(?:[^'";]*? from )?'([#.][^']+)'|\bimport\('([#.][^']+)'/gm;
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap((line) => /ops\/scripts\/\S+\.ts/.exec(line) ?? []);
  const files = new Set(['api/main.ts', 'pipeline/main.ts', ...commands]);
  // A set is walked to the end of what is added meanwhile.
  for (const path of files)
    for (const [, named, loaded] of read(path).matchAll(importPattern)) {
      const target = (named ?? loaded)!;
      const file = target.startsWith('#') ? target.slice(1) : join(path, '..', target);
      if (file.endsWith('.ts')) files.add(file);
    }
  expect(files.size).toBeGreaterThan(500);
  const copied = [...read('ops/deploy/Dockerfile').matchAll(/^COPY (\S+) \1$/gm)].map((match) => `${match[1]}/`);
  const missing = [...files].filter((path) => path.startsWith('api/clients/') || !copied.some((folder) => path.startsWith(folder)));
  expect(missing).toEqual([]);
});

test('three NATS servers flush every write before they acknowledge it, and the server takes the file', () => {
  const file = read('ops/deploy/nats.conf');
  expect(file).toContain('sync_interval: always');
  for (const name of ['nats-1', 'nats-2', 'nats-3']) {
    expect(file).toContain(`"nats://${name}:6222"`);
    expect(environmentOf(name).NATS_NAME).toBe(name);
  }
  expect(environmentOf('ingest').NATS_REPLICAS).toBe('3');

  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-deploy-'));
  const check = (text: string): string => {
    writeFileSync(join(dir, 'nats.conf'), text);
    writeFileSync(join(dir, 'nats-accounts.conf'), read('ops/deploy/nats-accounts.conf'));
    const passwords = Object.fromEntries(
      ['ADMIN', 'PIPELINE', 'WEBHOOKS', 'API', 'CLUSTER'].map((name) => [`NATS_${name}_PASSWORD`, `secret-${name}`]),
    );
    const environment = { ...process.env, NATS_NAME: 'nats-1', ...passwords };
    const { stdout, stderr, status } = spawnSync(programPath('nats-server'), ['-t', '-c', join(dir, 'nats.conf')], {
      env: environment,
      encoding: 'utf8',
    });
    return status === 0 ? 'valid' : stdout + stderr;
  };
  // Servers before 2.10 do not know sync_interval; Debian 12 packages 2.9.
  const answer = check(file);
  expect(answer.includes('unknown field "sync_interval"') ? check(file.replace('sync_interval: always', '')) : answer).toBe('valid');
  rmSync(dir, { recursive: true });
});
