import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, onTestFinished } from 'vitest';
import { z } from 'zod';
import { migrate, planMigration } from '#clickhouse/migrate.ts';
import { checkSchema } from '#clickhouse/schema/check.ts';
import { readMigrations } from '#clickhouse/schema/migrations.ts';
import { planSchema } from '#clickhouse/schema/plan.ts';
import { presentSchema } from '#clickhouse/schema/present.ts';
import { verifySchema } from '#clickhouse/schema/verify.ts';
import { wantedTables } from '#clickhouse/schema/wanted.ts';
import { loadQuery } from '#clickhouse/sql.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { fillSearch } from '#ops/lab/bench/store/fill-search.ts';
import { fillStore } from '#ops/lab/bench/store/fill.ts';
import { applySides, tableSide } from '#ops/scripts/apply/apply-control-plane.ts';
import { readConfig } from '#schemas/config.ts';
import { ControlPlaneError } from '#schemas/control-plane.ts';
import { startClickHouse } from '#test/support/clickhouse.ts';
import { sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { openTestStore } from './fresh-store.ts';
import { scratchFolder } from '#test/support/scratch.ts';

let store: Store;
let folder: string;
const server = await sharedClickHouse();
beforeEach(async () => {
  store = openTestStore(server.url);
  folder = scratchFolder(onTestFinished);
});
afterEach(() => store.close());

const command = (text: string): Promise<void> => store.command({ name: 'test', text });
const apply = async (isForced = false, env: Readonly<Record<string, string>> = {}) =>
  applySides([await tableSide(store, readConfig(env))], { isForced });
const newest = readMigrations().at(-1)!;
/** Records a later release's change of the database in the ledger, as that release would. */
async function recordLater(compatibleFrom: number): Promise<string> {
  const number = newest.number + 1;
  const name = `${String(number).padStart(4, '0')}_later.sql`;
  await store.insert('schema_versions', [{ number, name, checksum: 'later', compatible_from: compatibleFrom }]);
  return name;
}

test('the wanted columns are read from tables/ as the engine makes them', async () => {
  await migrate(store);
  const present = await presentSchema(store);
  for (const { name, columns, engine } of wantedTables()) {
    expect([...columns], name).toEqual([...present.columns.get(name)!]);
    expect(present.engines.get(name), name).toBe(engine);
  }
  expect(wantedTables().map(({ name }) => name)).toContain('feed');
});

test('tables keep rows for as long as settings say; a shorter time has to be forced', async () => {
  await apply(false, { RADAR_DIGESTS_MAX_AGE_DAYS: '100' });
  expect(await apply(false, { RADAR_DIGESTS_MAX_AGE_DAYS: '100' })).toEqual([]);
  const longer = `change table ${store.database}.radar_digests: keep rows for 100 days -> for 200 days (RADAR_DIGESTS_MAX_AGE_DAYS)`;
  expect(await apply()).toEqual([{ says: longer, loss: null, impossible: null }]);
  expect(await apply()).toEqual([]);
  const attempt = { webhook_id: 'hook', number: 1, attempt: 1, kind: 'news', created_at: '2026-01-01 00:00:00', ticker: '', feed_seq: 1, uid: 1, duration_ms: 1, status: 200, error: '', answer: '' }; // prettier-ignore
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 23).replace('T', ' ');
  await store.insert('webhook_attempts', [20, 1].map((days) => ({ ...attempt, account_id: `of ${days} days`, attempted_at: daysAgo(days) }))); // prettier-ignore
  await expect(apply(false, { WEBHOOK_ATTEMPTS_MAX_AGE_DAYS: '10' })).rejects.toThrow(
    'webhook_attempts: keep rows for 30 days -> for 10 days (WEBHOOK_ATTEMPTS_MAX_AGE_DAYS); deletes older rows',
  );
  await apply(true, { WEBHOOK_ATTEMPTS_MAX_AGE_DAYS: '10' });
  await command('OPTIMIZE TABLE webhook_attempts FINAL');
  const left = await store.query({ name: 'test', text: 'SELECT account_id FROM webhook_attempts' }, {}, z.object({ account_id: z.string() }));
  expect(left).toEqual([{ account_id: 'of 1 days' }]);
});

