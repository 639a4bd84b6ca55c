/** The settings of a command that runs next to a service. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError, serviceConfig } from '#ops/scripts/service-config.ts';
import { scratchFolder } from '#test/support/scratch.ts';

const folder = scratchFolder();

const put = (name: string, value: unknown): void => writeFileSync(join(folder, name), JSON.stringify(value));

const run = { api: 'http://127.0.0.1:1', mcp: 'http://127.0.0.1:2', ops: 'http://127.0.0.1:3', keys: { free: 'f', basic: 'b', pro: 'p' } };

test('a folder on which no service was started is an error that names it', () => {
  expect(() => serviceConfig(folder, {})).toThrow(CommandError);
  expect(() => serviceConfig(folder, {})).toThrow(/services\.json/);
});

test("beside the demo every source is the demo's own upstream, the agencies' calendars too", () => {
  put('services.json', { nats: 'nats://127.0.0.1:4333', redis: 'redis://127.0.0.1:6333', clickhouse: 'http://127.0.0.1:8333' });
  put('run.json', { ...run, upstream: 'http://127.0.0.1:9' });
  const config = serviceConfig(folder, {});
  const { BLS_URL, BEA_URL, CENSUS_URL, FED_URL, DOL_URL, EDGAR_URL, EARNINGS_DATES_URL, SYMBOL_LISTINGS_URL } = config;
  const sources = [BLS_URL, BEA_URL, CENSUS_URL, FED_URL, DOL_URL, EDGAR_URL, EARNINGS_DATES_URL];
  expect(new Set(sources)).toEqual(new Set(['http://127.0.0.1:9']));
  expect(SYMBOL_LISTINGS_URL).toBe('http://127.0.0.1:9/dynamic/symdir');
  expect(config.SOURCES_FILE).toBe(join(folder, 'sources.json'));
  expect(config.NATS_URL).toEqual(['nats://127.0.0.1:4333']);
});

test('damaged settings are an error with the advice to restart the service', () => {
  writeFileSync(join(folder, 'services.json'), '{"nats"');
  expect(() => serviceConfig(folder, {})).toThrow(/services\.json is damaged: restart the service/);
});

test('allowed origins are those of the service, of the environment and of its upstream', () => {
  const services = { nats: 'nats://127.0.0.1:4333', redis: 'redis://127.0.0.1:6333', clickhouse: 'http://127.0.0.1:8333' };
  put('services.json', { ...services, settings: { OUTBOUND_ALLOWED_ORIGINS: 'https://127.0.0.1:1' } });
  put('run.json', { ...run, upstream: 'http://127.0.0.1:9' });
  const allowed = serviceConfig(folder, { OUTBOUND_ALLOWED_ORIGINS: 'https://127.0.0.1:2' }).OUTBOUND_ALLOWED_ORIGINS;
  expect(allowed).toEqual(['https://127.0.0.1:1', 'https://127.0.0.1:2', 'http://127.0.0.1:9']);
  // The address that the service's clients use, not the one at which its API listens.
  expect(serviceConfig(folder, {}).API_PUBLIC_URL).toBe(run.api);
  put('services.json', { ...services, settings: { API_PUBLIC_URL: 'https://feed.example.test' } });
  expect(serviceConfig(folder, {}).API_PUBLIC_URL).toBe('https://feed.example.test');
  put('services.json', services);
});

test('beside a service without an upstream of its own the sources are the real ones, or those of the environment', () => {
  put('run.json', { ...run, upstream: null });
  expect(serviceConfig(folder, {}).BLS_URL).toBe('https://www.bls.gov');
  expect(serviceConfig(folder, { BLS_URL: 'https://mirror.example' }).BLS_URL).toBe('https://mirror.example');
});
