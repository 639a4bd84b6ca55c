import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storedFilings } from '#clickhouse/stored-filings.ts';
import { businessDaysBefore } from '#ops/lab/upstream/eastern.ts';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { readDailyIndex } from '#pipeline/ingest/sec/listing/daily-index.ts';
import { daysBetween, easternDate, filingDate } from '#schemas/edgar-calendar.ts';
import { FeedRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import { call, startApiOn, startGround, type Ground } from '#test/support/api.ts';
import { ask } from '#test/ops/lab/upstream/client.ts';
import { until } from '#test/support/until.ts';
import { endChild, type Ended } from '#test/support/run-program.ts';
import { runScript } from './run-script.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let ground: Ground;
let upstream: Upstream;
let pipeline: ChildProcess;
let env: Record<string, string>;
/** The day, or the two in the evening, with which EDGAR dates the generated filings; and the Forms 4 among them. */
let days: readonly [string, string];
let form4Day: string;
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

beforeAll(async () => {
  [ground, upstream] = await Promise.all([startGround(), startUpstream({ rate: 0, burst: 100, filingShare: 1, seed: 11 })]);
  const [before, now] = [Date.now() - 3_600_000, Date.now()].map((at) => new Date(at).toISOString()) as [string, string];
  days = [filingDate(before, '4'), filingDate(now, '8-K')];
  form4Day = filingDate(now, '4');
  env = { ...ground.env, EDGAR_URL: upstream.url, OUTBOUND_ALLOWED_ORIGINS: upstream.url, MAJOR_TICKERS: 'all' };
  // Its ingest part loads the symbols. It is also the live process whose allowance a backfill must leave alone.
  pipeline = start('pipeline/main.ts', [], { PIPELINE_PARTS: 'ingest,refine,write', INGEST_STAGES: 'symbols' });
});
afterAll(async () => {
  await endChild(pipeline);
  await upstream.stop();
  await ground.stop();
});

function start(script: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, env: { ...process.env, ...env, ...more }, stdio: 'ignore' });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

const allFamilies = Object.keys(collectedForms) as SecSourceType[];
const forms = allFamilies.map((family) => collectedForms[family][0]).join(',');
const words = (): string[] => ['--from', days[0], '--to', days[1], '--forms', forms, '--json'];
const backfill = (): Promise<Ended> => runScript('ops/scripts/backfill.ts', words(), env);

/** Returns the accession numbers in the indexes of the days, by source. */
async function listed(): Promise<Readonly<Record<SecSourceType, string[]>>> {
  const found = Object.fromEntries(allFamilies.map((family) => [family, [] as string[]])) as Record<SecSourceType, string[]>;
  for (const day of new Set(days)) {
    const { body } = await ask(
      `${upstream.url}/Archives/edgar/daily-index/${day.slice(0, 4)}/QTR${Math.ceil(Number(day.slice(5, 7)) / 3)}/form.${day.replaceAll('-', '')}.idx`,
    );
    for (const source of allFamilies) {
      const index = readDailyIndex(body, new Set(collectedForms[source]));
      if (index.ok) found[source].push(...index.entries.map(({ accession }) => accession));
    }
  }
  return found;
}

interface Stats {
  readonly requests: Readonly<Record<string, number>>;
  readonly edgar: { readonly refused_rate: number };
  readonly released: { readonly filings: number };
}
const control = (what: string, body: unknown) =>
  ask(`${upstream.url}/__control/${what}`, { 'content-type': 'application/json' }, 'POST', JSON.stringify(body));
const stats = async (): Promise<Stats> => JSON.parse((await ask(`${upstream.url}/__control/stats`)).text) as Stats;

async function feed(): Promise<FeedRecord[]> {
  const { state } = await ground.bus.jsm.streams.info(streams.feed);
  const records: FeedRecord[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const message = await ground.bus.jsm.streams.getMessage(streams.feed, { seq });
    if (message) records.push(FeedRecord.parse(message.json()));
  }
  return records;
}

/** Waits until the tables have every listed filing. */
async function nothingOutside(): Promise<void> {
  const wanted = await listed();
  for (const source of allFamilies)
    await until(
      `every ${source} of the index in the log`,
      async () => (await storedFilings(ground.store, source, wanted[source])).size === wanted[source].length,
    );
}

