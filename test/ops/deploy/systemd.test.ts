/** systemd units for machines without containers, checked as text, and by systemd-analyze where it is installed. */
import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { namesOf, parts } from '#pipeline/flow.ts';
import { readConfig, settings } from '#schemas/config.ts';
import { programPath } from '#test/support/process.ts';
import { deployDir, readDeployed, unknownSettings } from './compose.ts';
import { haproxyPath } from './haproxy.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const folder = join(deployDir, 'systemd');
const installed = '/opt/tickerwire';
const units = globSync('*.service', { cwd: folder }).toSorted();
const ofNode = units.filter((name) => readFileSync(join(folder, name), 'utf8').includes('/bin/node '));
const read = (name: string): string => readDeployed(`systemd/${name}`);
const all = (text: string, key: string): string[] => [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map((match) => match[1]!);
const environmentFile = (name: string): Record<string, string> =>
  Object.fromEntries([...read(`env/${name}.env`).matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map((match) => [match[1]!, match[2]!]));
const seconds = (span: string): number => Number.parseInt(span, 10) * (span.endsWith('min') ? 60 : 1);

/** Returns the environment as systemd builds it: a unit's own values first, then files in order, later ones overriding. */
function environmentOf(unit: string, instance: string): Record<string, string> {
  const own = all(read(unit), 'Environment').flatMap((line) => line.replaceAll('%i', instance).split(' '));
  const files = all(read(unit), 'EnvironmentFile').map((path) => path.replace('%i', instance).replace(/^.*\/(\w+)\.env$/, '$1'));
  return Object.assign(Object.fromEntries(own.map((pair) => pair.split('=') as [string, string])), ...files.map(environmentFile)) as Record<
    string,
    string
  >;
}
const secretsOf = (...texts: readonly string[]): Record<string, string> =>
  Object.fromEntries(texts.flatMap((text) => all(text, 'LoadCredential')).map((line) => [line.split(':')[0]!, line.split(':')[1]!]));

const pipelines = ['ingest', 'refine', 'write', 'radar', 'webhooks'];
const processes = [
  ...['1', '2'].map((at) => ['tickerwire-api@.service', at] as const),
  ...pipelines.map((name) => ['tickerwire-pipeline@.service', name] as const),
  ['tickerwire-apply.service', ''] as const,
];

test('every process gets nothing but settings, of values that it takes, and no two on a machine the same port', () => {
  const ports: number[] = [];
  for (const [unit, instance] of processes) {
    const environment = environmentOf(unit, instance);
    const secrets = secretsOf(read(unit));
    expect(unknownSettings({ ...environment, ...secrets }), unit).toEqual([]);
    const filled = { ...environment, ...Object.fromEntries(Object.keys(secrets).map((name) => [name, ''])), REDIS_URL: 'redis://:x@127.0.0.1:16379' };
    const config = readConfig({ ...filled, USER_AGENT: 'somebody (somebody@example.com)' });
    expect(config, unit).toMatchObject({ NATS_REPLICAS: 3, CLICKHOUSE_CLUSTER: 'tickerwire', CLICKHOUSE_URL: 'http://127.0.0.1:18123' });
    if (unit === 'tickerwire-api@.service') ports.push(config.API_PORT, config.MCP_PORT!);
    if (unit !== 'tickerwire-apply.service') ports.push(config.OPS_PORT);
    // No environment file contains a secret.
    const known = settings as Record<string, { secret?: true }>;
    const secret = Object.keys(environment).filter((name) => known[name]?.secret || /PASSWORD|SECRET|_KEY$/.test(name));
    expect(secret, unit).toEqual([]);
    // A machine whose file is not filled in does not start: EDGAR refuses clients without a contact.
    expect(() => readConfig(filled), unit).toThrow(/USER_AGENT/);
  }
  expect(new Set(ports).size).toBe(ports.length);
  const running = pipelines.flatMap((name) => environmentFile(name).PIPELINE_PARTS!.split(','));
  expect(running.sort()).toEqual(namesOf(parts).sort());
});

test('the balancer has the ports of the units', () => {
  const machines = readDeployed('haproxy/machines.cfg');
  for (const instance of ['1', '2']) {
    const { API_PORT, MCP_PORT, OPS_PORT } = environmentOf('tickerwire-api@.service', instance);
    for (const machine of ['1', '2', '3']) {
      expect(machines).toContain(`server api-${machine}-${instance} "\${MACHINE_${machine}}:${API_PORT}" check port ${OPS_PORT}\n`);
      expect(machines).toContain(`server tools-${machine}-${instance} "\${MACHINE_${machine}}:${MCP_PORT}" track api/api-${machine}-${instance}\n`);
    }
  }
  expect(environmentFile('api').API_PROCESSES).toBe(String(machines.match(/^ {2}server api-/gm)!.length));
  expect(environmentFile('tickerwire').INGEST_PROCESSES).toBe('3');
  const drainMs = Number(environmentFile('api').API_DRAIN_MS);
  expect(drainMs).toBeGreaterThan(2_000);
  expect(drainMs).toBeLessThan(5_000);
});

test('every unit is confined, limited and restarted, and has more time to stop than it needs', () => {
  const confined = read('tickerwire-.service.d/10-confined.conf');
  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'CapabilityBoundingSet=', 'Restart=always'])
    expect(confined.split('\n')).toContain(line);
  expect(units.length).toBeGreaterThan(7);
  for (const unit of units) {
    // The drop-in for all units matches this prefix.
    expect(unit).toMatch(/^tickerwire-/);
    expect(read(unit), unit).toMatch(/^MemoryMax=\d+[MG]$/m);
    if (unit !== 'tickerwire-apply.service') expect(read(unit), unit).toContain('WantedBy=tickerwire.target');
  }
  // ops/process/lifecycle.ts ends a process 15 seconds after the request to stop.
  const [, deadline] = /stopDeadlineMs = ([\d_]+);/.exec(readFileSync(join(root, 'ops/process/lifecycle.ts'), 'utf8'))!;
  for (const unit of ofNode)
    if (unit !== 'tickerwire-apply.service')
      expect(seconds(all(read(unit), 'TimeoutStopSec')[0]!) * 1_000, unit).toBeGreaterThan(Number(deadline!.replaceAll('_', '')));
  const [, hardStop] = /hard-stop-after (\d+)s/.exec(readDeployed('haproxy/common.cfg'))!;
  expect(seconds(all(read('tickerwire-balancer.service'), 'TimeoutStopSec')[0]!)).toBeGreaterThan(Number(hardStop));
});

