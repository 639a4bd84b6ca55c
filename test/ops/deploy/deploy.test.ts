/** No container runs here: what can be read of the deployment files is held against what the parts understand. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { settings } from '#schemas/config.ts';
import { programPath } from '#test/support/process.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const compose = read('ops/deploy/compose.yaml');

/** What the containers themselves, and not our parts, read. */
const ofContainers = new Set(['NATS_NAME', 'CLICKHOUSE_DB', 'CLICKHOUSE_DEFAULT_ACCESS_MANAGEMENT']);

test('every variable that the compose file sets is a setting', () => {
  const names = new Set([...compose.matchAll(/(?:^\s+|[{,]\s*)([A-Z][A-Z_]+): /gm)].map((match) => match[1]!));
  expect(names).toContain('PIPELINE_PARTS');
  expect([...names].filter((name) => !(name in settings) && !ofContainers.has(name))).toEqual([]);
});

test('every secret of the compose file is asked for or may stay empty, none has a value of its own', () => {
  const asked = new Set([...compose.matchAll(/\$\{(\w+):(?:\?|-\})/g)].map((match) => match[1]!));
  const secrets = Object.entries(settings).flatMap(([name, setting]) => ('secret' in setting ? [name] : []));
  for (const name of secrets.filter((secret) => compose.includes(`${secret}:`))) expect(asked).toContain(name);
  expect(compose).not.toMatch(/PASSWORD: (?!\$\{)/);
  const example = read('ops/deploy/secrets.example');
  for (const name of asked) expect(example).toContain(`${name}=\n`);
});

test('every image names a version', () => {
  const images = [...compose.matchAll(/^\s+image: (\S+)$/gm), ...read('ops/deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map((match) => match[1]!);
  expect(images.length).toBeGreaterThan(3);
  for (const image of images) expect(image).toMatch(/:(\d[\w.-]*|-\w+:local\})$/);
});

test('the image holds every folder that a part imports', () => {
  const copied = new Set([...read('ops/deploy/Dockerfile').matchAll(/^COPY (\S+) \1$/gm)].map((match) => match[1]));
  for (const folder of ['schemas', 'clickhouse', 'pipeline', 'api', 'ops/runtime']) expect(copied).toContain(folder);
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
    const environment = { ...process.env, NATS_NAME: 'nats-1', NATS_USER: 'user', NATS_PASSWORD: 'secret' };
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
