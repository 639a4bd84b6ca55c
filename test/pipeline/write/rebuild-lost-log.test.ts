/** `npm run rebuild` with a log that has lost records or contradicts the tables, and when the command itself is killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as requestOf } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { storedGenerations, storeGenerations } from '#clickhouse/generations.ts';
import { newestBySequence } from '#clickhouse/feed-pages.ts';
import { lastSequence, recordsBetween } from '#clickhouse/feed-records.ts';
import { insertRecords, visibleSinceBetween } from '#clickhouse/insert-records.ts';
import { migrate } from '#clickhouse/migrate.ts';
import { openStore, type Store } from '#clickhouse/store.ts';
import { dropDatabase, planSwap, rebuildStage } from '#clickhouse/swap.ts';
import { rebuild } from '#pipeline/write/rebuild.ts';
import { everything } from '#schemas/feed-filter.ts';
import { readConfig } from '#schemas/config.ts';
import type { FeedRecord, LogRecord } from '#schemas/feed-log.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { appendRecords, emptyLog, forgetUpTo, loseRecord } from '#test/support/feed-log.ts';
import { documentRecords as recordsOf } from '#test/support/records.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { startWriter, writeTo } from '#test/support/writer.ts';

const clickhouse = await sharedClickHouse();
const { nats, bus } = await sharedBus();
const config = readConfig({ NATS_URL: nats.url, CLICKHOUSE_URL: clickhouse.url, CLICKHOUSE_DATABASE: 'lost', WRITE_BATCH_ROWS: '7' });
const live = await sharedStore(clickhouse.url, 'lost');
beforeEach(async () => {
  await emptyLog(bus);
  await dropDatabase(live);
  await dropDatabase({ ...live, database: 'lost_rebuild' });
  await migrate(live);
});

const gap = { type: 'gap', v: 1 };

async function write(records: readonly FeedRecord[], generation = 10): Promise<void> {
  const lastSeq = await appendRecords(bus, records, generation);
  await writeTo(lastSeq, bus, live);
}
const stored = async (): Promise<LogRecord[]> => (await Array.fromAsync(recordsBetween(live, 1, 1_000))).map((numbered) => numbered.record);
const served = async (): Promise<number[]> => (await newestBySequence(live, everything, 1_000)).map(({ seq }) => seq);
const rowsOf = (records: readonly LogRecord[]): number[] => records.flatMap(({ type }, index) => (type === 'row' ? [index + 1] : []));
const quiet = (): void => undefined;
const openFresh = (): Store => openStore({ url: clickhouse.url, database: 'lost_rebuild', requestTimeoutMs: 15_000, maxConnections: 2 });
const Count = z.object({ count: z.int() });

describe('rebuild', () => {
  test('of a log that has let go of its begin keeps every row: what the log has not comes from the tables', async () => {
    await write(recordsOf(1, 60));
    await forgetUpTo(bus, 40);
    await loseRecord(bus, 50);
    const visible = await visibleSinceBetween(live, 1, 60);
    expect(await rebuild(config, quiet)).toEqual({ lastSeq: 60, gaps: 0 });
    // A rebuild makes no row late.
    expect(visible.size).toBe(rowsOf(recordsOf(1, 60)).length);
    expect(await visibleSinceBetween(live, 1, 60)).toEqual(visible);
    expect(await stored()).toEqual(recordsOf(1, 60));
    expect(await served()).toEqual(rowsOf(recordsOf(1, 60)));
    expect(await storedGenerations(live)).toMatchObject([{ afterSeq: 60 }]);
    expect(await rebuildStage(live)).toBe('none');
  });

  test('of a log that has lost its end keeps what refine will put back', async () => {
    await write(recordsOf(1, 30));
    await emptyLog(bus);
    await appendRecords(bus, recordsOf(1, 20), 10);
    expect(await rebuild(config, quiet)).toEqual({ lastSeq: 30, gaps: 0 });
    expect(await stored()).toEqual(recordsOf(1, 30));
  });

  test('tells how many records are nowhere', async () => {
    await appendRecords(bus, recordsOf(1, 20), 10);
    for (const seq of [3, 12]) await loseRecord(bus, seq);
    expect(await rebuild(config, quiet)).toEqual({ lastSeq: 20, gaps: 2 });
    expect(await stored()).toEqual(recordsOf(1, 20).map((one, index) => ([3, 12].includes(index + 1) ? gap : one)));
  });

  test('of tables that the log contradicts takes nothing from them where they part, and the writer goes on', async () => {
    await write(recordsOf(1, 30));
    await emptyLog(bus);
    await appendRecords(bus, recordsOf(1, 20), 10);
    await appendRecords(bus, recordsOf(101, 125), 20);
    await forgetUpTo(bus, 5);
    for (const seq of [15, 25]) await loseRecord(bus, seq);
    expect(await rebuild(config, quiet)).toEqual({ lastSeq: 45, gaps: 2 });
    const expected = [...recordsOf(1, 14), gap, ...recordsOf(16, 20), ...recordsOf(101, 104), gap, ...recordsOf(106, 125)];
    expect(await stored()).toEqual(expected);
    const writer = startWriter(bus, live);
    await until('the writer to be ready', () => writer.state() === 'ok');
    await appendRecords(bus, recordsOf(126, 130), 20);
    await until('the writer to go on', async () => (await lastSequence(live)) === 50);
    await writer.stop();
    expect(await stored()).toEqual([...expected, ...recordsOf(126, 130)]);
    // Those of the log, and the new one.
    expect((await storedGenerations(live)).at(-1)).toMatchObject({ afterSeq: 45 });
  });
});

describe('a rebuild that was killed', () => {
  const script = fileURLToPath(new URL('../../../ops/scripts/rebuild.ts', import.meta.url));
  /** Starts the command in a process of its own. */
  function startRebuild(clickhouseUrl: string, batchRows: number): ChildProcess {
    const own = { NATS_URL: nats.url, CLICKHOUSE_URL: clickhouseUrl, CLICKHOUSE_DATABASE: 'lost', WRITE_BATCH_ROWS: String(batchRows) };
    const env = { ...process.env, ...own };
    return spawn(process.execPath, [script, '--quiet'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  }

  async function killedWhileCopying(batchRows: number): Promise<void> {
    const child = startRebuild(clickhouse.url, batchRows);
    const gone = once(child, 'exit');
    await until('the rebuild to have come that far', async () => (await rebuildStage(live)) === 'copying');
    child.kill('SIGKILL');
    await gone;
  }

  /** Kills the rebuild at the swap after `swaps` ones. A proxy catches that moment, which polling would miss. */
  async function killedInSwap(batchRows: number, swaps: number): Promise<void> {
    let asked = 0;
    const gate = createServer((request, response) => {
      void buffer(request).then((body) => {
        const isSwap = body.includes('EXCHANGE TABLES');
        if (isSwap && (asked += 1) > swaps) return void child.kill('SIGKILL');
        const at = new URL(request.url!, clickhouse.url);
        const to = requestOf(at, { method: request.method, headers: { ...request.headers, host: at.host } }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        });
        to.end(body);
      });
    });
    await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
    const through = new URL(clickhouse.url);
    through.port = String((gate.address() as AddressInfo).port);
    const child = startRebuild(through.href, batchRows);
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    gate.closeAllConnections();
    gate.close();
    expect(await rebuildStage(live)).toBe('swapping');
  }

  test('while it copied is cleaned up by the next start of the writer', async () => {
    await write(recordsOf(1, 200));
    await killedWhileCopying(1);
    expect(await rebuildStage(live)).toBe('copying');
    const writer = startWriter(bus, live);
    await until('it to be cleaned up', async () => (await rebuildStage(live)) === 'none');
    await appendRecords(bus, recordsOf(201, 205), 10);
    await until('the writer to go on', async () => (await lastSequence(live)) === 205);
    await writer.stop();
    expect(await stored()).toEqual(recordsOf(1, 205));
  });

  test('in its swap, after a table, leaves a mixture that serves what both sides would: the live tables were brought to the sequence of the new ones', async () => {
    await write(recordsOf(1, 20));
    await appendRecords(bus, recordsOf(21, 60), 10);
    await killedInSwap(20, 1);
    expect(await lastSequence(live)).toBe(60);
    expect(await served()).toEqual(rowsOf(recordsOf(1, 60)));
    expect(await stored()).toEqual(recordsOf(1, 60));
    await appendRecords(bus, recordsOf(61, 65), 10);
    await writeTo(65, bus, live);
    expect(await rebuildStage(live)).toBe('none');
    expect(await stored()).toEqual(recordsOf(1, 65));
  });

  test('while another is at work leaves that one alone', async () => {
    await write(recordsOf(1, 20));
    const fresh = openFresh();
    await migrate(fresh);
    await fresh.close();
    await appendRecords(bus, recordsOf(21, 25), 10);
    await writeTo(25, bus, live, { isRebuilding: () => Promise.resolve(true) });
    expect(await rebuildStage(live)).toBe('copying');
  });

  test('in the middle of the swap is finished by the next rebuild', async () => {
    await write(recordsOf(1, 30));
    const fresh = openFresh();
    await migrate(fresh);
    await storeGenerations(fresh, [{ id: 10, afterSeq: 0 }]);
    await insertRecords(fresh, recordsOf(1, 30).map((one, index) => ({ seq: index + 1, record: one }))); // prettier-ignore
    await planSwap(live);
    // The furthest state that a kill may leave; the live tables are worthless by then.
    for (const table of ['drops', 'feed']) {
      await live.command({ name: 'spoil', text: `TRUNCATE TABLE ${table}` });
      await live.command({ name: 'swap', text: `EXCHANGE TABLES lost.${table} AND lost_rebuild.${table}` });
    }
    for (const table of ['feed_keys', 'story_sources']) await live.command({ name: 'spoil', text: `TRUNCATE TABLE ${table}` });
    await appendRecords(bus, recordsOf(31, 35), 10);
    expect(await rebuild(config, quiet)).toEqual({ lastSeq: 35, gaps: 0 });
    await writeTo(35, bus, live);
    expect(await rebuildStage(live)).toBe('none');
    expect(await stored()).toEqual(recordsOf(1, 35));
    const keys = await live.query({ name: 'count', text: "SELECT count() AS count FROM feed_keys FINAL WHERE scope = ''" }, {}, Count);
    expect(keys[0]!.count).toBe(rowsOf(recordsOf(1, 35)).length);
    await fresh.close();
  });
});
