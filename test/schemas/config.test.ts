/** Names in the environment: a misspelt setting stops the start, another program's variable does not. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#schemas/config.ts';

test.each([
  ['PUBLISHER_POL_MS', 'PUBLISHER_POLL_MS'],
  ['PUBLISHER_POLL_SECONDS', 'PUBLISHER_POLL_MS'],
  ['CLICKHOUSE_PASWORD', 'CLICKHOUSE_PASSWORD'],
  ['SOURCE_FILES', 'SOURCES_FILE'],
  ['FEED_MAX_AGE', 'FEED_MAX_AGE_DAYS'],
])('%s is refused with the nearest name, and its value is not told', (name, nearest) => {
  const read = () => readConfig({ [name]: 's3cret' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`configuration: ${name} is not a setting; did you mean ${nearest}?`);
  expect(read).not.toThrow('s3cret');
});

test('variables of other programs are ignored', () => {
  const names = `API_KEY API_TOKEN BEA_API_KEY CENSUS_API_KEY CURSOR_TRACE_ID EDGAR_IDENTITY FRED_API_KEY CLICKHOUSE_HOST CLICKHOUSE_DB
    CLICKHOUSE_SKIP_USER_SETUP NATS_CONTEXT NATS_CREDS REDIS_HOST REDISCLI_AUTH OTEL_SERVICE_NAME OTEL_TRACES_SAMPLER
    OAUTH_CLIENT_ID OAUTH_CLIENT_SECRET OTEL_EXPORTER_OTLP_PROTOCOL OTEL_RESOURCE_ATTRIBUTES MCP_HOST DOC_URL LOG_FORMAT MAIL USER HOSTNAME USER_ID PIPELINE_WORKSPACE SMTP_HOST
    WEBHOOK_URL RADAR_SERVICE_HOST OPS_PORT_9090_TCP_ADDR INGEST_SERVICE_PORT_OPS npm_config_cache PATH`;
  const redis = 'redis://127.0.0.1:6380';
  // REDIS_URI resembles a setting. It is accepted as another program's name for the same value when that setting is given.
  const others = { ...Object.fromEntries(names.split(/\s+/).map((name) => [name, '1'])), REDIS_URI: redis, REDIS_URL: redis };
  expect(readConfig(others)).toEqual(readConfig({ REDIS_URL: redis }));
});

test('every name that the deployments of this repository set is ignored, or is a setting', () => {
  const folder = fileURLToPath(new URL('../../ops/deploy/', import.meta.url));
  const text = globSync('**/*.{env,yaml,example,sh}', { cwd: folder })
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');
  const names = new Set([...text.matchAll(/\b[A-Z]+_[A-Z_]+\b/g)].map(([name]) => name));
  expect(names.size).toBeGreaterThan(50);
  const refused = [...names].filter((name) => {
    try {
      readConfig({ [name]: '1' });
      return false;
    } catch (error) {
      return (error as Error).message.includes(`${name} is not a setting`);
    }
  });
  expect(refused).toEqual([]);
});

test.each([
  ['redis://127.0.0.1:6379', 'redis://127.0.0.1:6379'],
  ['redis://:secret@cache.example', 'redis://cache.example:6379/1'],
  ['redis://a.example:1,redis://b.example:2', 'redis://b.example:2'],
  ['cache.example:6379', 'redis://cache.example'],
  ['redis://localhost:6379', 'redis://127.0.0.1'],
  ['redis://127.0.0.1', 'redis://[::1]:6379'],
])('counters in %s and pages in %s are one server, which is refused', (REDIS_URL, REDIS_CACHE_URL) => {
  expect(() => readConfig({ REDIS_URL, REDIS_CACHE_URL })).toThrow('REDIS_CACHE_URL: must name another server than REDIS_URL');
});

test.each([
  ['redis://127.0.0.1:6379', ''],
  ['redis://127.0.0.1:6379', 'redis://127.0.0.1:6380'],
  [undefined, 'redis://127.0.0.1:6379'],
])('counters in %s and pages in %s are two', (REDIS_URL, REDIS_CACHE_URL) => {
  expect(readConfig({ REDIS_URL, REDIS_CACHE_URL })).toMatchObject({ REDIS_CACHE_URL });
});
