/** The dashboard at a real writer's operations port: its figures are those of the tables, and the page shows what is wrong. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeAttempts } from '#clickhouse/webhook-attempts.ts';
import { createDashboard } from '#pipeline/dashboard/dashboard.ts';
import { loadStepOf } from '#pipeline/flow.ts';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import { streams } from '#schemas/subjects.ts';
import { chromiumPath, openBrowser } from '#test/support/browser.ts';
import { publishRaw, rawArticle } from '#test/support/raw-articles.ts';
import { spawnPipeline } from '#test/support/pipeline.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const nowMs = Date.now();
const before = (seconds: number): string => new Date(nowMs - seconds * 1_000).toISOString();

/** Returns a row published a minute before it was seen, fetched after 1 s and refined after 3. */
function row(identity: string, source: string, changes: Partial<FeedRow> = {}): FeedRow {
  const instants = { published_at: before(70), seen_at: before(10), fetched_at: before(9), refined_at: before(7) };
  return { ...rowRecord(identity, { publishedAt: before(70), refinedAt: before(7) }), source, instants, ...changes };
}
const recent = { published_at: before(60), seen_at: before(10), fetched_at: before(9), refined_at: before(7) };
const hostile = '<img src=x onerror="document.title=1">';
const { item } = row('hostile', 'wire');
const records = [
  row('one', 'wire'),
  row('two', 'wire'),
  row('hostile', 'wire', { item: { ...item, original: { ...item.original, title: hostile } } }),
  row('other', 'paper'),
  row('old', 'archive', { is_history: true }),
  dropRecord('gone', { source: 'wire', instants: recent, reason: 'not_english', detail: 'French' }),
  dropRecord('long gone', { source: 'wire' }),
];

const times = { attemptedAt: before(3), createdAt: before(4), durationMs: 12, nextAt: null };
const about = { ticker: 'ACME', feedSeq: 1, uid: uidOf('one') };
const sent = { number: 1, attempt: 1, kind: 'news', status: 503, error: '', answer: '' } as const;
const attempt = { accountId: 'acc_secret', webhookId: 'wh_secret', ...times, ...about, ...sent };

const ground = await sharedGround();
await ground.append(records);
await storeAttempts(ground.store, [attempt]);
const writer = spawnPipeline({ ...ground.env, PIPELINE_PARTS: 'write' });
afterAll(() => writer.stop());
const ops = await writer.ops();

const ask = async (path: string) => {
  const response = await fetch(`${ops}${path}`);
  return { status: response.status, body: JSON.parse(await response.text()) };
};

describe('its figures', () => {
  test('are the lag of each source by stage, over time, and what was dropped, without history', async () => {
    const { status, body } = await ask('/dashboard/data?window=hour');
    expect(status).toBe(200);
    expect(body.sources.map(({ source, rows }: { source: string; rows: number }) => [source, rows])).toEqual([
      ['paper', 1],
      ['wire', 3],
    ]);
    expect(body.sources[1]).toMatchObject({
      published_to_seen: { p50_seconds: 60 },
      seen_to_fetched: { p50_seconds: 1 },
      fetched_to_refined: { p50_seconds: 2 },
    });
    const visible = body.sources[1].seen_to_visible.p50_seconds as number;
    expect(visible).toBeGreaterThanOrEqual(10);
    expect(body.over_time.reduce((sum: number, { rows }: { rows: number }) => sum + rows, 0)).toBe(4);
    expect(body.over_time[0].p50_seconds).toBeGreaterThanOrEqual(10);
    expect(body.drops).toEqual([{ reason: 'not_english', source_type: 'publisher', drops: 1 }]);
    for (const window of ['day', 'month']) expect((await ask(`/dashboard/data?window=${window}`)).body.sources).toHaveLength(2);
  });

  test('of a source are its last rows and drops, newest first, and of no other', async () => {
    const { body } = await ask('/dashboard/source?source=wire');
    expect(body.rows.map(({ uid }: { uid: string }) => uid)).toEqual(['hostile', 'two', 'one'].map((identity) => uidOf(identity)));
    expect(body.drops.map(({ record }: { record: { identity: string } }) => record.identity)).toEqual(['long gone', 'gone']);
    expect((await ask('/dashboard/source?source=nobody')).body).toMatchObject({ rows: [], drops: [] });
  });

  test('of a document are its row with every instant, or its drop with the step and the reason', async () => {
    const { body: served } = await ask(`/dashboard/document?uid=${uidOf('one')}`);
    expect(served.row).toMatchObject({
      source: 'wire',
      instants: { seen_at: before(10) },
      item: { original: { uid: uidOf('one') }, score_version: 'test-1' },
    });
    expect(served.visible).toMatchObject([{ version: 0 }]);
    expect(served.deliveries).toEqual([{ attempted_at_ms: Date.parse(before(3)), attempt: 1, status: 503, error: '', duration_ms: 12 }]);
    const dropped = await createDashboard({ store: ground.store, stepOf: await loadStepOf(), nowMs: Date.now })['/dashboard/document']!(
      `uid=${uidOf('gone')}`,
      '/dashboard/document',
    );
    expect(JSON.parse(dropped.body)).toMatchObject({
      row: null,
      records: [{ step: 'language', record: { reason: 'not_english', detail: 'French' } }],
    });
  });

  test.each([
    ['/dashboard/data?window=year', 400, 'window must be one of hour, day, month'],
    ['/dashboard/source', 400, 'source must be the name of a source, 1 to 200 characters'],
    [`/dashboard/source?source=${'x'.repeat(201)}`, 400, 'source must be the name of a source, 1 to 200 characters'],
    ['/dashboard/document?uid=1', 400, 'uid must be 16 hexadecimal digits'],
    [`/dashboard/document?uid=${'0'.repeat(16)}`, 404, `the feed log has no document ${'0'.repeat(16)}`],
  ])('%s: %i', async (path, status, detail) => {
    expect(await ask(path)).toEqual({ status, body: { detail } });
  });
});