test('every fill and every query of the benchmarks works on the present tables', async () => {
  await migrate(store);
  const run = new Set<string>();
  const told: Store = { ...store, command: (query, params) => (run.add(query.name), store.command(query, params)) };
  const ask = async (name: string, params = {}): Promise<Record<string, unknown>[]> =>
    store.query(loadQuery(name), params, z.record(z.string(), z.unknown()));
  const endMs = Date.UTC(2026, 9, 1);
  await told.command(loadQuery('bench/fill-radar'), { rows: 20, tickers: 5, end_ms: endMs });
  const [scan] = await ask('bench/scan-radar', { cutoff_ms: endMs, tones_ms: 2 * 86_400_000, reach_ms: 31 * 86_400_000 });
  expect(scan).toMatchObject({ narrow: expect.any(Number), tones: expect.any(Number) });
  expect(scan).not.toMatchObject({ tones: 0 });
  await command('TRUNCATE TABLE feed');
  const [rows, headRows] = [250, 300];
  await fillStore(told, rows, 50);
  await fillSearch(told, rows, () => {}, 50);
  const held = new Map((await ask('bench/table-sizes')).map((size) => [size['table'], Number(size['rows'])]));
  expect(held.get('feed')).toBe(rows + headRows);
  for (const table of ['feed_keys', 'feed_uids', 'story_sources', 'insider_trades', 'earnings_reads'])
    expect(held.get(table), table).toBeGreaterThan(0);
  expect((await ask('bench/terms-size'))[0]).toMatchObject({ entries: expect.any(Number), bytes: expect.any(Number) });
  expect(await ask('bench/bare-search', { terms: [''], count: 1 })).toHaveLength(20);
  const fills = readdirSync(new URL('../../clickhouse/queries/bench/', import.meta.url)).filter((name) => name.startsWith('fill-'));
  expect(fills.filter((name) => !run.has(`bench/${name.replace('.sql', '')}`))).toEqual([]);
});

