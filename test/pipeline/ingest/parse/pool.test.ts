import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { afterEach, describe, expect, test } from 'vitest';
import { ParseUnavailableError, type Input, type Parsed, type ParserName } from '#pipeline/ingest/parse/parse.ts';
import { createParsePool, type ParsePool, type ParsePoolOptions } from '#pipeline/ingest/parse/pool.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { submissionText } from '#test/support/submission.ts';
import { until } from '#test/support/until.ts';
import { form4Text } from '../sec/form4-text.ts';

const at = '2026-05-06T15:00:00.000Z';
const source = { id: 'a', name: 'A', url: 'https://example.com/feed', domain: 'example.com', outlet: 'A', kind: 'feed' } as const;
const feedOf = (text: string): Input<'feed'> => ({
  body: Buffer.from(text),
  contentType: 'application/rss+xml',
  url: source.url,
  source,
  seenAt: at,
  fetchedAt: at,
});
const feed = (items = ''): string =>
  `<rss><channel><item><title>Acme &amp; Co — “results”</title><link>https://example.com/1</link></item>${items}</channel></rss>`;
const listed = { accession: '0000320193-24-000005', cik: '0000320193', seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };
const submission = splitSubmission(
  submissionText({ items: ['Other Events'], documents: [{ type: '8-K', filename: 'a.htm', text: '<html><p>Item 8.01 Other Events</p></html>' }] }),
);

let pools: ParsePool[] = [];
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  pools = [];
});
function open(options: Partial<ParsePoolOptions> = {}): ParsePool {
  const pool = createParsePool({ log: testLog, threadsMax: 1, ...options });
  pools.push(pool);
  return pool;
}
const stub = (name: string): URL => new URL(`../../../support/parse-threads/${name}.ts`, import.meta.url);

/** Returns a feed near the most bytes allowed: some tenths of a second of processor time, and far more memory than its bytes. */
const heavy = (): Input<'feed'> =>
  feedOf(feed(`<item><title>a</title>${'<a b="c"><b/></a>'.repeat(650_000)}<link>https://example.com/2</link></item>`));
/** So short that a thread is checked before it has read anything. */
const lookMs = 5;

describe('what a thread answers', () => {
  const documents: { [N in ParserName]: Input<N> } = {
    feed: feedOf(feed()),
    page: {
      body: Buffer.from(`<html><body><p>${'Example Corp raises its dividend again. '.repeat(10)}</p></body></html>`),
      contentType: 'text/html',
      title: 'Example Corp raises dividend',
    },
    robots: {
      body: Buffer.from('User-agent: *\nDisallow: /private'),
      robotsUrl: 'https://example.com/robots.txt',
      url: 'https://example.com/a',
      product: 'tickerwire',
    },
    gkg: { body: Buffer.from('no archive'), batch: '20260610033000', url: 'http://example.com/a.zip', md5: null, fetchedAt: listed.fetchedAt },
    form4: { submission: splitSubmission(Buffer.from(form4Text())), listed },
    filing: { submission, listed: { ...listed, form: '8-K' } },
    disclosure: { submission, listed: { ...listed, form: '144' } },
    current: { body: Buffer.from('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>'), forms: new Set(['4']) },
    daily_index: { body: Buffer.from('no index'), forms: new Set(['4']) },
    exchange_symbols: { body: Buffer.from('Symbol|Security Name|ETF\nAAPL|Apple Inc. - Common Stock|N\nFile Creation Time: 0721202521:31||\n') },
    symbol_details: { body: Buffer.from('symbol,name\n0700.HK,Tencent\n') },
    symbol_list: { body: Buffer.from('{"0": {"cik_str": 320193, "ticker": "AAPL", "title": "Apple Inc."}}') },
    calendar: { body: Buffer.from('<h4>2026 FOMC Meetings</h4>'), agency: 'fed' },
    report_dates: {
      body: Buffer.from('{"dates": [{"ticker": "AAPL", "report_date": "2026-07-01", "status": "confirmed"}]}'),
      requested: new Set(['AAPL']),
      today: '2026-05-06',
    },
  };

  test.each(Object.keys(documents) as ParserName[])('is what its reader says: %s', async (name) => {
    const inThread: Parsed<unknown> = await open().parse(name, documents[name]);
    const here: Parsed<unknown> = await parseInProcess(name, documents[name]);
    expect(inThread).toMatchObject({ isRead: true });
    expect(inThread).toEqual(here);
  });

  test('is read from the bytes of that document alone, which the caller keeps', async () => {
    const all = Buffer.from(`secret${feed()}secret`);
    const body = all.subarray(6, -6);
    const parsed = await open().parse('feed', { ...feedOf(''), body });
    expect(parsed).toEqual(await parseInProcess('feed', feedOf(feed())));
    expect(body.toString()).toBe(feed());
  });

  test('comes in the order of the questions, and each to its own', async () => {
    const { parse } = open({ threadsMax: 2 });
    const titles = Array.from({ length: 40 }, (_, index) => `Story ${index}`);
    const parsed = await Promise.all(titles.map((title) => parse('feed', feedOf(feed().replace(/<title>.*<\/title>/, `<title>${title}</title>`)))));
    expect(parsed.map((one) => (one.isRead ? one.value.items[0]?.title : one))).toEqual(titles);
  });
});