describe.skipIf(chromiumPath === null)('its page', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  let browser: Browser;
  let page: Page;
  const requests: string[] = [];
  const errors: string[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('request', (request) => requests.push(request.url()));
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // The browser's own log of an answer that reports an outage.
      if (message.type() === 'error' && !message.text().includes('status of 503')) errors.push(message.text());
    });
    await page.goto(`${ops}/dashboard`);
    await page.waitForSelector('#sources button');
  });
  afterAll(() => browser.close());

  test('draws and lists what the figures are, and talks to its own address only', async () => {
    await page.waitForSelector('#lag-drawing canvas');
    expect(await page.$$eval('#sources tbody button', (all) => all.map(({ textContent }) => textContent))).toEqual(['paper', 'wire']);
    expect(await page.textContent('#drops tbody')).toContain('not_english');
    expect(await page.textContent('#queues tbody')).toContain('dead letters');
    expect(await page.textContent('#state')).toBe('ready, no known problems');
    expect(requests.filter((url) => !url.startsWith(ops) && !url.startsWith('data:'))).toEqual([]);
  });

  test('leads by keyboard from a source to a document and its life; what a publisher wrote is text', async () => {
    await page.focus('#sources tbody tr:nth-child(2) button');
    await page.keyboard.press('Enter');
    await until('the last rows of the source', async () => (await page.textContent('#detail'))?.includes('Latest rows'));
    expect(await page.textContent('#detail')).toContain(hostile);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await until('the life', async () => (await page.textContent('#detail'))?.includes('History'));
    expect(await page.textContent('#detail')).toMatch(/published, according to the source.*seen by wire.*fetched.*refined: kept as .*visible/s);
    expect(await page.title()).toBe('Operations');
    await page.click('#close');
    expect(await page.isHidden('#detail')).toBe(true);
  });

  test('leaves the focus where it is when it shows the figures again, and gives it back', async () => {
    const isShownAgain = async (): Promise<void> => {
      await page.evaluate("document.querySelector('#sources tbody').dataset.before = 'true'");
      await until('the table anew', async () => (await page.$('#sources tbody[data-before]')) === null);
    };
    const focused = (): Promise<string> => page.evaluate<string>('document.activeElement.textContent');
    await page.focus('#sources tbody tr:nth-child(2) button');
    await isShownAgain();
    expect(await focused()).toBe('wire');
    await page.keyboard.press('Enter');
    await until('the panel', async () => (await page.isVisible('#detail')) && (await focused()).includes('Latest rows'));
    await isShownAgain();
    expect(await focused()).toContain('Latest rows');
    await page.click('#close');
    expect(await focused()).toBe('wire');
  });

  test('has nothing serious for axe, and fits a phone', async () => {
    await page.evaluate(axe);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 });
      const violations = await page.evaluate<readonly { impact: string; id: string }[]>(
        "axe.run({ resultTypes: ['violations'] }).then((found) => found.violations)",
      );
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('lists a failing source once, with how long it has failed, beside its name on a phone', async () => {
    const since = new Date(Date.now() - 7_500_000).toISOString();
    const answer = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });
    const source = { source: 'wire', failing_since: since, failures: 3, error: 'ECONNREFUSED', last_success_at: null };
    await page.route('**/ready', (route) =>
      route.fulfill(answer({ ready: true, checks: {}, degraded: { 'pipeline source wire': `fails since ${since}: ECONNREFUSED` } })),
    );
    await page.route('**/status', (route) => route.fulfill(answer({ parts: {}, pipeline: { sources: [source], dead_letters: 0 } })));
    await until('the fault', async () => (await page.textContent('#state')) === 'ready, with 1 problem');
    expect(await page.textContent('#faults')).toMatch(/^source wire has been failing for 2 h 5 min: ECONNREFUSED$/);
    await page.setViewportSize({ width: 360, height: 720 });
    const state = page.locator('#sources tbody tr:first-child td:nth-child(2)');
    expect(await state.textContent()).toContain('failing for 2 h 5 min');
    const box = (await state.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(360);
    await page.unroute('**/ready');
    await page.unroute('**/status');
    await until('all to be well again', async () => (await page.textContent('#state')) === 'ready, no known problems');
  });

  test('names a stage that stands still while every part says that it is well', async () => {
    await publishRaw(ground.bus, rawArticle(1));
    await until('the fault', async () => (await page.textContent('#faults'))?.includes('refine makes no progress: 1 waiting'));
    expect(await page.textContent('#state')).toBe('ready, with 1 problem');
    await ground.bus.jsm.streams.purge(streams.raw);
    await until('all to be well again', async () => (await page.textContent('#state')) === 'ready, no known problems');
    expect(errors).toEqual([]);
  });

  test('says that its port is gone, and that its figures are older', async () => {
    await writer.stop();
    await until('the loss to be told', async () => (await page.textContent('#state'))?.includes('the figures below are from then'));
  });
});