describe('a process', () => {
  test.each([
    ['there is no database', null, `database DB has migration none, this release needs ${newest.name}: run npm run admin -- apply`],
    ['a table is gone', 'DROP TABLE drops', 'table DB.drops is missing, though its migrations were applied: run npm run admin -- apply --dry-run'],
    [
      'a column has another type',
      'ALTER TABLE feed MODIFY COLUMN relevance UInt16',
      'cannot change table DB.feed: column relevance UInt16 -> UInt8: it was changed by hand: change it back by hand',
    ],
    [
      'a column is gone',
      'ALTER TABLE drops DROP COLUMN reason',
      'cannot change table DB.drops: column reason missing -> LowCardinality(String): it was changed by hand: change it back by hand',
    ],
  ])('refuses in one line where %s, and changes nothing', async (_, statement, line) => {
    if (statement !== null) {
      await migrate(store);
      await command(statement);
    }
    const before = await presentSchema(store);
    await expect(verifySchema(store)).rejects.toThrow(new ControlPlaneError(line.replace('DB', store.database)));
    expect(await presentSchema(store)).toEqual(before);
  });

  test('works on the tables of a later release that is compatible, wider columns included, and says so', async () => {
    await migrate(store);
    const name = await recordLater(newest.number);
    await command('ALTER TABLE feed ADD COLUMN of_later String');
    await command('ALTER TABLE feed MODIFY COLUMN relevance UInt16');
    expect(await verifySchema(store)).toEqual([
      `database ${store.database} has migration ${name} of a newer release, which is compatible with this one`,
    ]);
    expect(await apply()).toEqual([]);
  });

  test('refuses the tables of a later release that is not compatible, as an application does', async () => {
    await migrate(store);
    const name = await recordLater(newest.number + 1);
    const line = `cannot run this release on database ${store.database}: it has migration ${name} of a newer release, which is not compatible with this one: run the newer release`;
    await expect(verifySchema(store)).rejects.toThrow(line);
    await expect(apply(true)).rejects.toThrow(line);
  });

  test('for a cluster refuses tables of a single server', async () => {
    await migrate(store);
    const onCluster = { database: store.database, cluster: 'main', migrations: readMigrations(), tables: wantedTables() };
    const { changes } = planSchema(onCluster, await presentSchema(store));
    const drops = changes.find(({ says }) => says.includes('.drops: '));
    expect(drops).toMatchObject({
      says: `change table ${store.database}.drops: engine ReplacingMergeTree -> ReplicatedReplacingMergeTree (CLICKHOUSE_CLUSTER)`,
    });
    expect(changes).toHaveLength(wantedTables().length);
    for (const { impossible } of changes) expect(impossible).not.toBeNull();
  });

  test('starts while the store is unreachable, and reports once that tables are missing and when they are there', async () => {
    const own = await startClickHouse();
    const late = openStore({ url: own.url, database: 'late', requestTimeoutMs: 10_000, maxConnections: 2 });
    await own.kill();
    const refused: string[] = [];
    const check = await checkSchema(late, (error) => refused.push(error.message));
    expect(check.state()).toBe('ClickHouse has not answered yet');
    await own.restart();
    await until('the lack to be told', () => refused.length > 0);
    expect(check.state()).toBe(refused[0]);
    expect(refused[0]).toContain('database late has migration none');
    const verified = check.verified(new AbortController().signal);
    // Made elsewhere and renamed into place at once: the check would otherwise report missing tables at each look.
    const made = openStore({ url: own.url, database: 'made', requestTimeoutMs: 10_000, maxConnections: 1 });
    await migrate(made);
    await made.commandOutside({ name: 'rename', text: 'RENAME DATABASE made TO late' });
    await made.close();
    await verified;
    expect([check.state(), refused.length]).toEqual(['ok', 1]);
    check.stop();
    await late.close();
    await own.stop();
  });

  test('does not start on a store that answers and lacks tables', async () => {
    await expect(checkSchema(store, () => undefined)).rejects.toThrow('run npm run admin -- apply');
  });
});

describe('an application', () => {
  test('makes a missing table only when forced, because its rows are lost', async () => {
    await apply();
    await command('DROP TABLE drops');
    await expect(apply()).rejects.toThrow(
      `make table ${store.database}.drops, empty; its rows are lost: restore a backup, or refill it with npm run rebuild`,
    );
    await apply(true);
    expect(await verifySchema(store)).toEqual([]);
  });

  test('has to be forced where a migration deletes', async () => {
    await writeFile(join(folder, '0001_one.sql'), "CREATE TABLE one (a UInt8, b String DEFAULT 'DROP') ENGINE = MergeTree ORDER BY a;\n");
    expect((await planMigration(store, { folder })).changes).toMatchObject([{ loss: null }]);
    await writeFile(join(folder, '0002_two.sql'), '-- Why DROP.\nALTER TABLE one DROP COLUMN b;\n');
    expect((await planMigration(store, { folder })).changes).toMatchObject([
      { loss: null },
      { says: `apply 0002_two.sql to database ${store.database}`, loss: 'deletes: DROP COLUMN b' },
    ]);
  });
});

test('the ledger records with each migration which releases are compatible with it', async () => {
  const one = 'CREATE TABLE IF NOT EXISTS one (a UInt8) ENGINE = MergeTree ORDER BY a;\n';
  await writeFile(join(folder, '0001_known.sql'), one);
  await writeFile(join(folder, '0002_added.sql'), `-- Compatible from: 0001\n${one}`);
  await writeFile(join(folder, '0003_changed.sql'), one);
  await migrate(store, { folder });
  expect((await presentSchema(store)).applied.map(({ number, compatible_from: from }) => [number, from])).toEqual([[1, 1], [2, 1], [3, 3]]); // prettier-ignore
});