describe('npm run backfill', () => {
  test('killed in the middle under a misbehaving EDGAR, it ends with every filing of the index held once, as history', async () => {
    const misbehave = [
      { match: '/Archives/edgar/data/', kind: 'truncate', bytes: 300, times: 2 },
      { match: '/Archives/edgar/data/', kind: 'status', status: 500, times: 1 },
    ];
    await control('misbehave', misbehave);
    const first = start('ops/scripts/backfill.ts', words());
    await until('some filings in RAW', async () => (await ground.bus.jsm.streams.info(streams.raw)).state.messages >= 12);
    await endChild(first, 'SIGKILL');
    await control('misbehave', misbehave);
    const { code, out, errors } = await backfill();
    expect({ code, errors: errors.split('\n').filter((line) => /Error/.test(line)) }).toEqual({ code: 0, errors: [] });
    const wanted = Object.values(await listed()).flat();
    const { counts } = JSON.parse(out) as { counts: { listed: number; held: number; published: number; refused: number } };
    expect(counts).toMatchObject({ listed: wanted.length, refused: 0 });
    expect(counts.held + counts.published).toBe(wanted.length);
    await nothingOutside();
    const records = await feed();
    const identities = records.flatMap((record) => (record.type === 'gap' ? [] : [record.identity]));
    expect(new Set(identities).size).toBe(identities.length);
    expect(records.filter((record) => record.type === 'row' && (record.is_history !== true || record.kind === 'form4'))).toEqual([]);
    expect(records.filter(({ type }) => type === 'trade').length).toBeGreaterThan(0);
    expect((await stats()).edgar).toMatchObject({ refused_rate: 0 });
  });

  test('run again, it fetches nothing and changes nothing', async () => {
    const [before, { state }] = [await stats(), await ground.bus.jsm.streams.info(streams.feed)];
    const { code, out } = await backfill();
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ counts: { published: 0, refused: 0 }, unpublished: null });
    expect((await stats()).requests['edgar_archive']).toBe(before.requests['edgar_archive']);
    expect((await ground.bus.jsm.streams.info(streams.feed)).state.last_seq).toBe(state.last_seq);
  });

  test('backfilled rows are on newest pages and on no delta page', async () => {
    const api = await startApiOn(ground, { ARCHIVE_DAYS: '4000' });
    try {
      const { key } = await ground.account('pro');
      const results = async (query: string): Promise<unknown[]> => {
        const { status, body } = await call<{ results: unknown[] }>(`${api.url}/api/news/?page_size=50&min_relevance=1${query}`, { key });
        expect(status).toBe(200);
        return body.results;
      };
      const rows = (await feed()).filter(({ type }) => type === 'row').length;
      expect(await results('&sort=ingested')).toEqual([]);
      expect(await results('')).toHaveLength(rows);
    } finally {
      await api.stop();
    }
  });

  test('two at once do the work once', async () => {
    await control('rate', { rate: 50 });
    await until('more filings', async () => (await stats()).released.filings >= 60);
    await control('rate', { rate: 0 });
    const both = await Promise.all([backfill(), backfill()]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    await nothingOutside();
    const identities = (await feed()).flatMap((record) => (record.type === 'gap' ? [] : [record.identity]));
    expect(new Set(identities).size).toBe(identities.length);
  });

  test('a reconciliation of the day finds nothing missing', async () => {
    const { code, out } = await runScript('ops/scripts/reconcile.ts', ['--date', form4Day, '--json'], env);
    expect(code).toBe(0);
    const { families, has_index } = JSON.parse(out) as { has_index: boolean; families: Record<string, { listed: number; missing: number }> };
    expect(has_index).toBe(true);
    expect(families['sec_form4']!.listed).toBeGreaterThan(0);
    expect(Object.values(families).filter(({ missing }) => missing > 0)).toEqual([]);
    const text = await runScript('ops/scripts/reconcile.ts', ['--date', form4Day], env);
    expect(text.out).toMatch(/^kind +listed +served +dropped +pending +missing +reasons\nsec_form4 /);
  });

  test('a day without an index yet ends it with one line and code 1', async (context) => {
    const today = easternDate(new Date().toISOString());
    const day = businessDaysBefore(days[0], 1);
    context.skip(daysBetween(day, today) > 3, 'the last business day is too long ago for its index to be yet to come');
    const { code, errors } = await runScript('ops/scripts/backfill.ts', ['--from', day, '--to', day, '--forms', '4', '--quiet'], env);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: `EDGAR has not published the index of ${day} yet; run the same command later to continue there\n`,
    });
  });
});
