import { afterAll, describe, expect, test } from 'vitest';
import { openBus } from '#ops/nats/nats.ts';
import { readConfig } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { testLog } from '#test/support/log.ts';
import { sharedClickHouse, sharedNats } from '#test/support/shared-servers.ts';
import { runScript } from './run-script.ts';

const clickhouse = await sharedClickHouse();
const nats = await sharedNats();
const env = { NATS_URL: nats.url, CLICKHOUSE_URL: clickhouse.url };
const bus = await openBus(readConfig(env), 'test', testLog);
afterAll(() => bus.close());

const apply = (words: readonly string[] = [], own: Readonly<Record<string, string>> = {}) =>
  runScript('ops/scripts/admin.ts', ['apply', ...words], { ...env, ...own });
const names = async (): Promise<string[]> => (await Array.fromAsync(bus.jsm.streams.list())).map(({ config }) => config.name);

describe('npm run admin -- apply', () => {
  test('says what it would do, does it, and then finds nothing to do', async () => {
    const planned = await apply(['--dry-run']);
    expect(planned).toMatchObject({ code: 0, errors: '' });
    expect(await names()).toEqual([]);
    const lines = planned.out.trim().split('\n');
    expect(lines[0]).toBe('make stream RAW');
    expect(lines).toContain('apply 0001_tables.sql to database tickerwire');
    expect(lines.at(-1)).toBe(`${lines.length - 1} changes would be made`);

    const made = await apply();
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(made.out.trim().split('\n')).toEqual([...lines.slice(0, -1), `${lines.length - 1} changes were made`]);
    expect(await names()).toContain(streams.feed);

    expect(await apply()).toMatchObject({ code: 0, out: 'nothing to change\n' });
    expect(JSON.parse((await apply(['--json'])).out)).toEqual({ changes: [], applied: true });
  });

  test('destroys nothing unless it is told to, on neither store: where one change is refused none is made', async () => {
    const own = { FEED_MAX_AGE_DAYS: '200', CLICKHOUSE_DATABASE: 'other' };
    const refused = await apply([], own);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.errors).toBe(
      'nothing was changed:\n  change stream FEED: max_age 400 days -> 200 days (FEED_MAX_AGE_DAYS); deletes older messages\nnpm run admin -- apply --force makes these changes\n',
    );
    expect((await apply(['--dry-run'], own)).out).toContain('deletes older messages (needs --force)\napply 0001_tables.sql to database other\n');
    const forced = await apply(['--force'], own);
    expect(forced.code).toBe(0);
    expect((await bus.jsm.streams.info(streams.feed)).config.max_age).toBe(200 * 86_400e9);
  });

  test.each([
    [[], { CLICKHOUSE_URL: 'http://someone:hidden@127.0.0.1:1' }, /^no ClickHouse answers at http:\/\/127\.0\.0\.1:1: start the service/],
    [[], { NATS_URL: 'nats://127.0.0.1:1' }, /^no NATS server answers at nats:\/\/127\.0\.0\.1:1: start the service/],
    [[], { RAW_MAX_BYTES: 'much' }, /^configuration: RAW_MAX_BYTES="much"/],
  ] as const)(
    'reports %o with %o in one line and ends with code 1',
    async (words, own, line) => {
      const { code, out, errors } = await apply(words, own);
      expect([code, out]).toEqual([1, '']);
      expect(errors).toMatch(line);
    },
    60_000,
  );
});