describe('a document that takes too much', () => {
  test('of processor time is refused, and the next is read', async () => {
    const registry = new Registry();
    // A new thread needs some tens of milliseconds for the smallest document.
    const { parse } = open({ registry, lookMs, limits: { cpuMs: 100, cpuMsPerMegabyte: 0 } });
    expect(await parse('feed', heavy())).toMatchObject({ isRead: false, reason: 'parse_timeout' });
    expect(await parse('feed', feedOf(feed()))).toMatchObject({ isRead: true, value: { items: [{ title: 'Acme & Co — “results”' }] } });
    const counted = await registry.getSingleMetric('tickerwire_parse_documents_total')!.get();
    expect(counted.values.map(({ labels, value }) => [labels.outcome, value])).toEqual([
      ['parse_timeout', 1],
      ['read', 1],
    ]);
  });

  test('of memory is refused, and the next is read', async () => {
    const { parse } = open({ lookMs, limits: { memoryBytes: 20_000_000, memoryBytesPerByte: 0 } });
    expect(await parse('feed', heavy())).toMatchObject({ isRead: false, reason: 'parse_memory' });
    expect(await open().parse('feed', feedOf(feed()))).toMatchObject({ isRead: true });
  });

  test('without end blocks neither this event loop nor the other thread', async () => {
    const { parse } = open({ threadsMax: 2, threadUrl: stub('endless'), limits: { cpuMs: 2_000 } });
    let isOver = false;
    const endless = parse('feed', feedOf('endless')).finally(() => (isOver = true));
    const answers: Parsed<unknown>[] = [];
    let turns = 0;
    while (!isOver) {
      if (answers.length < 20) answers.push(await parse('feed', feedOf('short')));
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(await endless).toMatchObject({ isRead: false, reason: 'parse_timeout' });
    expect(answers).toHaveLength(20);
    expect(turns).toBeGreaterThan(20);
  });

  test('in one call of the runtime, where nothing can be asked of its thread, is refused by the clock', async () => {
    const { parse } = open({ threadUrl: stub('asleep'), limits: { cpuMs: 100 } });
    expect(await parse('feed', feedOf('asleep'))).toMatchObject({ isRead: false, reason: 'parse_timeout' });
  });
});

describe('a reader that fails', () => {
  test('costs its document, and the thread goes on', async () => {
    const { parse } = open();
    const broken = { body: null } as unknown as Input<'symbol_list'>;
    expect(await parse('symbol_list', broken)).toMatchObject({ isRead: false, reason: 'parse_fault', detail: expect.stringContaining('TypeError') });
    expect(await parse('feed', feedOf(feed()))).toMatchObject({ isRead: true });
  });

  test('and takes its thread along costs its document, and the next is read in another', async () => {
    const { parse } = open({ threadUrl: stub('mortal') });
    expect(await parse('feed', feedOf('dies'))).toMatchObject({ isRead: false, reason: 'parse_fault' });
    expect(await parse('feed', feedOf('lives'))).toMatchObject({ isRead: true });
  });
});

describe('a pool', () => {
  test('whose threads do not start says nothing of the documents', async () => {
    const { parse } = open({ threadUrl: stub('there-is-none') });
    await expect(parse('feed', feedOf(feed()))).rejects.toThrow(ParseUnavailableError);
    await expect(parse('feed', feedOf(feed()))).rejects.toThrow(ParseUnavailableError);
  });

  test('refuses documents beyond its limit of waiting ones', async () => {
    const { parse } = open({ waitingMax: 3, threadUrl: stub('endless') });
    const waiting = Array.from({ length: 3 }, () => parse('feed', feedOf('short')));
    await expect(parse('feed', feedOf('short'))).rejects.toThrow(ParseUnavailableError);
    expect(await Promise.all(waiting)).toHaveLength(3);
  });

  test('that is closed rejects the documents that it has not read', async () => {
    const pool = open({ threadUrl: stub('endless') });
    const [first, second] = [pool.parse('feed', feedOf('endless')), pool.parse('feed', feedOf('short'))];
    await Promise.all([expect(first).rejects.toThrow(StoppedError), expect(second).rejects.toThrow(StoppedError), pool.close()]);
    await expect(pool.parse('feed', feedOf('short'))).rejects.toThrow(StoppedError);
  });

  test('that is closed while a thread reports that it is ready keeps the process until the thread has ended', async () => {
    // The wait lets the report arrive unread, so that it is handled after the call of close.
    const text = `
      import { createParsePool } from '#pipeline/ingest/parse/pool.ts';
      const pool = createParsePool({ log: {}, threadUrl: new URL('${stub('endless').href}') });
      pool.parse('feed', {}).catch(() => undefined);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000);
      await pool.close();
      console.log('closed');`;
    const ended = await promisify(execFile)(process.execPath, ['--input-type=module-typescript', '-e', text], { timeout: 60_000 });
    expect(ended.stdout).toBe('closed\n');
  });

  test('ends a thread that has had nothing to read for a while, and starts one again for the next document', async () => {
    const registry = new Registry();
    const { parse } = open({ registry, keptMs: 20 });
    const threads = async (): Promise<number> => (await registry.getSingleMetric('tickerwire_parse_threads')!.get()).values[0]!.value;
    for (let turn = 0; turn < 2; turn += 1) {
      expect(await threads()).toBe(0);
      expect(await parse('feed', feedOf(feed()))).toMatchObject({ isRead: true });
      await until('its end', async () => (await threads()) === 0);
    }
  });

  test('hides the environment of the process from its threads', async () => {
    process.env.TICKERWIRE_TEST_SECRET = 'secret';
    const { parse } = open({ threadUrl: stub('environment') });
    const answer = await until('an answer', () => parse('feed', feedOf('names')));
    delete process.env.TICKERWIRE_TEST_SECRET;
    const { NODE_COMPILE_CACHE } = process.env;
    expect(answer).toMatchObject({ isRead: true, value: NODE_COMPILE_CACHE === undefined ? [] : ['NODE_COMPILE_CACHE'] });
  });

  test('starts a second thread only for a document that waits', async () => {
    const registry = new Registry();
    const { parse } = open({ registry, threadsMax: 2, threadUrl: stub('endless'), limits: { cpuMs: 2_000 } });
    const threads = async (): Promise<number> => (await registry.getSingleMetric('tickerwire_parse_threads')!.get()).values[0]!.value;
    const documents = [parse('feed', feedOf('endless')), parse('feed', feedOf('short'))];
    expect(await threads()).toBe(1);
    await until('the second thread', async () => (await threads()) === 2);
    await Promise.all(documents);
  });
});
