/** No container runs here: the text of the deployment files is checked against what the parts understand. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { namesOf, parts } from '#pipeline/flow.ts';
import { deployedAccounts } from '#ops/scripts/nats-accounts.ts';
import { settings } from '#schemas/config.ts';
import { programPath } from '#test/support/process.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const compose = read('ops/deploy/compose.yaml');

/** Variables that the containers read, not the service's parts. */
const ofContainers = new Set([
  'NATS_NAME',
  'NATS_ADMIN_PASSWORD',
  'NATS_PIPELINE_PASSWORD',
  'NATS_WEBHOOKS_PASSWORD',
  'NATS_API_PASSWORD',
  'NATS_CLUSTER_PASSWORD',
  'REDIS_PASSWORD',
  'CLICKHOUSE_SKIP_USER_SETUP',
  'CLICKHOUSE_API_PASSWORD',
  // Read by the build.
  'NODE_DIGEST',
]);

/** Returns the text of one service. */
const service = (name: string): string => new RegExp(`^  ${name}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(compose)?.[1] ?? '';
const services = [...compose.slice(compose.indexOf('\nservices:')).matchAll(/^ {2}([a-z][a-z0-9-]*):$/gm)].map((match) => match[1]!);
const containers = services.slice(0, services.indexOf('api') + 1);
/** Returns an anchor's own lines. */
const anchor = (name: string): string => new RegExp(`^x-[a-z-]+: &${name}\\n((?:  .*\\n)+)`, 'm').exec(compose)?.[1] ?? '';

test('every variable that the compose file sets is a setting', () => {
  const names = new Set([...compose.matchAll(/(?:^\s+|[{,]\s*)([A-Z][A-Z_]+): /gm)].map((match) => match[1]!));
  expect(names).toContain('PIPELINE_PARTS');
  expect([...names].filter((name) => !(name in settings) && !ofContainers.has(name))).toEqual([]);
});

test('every secret of the compose file is asked for or may stay empty, none has a value of its own', () => {
  const asked = new Set([...compose.matchAll(/\$\{(\w+):(?:\?|-\})/g)].map((match) => match[1]!));
  const secrets = Object.entries(settings).flatMap(([name, setting]) => ('secret' in setting ? [name] : []));
  for (const name of secrets)
    for (const [, value] of compose.matchAll(new RegExp(`\\b${name}: (.*)$`, 'gm'))) expect(value, name).toMatch(/^\$\{\w+:[?-].*\}$/);
  expect(compose).not.toMatch(/PASSWORD: (?!\$\{)/);
  const example = read('ops/deploy/secrets.example');
  for (const name of asked) expect(example).toContain(`${name}=\n`);
});

test('every image names a version', () => {
  const images = [...compose.matchAll(/^\s+image: (\S+)$/gm), ...read('ops/deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!);
  expect(images.length).toBeGreaterThan(3);
  // Each takes a digest, which fixes the image wherever its tag moves. The project's own image is built from the folder.
  for (const image of images) expect(image).toMatch(/:\d[\w.-]*\$\{[A-Z]+_DIGEST(:-)?\}$|-\w+:local\}$/);
  const example = read('ops/deploy/secrets.example');
  for (const [, name] of images.join('\n').matchAll(/\$\{([A-Z]+_DIGEST)/g)) expect(example).toContain(`${name}=\n`);
});

test('no container has rights of the system, a folder to change, or a machine to fill', () => {
  expect(containers).toEqual([
    'nats-1',
    'nats-2',
    'nats-3',
    'redis',
    'redis-cache',
    'clickhouse',
    'prepare',
    'ingest',
    'refine',
    'write',
    'radar',
    'webhooks',
    'api',
  ]);
  for (const line of ['cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']", 'read_only: true']) expect(anchor('confined')).toContain(line);
  for (const name of ['part', 'nats', 'redis']) expect(anchor(name)).toContain('<<: *confined');
  for (const name of containers) {
    expect(service(name), name).toMatch(/<<: \*(confined|part|nats|redis)\b/);
    const [, size = ''] = /resources: \*(\w+)/.exec(service(name)) ?? [];
    expect(anchor(size), name).toMatch(/limits: \{ cpus: '\d+', memory: \d+[MG], pids: \d+ \}/);
  }
  expect(compose).not.toMatch(/privileged|cap_add|network_mode|docker\.sock/);
});

test('the servers are on a network without a way out, and only the API is where its port is', () => {
  expect(compose).toMatch(/^networks:\n {2}back:\n {4}internal: true\n {2}out:\n {2}front:$/m);
  const networks = (name: string): string =>
    /networks: \[([^\]]*)\]/.exec(service(name))?.[1] ?? /networks: \[([^\]]*)\]/.exec(anchor(name.startsWith('redis') ? 'redis' : 'nats'))![1]!;
  const expected: Record<string, string> = { ingest: 'back, out', webhooks: 'back, out', refine: 'back, out', api: 'back, front' };
  for (const name of containers) expect(networks(name), name).toBe(expected[name] ?? 'back');
  expect(containers.filter((name) => service(name).includes('ports:'))).toEqual(['api']);
  expect(service('api')).toContain('host_ip: ${API_PUBLISHED_ADDRESS:-127.0.0.1}');
});

test('each part has the user of its own, and no password stands on a command line', () => {
  const userOf = (name: string): string => /NATS_USER: (\w+)/.exec(service(name))?.[1] ?? /NATS_USER: (\w+)/.exec(anchor('settings'))![1]!;
  expect(containers.filter((name) => service(name).includes('*part')).map((name) => [name, userOf(name)])).toEqual([
    ['prepare', 'admin'],
    ['ingest', 'pipeline'],
    ['refine', 'pipeline'],
    ['write', 'pipeline'],
    ['radar', 'pipeline'],
    ['webhooks', 'webhooks'],
    ['api', 'api'],
  ]);
  expect(service('api')).toContain('CLICKHOUSE_USER: tickerwire_api');
  // The container's shell replaces $$NAME; Compose would write the value of ${NAME} into the command.
  for (const [command] of compose.matchAll(/^\s+(command|entrypoint|test):.*(\n\s+- .*)*/gm)) expect(command).not.toMatch(/(?<!\$)\$\{?\w*PASSWORD/);
  expect(anchor('redis')).toContain('exec redis-server /run/redis.conf');
});

test('every part of the pipeline runs in one of its containers', () => {
  const running = [...compose.matchAll(/PIPELINE_PARTS: '?([\w,]+)/g)].flatMap(([, names]) => names!.split(',').filter((name) => name !== ''));
  expect(running.sort()).toEqual(namesOf(parts).sort());
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

test('counters and shared pages have a Redis each, the counters one that deletes none of them', () => {
  expect(service('redis-cache')).toContain('source: redis-cache');
  expect(service('api')).toMatch(/REDIS_CACHE_URL: redis:.*@redis-cache:6379$/m);
  expect(compose.match(/REDIS_URL: .*@redis:6379$/gm)).toHaveLength(1);
  expect(read('ops/deploy/redis.conf')).toMatch(/^appendonly yes$[\s\S]*^maxmemory-policy noeviction$/m);
  expect(read('ops/deploy/redis-cache.conf')).toMatch(/^maxmemory-policy allkeys-lru$/m);
});

test('what the image is built from holds what it copies, and no data, no passwords, no history', () => {
  const lines = read('.dockerignore').split('\n');
  expect(lines).toContain('*');
  const kept = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const copied = [...read('ops/deploy/Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap((match) => match[1]!.split(' '));
  expect(kept.toSorted()).toEqual(copied.toSorted());
});

test('the image holds every folder that a part imports', () => {
  const copied = new Set([...read('ops/deploy/Dockerfile').matchAll(/^COPY (\S+) \1$/gm)].map((match) => match[1]));
  for (const folder of ['schemas', 'clickhouse', 'pipeline', 'api', 'ops/accounts', 'ops/feed-log', 'ops/nats', 'ops/outbound', 'ops/process'])
    expect(copied).toContain(folder);
});

test('three NATS servers flush every write before they acknowledge it, and the server takes the file', () => {
  const file = read('ops/deploy/nats.conf');
  expect(file).toContain('sync_interval: always');
  for (const name of ['nats-1', 'nats-2', 'nats-3']) {
    expect(file).toContain(`"nats://${name}:6222"`);
    expect(compose).toContain(`NATS_NAME: ${name}`);
  }
  expect(compose).toContain("NATS_REPLICAS: '3'");

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
