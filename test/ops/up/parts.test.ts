/** The environment that each part gets. */
import { expect, onTestFinished, test } from 'vitest';
import { namesOf, parts } from '#pipeline/flow.ts';
import { keepCredentials } from '#ops/up/credentials.ts';
import { readOptions, type Mode } from '#ops/up/options.ts';
import type { PartPlan } from '#ops/up/part.ts';
import { appliedSettings, canFlushAlways, planParts, portNames, upstreamUrl, type Ports, type Setting } from '#ops/up/parts.ts';
import { scratchFolder } from '#test/support/scratch.ts';

function settingOf(mode: Mode, environment: NodeJS.ProcessEnv): Setting {
  const dir = scratchFolder(onTestFinished);
  const options = readOptions([mode, '--data-dir', dir], { root: dir, cwd: dir })!;
  const ports = Object.fromEntries(portNames.map((name, at) => [name, 10_000 + at])) as Ports;
  return { options, root: dir, ports, credentials: keepCredentials(dir), environment };
}

test.each(['demo', 'start'] as const)('a receiver on this machine is allowed by the environment of %s', (mode) => {
  const environment = { OUTBOUND_ALLOWED_ORIGINS: 'https://127.0.0.1:4443', NODE_EXTRA_CA_CERTS: '/ca.pem', WEBHOOK_REQUESTS: '7' };
  const setting = settingOf(mode, environment);
  const { env } = planParts(setting).webhooks!;
  expect(env).toMatchObject({ NODE_EXTRA_CA_CERTS: '/ca.pem', WEBHOOK_REQUESTS: '7' });
  const origins = env['OUTBOUND_ALLOWED_ORIGINS']!.split(',');
  expect(origins).toContain('https://127.0.0.1:4443');
  // The demo adds its own upstream.
  expect(origins.includes(upstreamUrl(setting))).toBe(mode === 'demo');
});

test('commands on the data folder get the settings of the service that they need, and no empty ones', () => {
  const given = { CLICKHOUSE_DATABASE: 'news', API_PUBLIC_URL: 'https://feed.example.test', FEED_MAX_AGE_DAYS: '800' };
  const { env } = planParts(settingOf('start', { ...given, RAW_MAX_BYTES: '' })).api!;
  expect(appliedSettings(env)).toEqual(given);
});

test('heaps grow slowly, the young generation is bounded except in the API, and settings of the environment win', () => {
  const { pipeline, api } = planParts(settingOf('demo', { MALLOC_ARENA_MAX: '4' }));
  const flagsOf = ({ args }: { readonly args: readonly string[] }): string[] =>
    args.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]!);
  expect(flagsOf(pipeline!)).toEqual(['--heap-growing-percent', '--max-semi-space-size']);
  expect(flagsOf(api!)).toEqual(['--heap-growing-percent']);
  for (const plan of [pipeline!, api!])
    expect(plan.env).toMatchObject({ MALLOC_ARENA_MAX: '4', MALLOC_TRIM_THRESHOLD_: expect.stringMatching(/^\d+$/) });
});

test('webhooks run in a process of their own, as a user of NATS of their own', () => {
  const setting = settingOf('demo', {});
  const { pipeline, webhooks } = planParts(setting);
  const partsOf = (plan: PartPlan | undefined): string[] => plan!.env['PIPELINE_PARTS']!.split(',').sort();
  expect(partsOf(webhooks)).toEqual(['deliver', 'match', 'notify']);
  expect([...partsOf(pipeline), ...partsOf(webhooks)].sort()).toEqual(namesOf(parts).sort());
  const login = (plan: PartPlan | undefined): unknown => [plan!.env['NATS_USER'], plan!.env['NATS_PASSWORD'], plan!.env['NATS_INBOX_PREFIX']];
  const { nats } = setting.credentials;
  expect(login(webhooks)).toEqual(['webhooks', nats.webhooks, '_INBOX_webhooks']);
  expect(login(pipeline)).toEqual(['pipeline', nats.pipeline, '_INBOX_pipeline']);
  expect(JSON.stringify(pipeline!.env)).not.toContain(nats.webhooks);
  // A process with a single part is not split.
  expect(Object.keys(planParts(settingOf('demo', { PIPELINE_PARTS: 'ingest' })))).not.toContain('webhooks');
});

test('NATS flushes each write where it knows how: 2.10 and later', () => {
  const versions = ['nats-server: v2.9.10', 'nats-server: v2.10.0', 'nats-server: v2.15.3', 'nats-server: v3.0.1', ''];
  expect(versions.map(canFlushAlways)).toEqual([false, true, true, true, false]);
});
