import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { z } from 'zod';
import { createCaller } from '#api/auth/caller.ts';
import type { ApiDeps } from '#api/deps.ts';
import { exportDays, type ExportList } from '#api/export/export.ts';
import { createExportFiles } from '#api/export/files.ts';
import { dayFile, dayRows } from '#clickhouse/export.ts';
import { readConfig } from '#schemas/config.ts';
import type { StoredItem } from '#schemas/item.ts';
import { plans } from '#schemas/plan.ts';
import type { PlanName } from '#schemas/vocabulary.ts';
import { call, startApiOn } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { sharedApi, sharedGround } from '#test/support/shared-servers.ts';
import { insiderTrade, revisionRecord, tradeRow } from '#test/support/trades.ts';
import { until } from '#test/support/until.ts';
import { parseCsv } from '../insider/parse-csv.ts';

const nowMs = Date.parse('2026-11-20T12:00:00Z');
const [before, yesterday, today] = ['2026-11-18', '2026-11-19', '2026-11-20'] as const;
/** The rows are in another order than that of publication. */
const times = ['23:59:59.999', '00:00:00.000', '09:30:00.123', '09:30:00.123', '16:00:00.000'];
const rowsOf = (date: string) =>
  times.map((time, at) =>
    rowRecord(`${date} ${at}, with a comma, a "quote", a break and ünïcode`, {
      publishedAt: `${date}T${time}Z`,
      tickers: ['AAPL', 'MSFT'].slice(0, 1 + (at % 2)),
    }),
  );
const rows = { [before]: rowsOf(before), [yesterday]: rowsOf(yesterday), [today]: rowsOf(today).slice(1, 3) };
const old = rowRecord('before the archive of Free', { publishedAt: '2026-09-01T00:00:00.000Z' });

const keys: Partial<Record<PlanName, string>> = {};
const ground = await sharedGround();
// The rows of a day are spread over the log.
await ground.append([...rows[yesterday].slice(0, 2), ...rows[before], old, ...rows[yesterday].slice(2), ...rows[today]]);
for (const plan of ['free', 'pro'] as const) keys[plan] = (await ground.account(plan, { perMinute: 100_000, perDay: 1_000_000 })).key;
const api = await sharedApi(ground, {}, () => nowMs);