test('every path of the project exists, and every script can be executed', () => {
  for (const unit of units) {
    const named = [...read(unit).matchAll(/\/opt\/tickerwire\/([\w./-]+)/g)].map((match) => match[1]!).filter((path) => !/%i|env\/$/.test(path));
    for (const path of named) expect(() => statSync(join(root, path)), `${unit}: ${path}`).not.toThrow();
    for (const command of all(read(unit), 'ExecStart')) {
      expect(command, unit).not.toMatch(/PASSWORD|:\/\/[^ ]*@/);
      for (const [, script] of command.matchAll(/\/opt\/tickerwire\/(\S+\.sh)/g))
        expect(statSync(join(root, script!)).mode & 0o111, script).toBe(0o111);
      for (const [, script] of command.matchAll(/ (\w\S+\.ts)/g)) expect(() => statSync(join(root, script!)), script).not.toThrow();
    }
  }
});

test('secrets reach a program by its environment only', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-credentials-'));
  writeFileSync(join(dir, 'NATS_PASSWORD'), 'a b"c\n');
  writeFileSync(join(dir, 'SMTP_URL'), '');
  const run = (env: Record<string, string>): ReturnType<typeof spawnSync> =>
    spawnSync(join(folder, 'with-credentials.sh'), ['sh', '-c', 'printf "%s|%s" "$NATS_PASSWORD" "$SMTP_URL"'], {
      env: { PATH: process.env.PATH, ...env },
      encoding: 'utf8',
    });
  expect(run({ CREDENTIALS_DIRECTORY: dir })).toMatchObject({ status: 0, stdout: 'a b"c|' });
  expect(run({}).stderr).toContain('LoadCredential');
  rmSync(dir, { recursive: true });
});

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!hasAnalyze)('systemd takes every unit (skipped where systemd-analyze is not installed)', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-units-'));
  cpSync(folder, dir, { recursive: true });
  for (const path of globSync('**/*.{service,conf}', { cwd: dir })) {
    const text = readFileSync(join(dir, path), 'utf8')
      .replaceAll(installed, root)
      .replaceAll('/usr/local/bin/nats-server', programPath('nats-server'));
    writeFileSync(join(dir, path), haproxyPath === null ? text.replaceAll('/usr/sbin/haproxy', '/bin/true') : text);
  }
  const named = [
    ...units.filter((unit) => !unit.includes('@')),
    'tickerwire-api@1.service',
    ...pipelines.map((name) => `tickerwire-pipeline@${name}.service`),
  ];
  const { stderr, status } = spawnSync('systemd-analyze', ['verify', '--man=no', ...named.map((name) => join(dir, name))], { encoding: 'utf8' });
  // Unknown before systemd 254, as the file says.
  const told = stderr.split('\n').filter((line) => line.includes(dir) && !/Unknown key '(RestartSteps|RestartMaxDelaySec)'/.test(line));
  expect(told).toEqual([]);
  expect(status).toBe(0);
  rmSync(dir, { recursive: true });
});
