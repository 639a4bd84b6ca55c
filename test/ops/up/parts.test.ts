/** What the parts are given of the environment. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keepCredentials } from '#ops/up/credentials.ts';
import { readOptions, type Mode } from '#ops/up/options.ts';
import { planParts, portNames, upstreamUrl, type Ports, type Setting } from '#ops/up/parts.ts';

function settingOf(mode: Mode, environment: NodeJS.ProcessEnv): Setting {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-parts-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const options = readOptions([mode, '--data-dir', dir], { root: dir, cwd: dir })!;
  const ports = Object.fromEntries(portNames.map((name, at) => [name, 10_000 + at])) as Ports;
  return { options, root: dir, ports, credentials: keepCredentials(dir), environment };
}

test.each(['demo', 'start'] as const)('a receiver on this machine is allowed by the environment of %s', (mode) => {
  const environment = { OUTBOUND_ALLOWED_ORIGINS: 'https://127.0.0.1:4443', NODE_EXTRA_CA_CERTS: '/ca.pem', WEBHOOK_REQUESTS: '7' };
  const setting = settingOf(mode, environment);
  const { env } = planParts(setting).pipeline!;
  expect(env).toMatchObject({ NODE_EXTRA_CA_CERTS: '/ca.pem', WEBHOOK_REQUESTS: '7' });
  const origins = env['OUTBOUND_ALLOWED_ORIGINS']!.split(',');
  expect(origins).toContain('https://127.0.0.1:4443');
  // The demo's own upstream is beside it.
  expect(origins.includes(upstreamUrl(setting))).toBe(mode === 'demo');
});

test('the demo without such settings allows its upstream alone', () => {
  const setting = settingOf('demo', {});
  expect(planParts(setting).pipeline!.env['OUTBOUND_ALLOWED_ORIGINS']).toBe(upstreamUrl(setting));
});