const list = async (plan: PlanName = 'pro') => (await call<z.infer<typeof ExportList>>(`${api.url}/api/export/`, { key: keys[plan]! })).body.days;
const file = (query: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<Response> =>
  fetch(`${api.url}/api/export/news/?${query}`, { method, headers: { authorization: `Bearer ${keys.pro}`, ...headers } });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
/** The line of a row: the row of the feed with its story. */
const lineOf = ({ item, story_id }: (typeof rows)[typeof today][number]) => ({ ...item, story_id });

describe('the list of days', () => {
  test('has each day of the archive, newest first, with checksums of the complete days', async () => {
    const days = await list();
    expect(days.map(({ date, rows: count, complete }) => [date, count, complete])).toEqual([
      [today, 2, false],
      [yesterday, 5, true],
      [before, 5, true],
      ['2026-09-01', 1, true],
    ]);
    for (const { complete, files } of days)
      for (const { url, bytes, sha256: sum } of files) {
        const body = await bytesOf(await fetch(url, { headers: { authorization: `Bearer ${keys.pro}` } }));
        expect([bytes, sum]).toEqual(complete ? [body.length, sha256(body)] : [null, null]);
      }
    expect((await list('free')).map(({ date }) => date)).toEqual([today, yesterday, before]);
  });

  test('makes every missing file, however long the first ones take', async () => {
    const made = new Set<string>();
    const days = [today, yesterday, before].map((date) => ({ date, rows: 1, seqTo: 1, versionTo: 0 }));
    const keyOf = (day: { readonly date: string }, format: string): string => `${day.date} ${format}`;
    let steadyMs = 0;
    const deps = {
      nowMs: () => nowMs,
      steadyMs: () => (steadyMs += 60_000),
      publicUrl: () => 'http://api.example',
      exports: {
        days: async () => days,
        checksum: (day: { readonly date: string }, format: string) => (made.has(keyOf(day, format)) ? { bytes: 1, sha256: 'a' } : undefined),
        file: async (day: { readonly date: string }, format: string) => void made.add(keyOf(day, format)),
      },
    };
    const given = { path: {}, query: '', accepted: 'application/json' };
    const caller = createCaller({ id: 'a', plan: 'pro', requests_per_minute: null, requests_per_day: null }, plans);
    await exportDays.call(given, caller, deps as unknown as ApiDeps);
    expect([...made]).toEqual([yesterday, before].flatMap((date) => ['ndjson', 'csv', 'parquet'].map((format) => `${date} ${format}`)));
  });

  test('shows another checksum once a late row has arrived', async () => {
    const sums = async () => (await list()).flatMap(({ date, files }) => files.map(({ format, sha256: sum }) => `${date} ${format} ${sum}`));
    const first = await sums();
    expect(await sums()).toEqual(first);
    await ground.append([rowRecord('late', { publishedAt: '2026-09-01T23:00:00.000Z' })]);
    const changed = (await sums()).filter((sum) => !first.includes(sum));
    expect(changed.map((sum) => sum.slice(0, 14))).toEqual(['2026-09-01 ndj', '2026-09-01 csv', '2026-09-01 par']);
  });
});

describe('a file', () => {
  test('NDJSON: the rows of the feed with their stories, in the order of the log', async () => {
    const response = await file(`date=${yesterday}`);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'x-service-rows', 'x-service-complete'].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="news-${yesterday}.ndjson"`,
      'x-service-rows': '5',
      'x-service-complete': 'true',
    });
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(rows[yesterday].map(lineOf));
  });

  test('CSV: a header, then the rows', async () => {
    const text = await (await file(`date=${yesterday}&format=csv`)).text();
    const [header, ...lines] = parseCsv(text.replaceAll(/(?<=[\w"])\n/g, '\r\n'));
    const found = lines.map((line) => Object.fromEntries(header!.map((name, at) => [name, line[at]])));
    expect(
      found.map(({ uid, time_published, tickers, document }) => ({ uid, time_published, tickers, document: JSON.parse(document!) as unknown })),
    ).toEqual(
      rows[yesterday].map((row) => ({
        uid: row.uid,
        time_published: row.item.original.time_published,
        tickers: row.item.enrichment.tickers.join(' '),
        document: lineOf(row),
      })),
    );
  });

  test('Parquet: opened by another reader', async () => {
    const body = await bytesOf(await file(`date=${yesterday}&format=parquet`));
    const found = await parquetReadObjects({
      file: Uint8Array.from(body).buffer,
      compressors: { ZSTD: (input: Uint8Array) => Uint8Array.from(zstdDecompressSync(input)) },
    });
    expect(
      found.map(({ uid, time_published, tickers, title, relevance_score, document }) => ({
        uid,
        time_published,
        tickers,
        title,
        relevance_score,
        document: JSON.parse(String(document)) as unknown,
      })),
    ).toEqual(
      rows[yesterday].map((row) => ({
        uid: row.uid,
        time_published: new Date(row.item.original.time_published),
        tickers: row.item.enrichment.tickers,
        title: row.item.original.title,
        relevance_score: row.item.enrichment.relevance_score,
        document: lineOf(row),
      })),
    );
  });

  test('is the same for every size of the parts in which it is read', async () => {
    const day = await dayRows(ground.store, yesterday);
    for (const format of ['ndjson', 'csv'] as const) {
      const files = await Promise.all(
        [1, 2, 5, 1_000].map(async (partRows) => Buffer.concat(await Array.fromAsync(dayFile(ground.store, day, format, partRows))).toString()),
      );
      expect(new Set(files).size).toBe(1);
    }
  });

  test('can be resumed at any byte, but not after the file has changed', async () => {
    const whole = await file(`date=${yesterday}`);
    const etag = whole.headers.get('etag')!;
    const body = await bytesOf(whole);
    const part = await file(`date=${yesterday}`, { range: 'bytes=100-', 'if-range': etag });
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 100-${body.length - 1}/${body.length}`,
      String(body.length - 100),
    ]);
    expect((await bytesOf(part)).equals(body.subarray(100))).toBe(true);
    expect((await bytesOf(await file(`date=${yesterday}`, { range: 'bytes=5-9' }))).equals(body.subarray(5, 10))).toBe(true);
    expect((await bytesOf(await file(`date=${yesterday}`, { range: 'bytes=-7' }))).equals(body.subarray(-7))).toBe(true);
    expect((await file(`date=${yesterday}`, { range: 'bytes=100-', 'if-range': '"other"' })).status).toBe(200);
    expect((await file(`date=${yesterday}`, { range: 'bytes=1-2,4-5' })).status).toBe(200);
    const outside = await file(`date=${yesterday}`, { range: `bytes=${body.length}-` });
    expect([outside.status, outside.headers.get('content-range'), ((await outside.json()) as { code: string }).code]).toEqual([
      416,
      `bytes */${body.length}`,
      'range_not_satisfiable',
    ]);
    expect((await file(`date=${yesterday}`, { 'if-none-match': etag })).status).toBe(304);
    const head = await file(`date=${yesterday}`, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([200, String(body.length), 'bytes']);
    for (const range of ['bytes=0-9', `bytes=${body.length}-`]) {
      const { status, headers } = await file(`date=${yesterday}`, { range }, 'HEAD');
      expect([range, status, headers.get('content-length'), headers.get('content-range')]).toEqual([range, 200, String(body.length), null]);
    }
  });

  test('leaves no file open when its reader goes away, before or after reading', async () => {
    const open = (): number =>
      readdirSync('/proc/self/fd').filter((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).includes('tickerwire-export-');
        } catch {
          return false;
        }
      }).length;
    const opened = open();
    const other = await startApiOn(ground, {}, () => nowMs);
    for (const format of ['ndjson', 'csv', 'parquet'])
      await until(
        'the file',
        async () => (await call(`${other.url}/api/export/news/?date=${yesterday}&format=${format}`, { key: keys.pro! })).status === 200,
      );
    expect(open()).toBe(opened + 3);
    await other.stop();
    await until('the files to be closed', () => open() === opened);
  });

  test('a file that has begun is delivered, even if the store stops answering meanwhile', async () => {
    let isSilent = false;
    // Fails every waiting query at once, as the health watch does when ClickHouse is silent.
    const whileHeard = async <T>(work: () => Promise<T>): Promise<T> => {
      if (isSilent) throw Object.assign(new Error('silent'), { code: 'ESILENT' });
      const done = work();
      return Promise.race([done, new Promise<T>((_, reject) => void setTimeout(() => isSilent && reject(new Error('silent')), 1))]);
    };
    const files = createExportFiles(readConfig({ ...ground.env, ...ground.apiEnv }), whileHeard);
    onTestFinished(files.stop);
    const day = await files.day(yesterday);
    const begun = files.file(day, 'ndjson');
    setImmediate(() => (isSilent = true));
    const whole = await begun;
    expect((await whole.read(0, whole.bytes - 1).toArray()).length).toBeGreaterThan(0);
    await expect(files.file(day, 'csv')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is read to its end although another file replaces it meanwhile', async () => {
    const files = createExportFiles(readConfig({ ...ground.env, ...ground.apiEnv }), (work) => work(), 1);
    onTestFinished(files.stop);
    const day = await files.day(yesterday);
    const first = await files.file(day, 'ndjson');
    const stream = first.read(0, first.bytes - 1);
    await files.file(day, 'csv');
    const body = Buffer.concat(await stream.toArray());
    expect([body.length, sha256(body)]).toEqual([first.bytes, first.sha256]);
    expect(() => first.read(0, 1)).toThrow(/just deleted/);
  });

  test('has the newest version of a corrected row, and with it another checksum', async () => {
    const trade = insiderTrade({
      accession_number: '0001234567-26-000001',
      accepted_at: '2026-10-05T15:00:00.000Z',
      filed_at: '2026-10-05T15:00:00.000Z',
    });
    const row = tradeRow(trade);
    await ground.append([row]);
    const first = await file('date=2026-10-05');
    await ground.append([revisionRecord(row, { ...trade, accession_number: '0001234567-26-000002', form: '4/A' })]);
    const second = await file('date=2026-10-05');
    expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
    const titles = (text: string): string[] => text.trimEnd().split('\n').map((line) => (JSON.parse(line) as StoredItem).original.title); // prettier-ignore
    const { title } = row.item.original;
    expect([titles(await first.text()), titles(await second.text())]).toEqual([[title], [`${title}, corrected`]]);
  });

  test('of the present day is marked as incomplete; of a day without rows it is empty', async () => {
    expect((await file(`date=${today}`)).headers.get('x-service-complete')).toBe('false');
    const empty = await file('date=2026-10-01');
    expect([empty.status, empty.headers.get('content-length'), await empty.text()]).toEqual([200, '0', '']);
  });

  test.each([
    ['date=2026-11-21', 400, 'invalid_parameter', /future/],
    ['date=2020-01-01', 403, 'archive_horizon', /archive|days/],
  ])('%j is refused', async (query, status, code, detail) => {
    const response = await file(query);
    const problem = (await response.json()) as { code: string; detail: string };
    expect([response.status, problem.code]).toEqual([status, code]);
    expect(problem.detail).toMatch(detail);
  });
});
