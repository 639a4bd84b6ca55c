import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { openBucket } from '#ops/nats/streams.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { form4Text } from './form4-text.ts';
import { accessDenied, busy, rateExceeded, startLocalEdgar, troubleAt, type LocalEdgar, type LocalFiling } from './local-edgar.ts';
import { readRaw, runStage, type RunningStage, type RunOptions } from './running-stage.ts';

let edgar: LocalEdgar;
let stage: RunningStage | null = null;
/** Monday, 12:00 Eastern at the start of a test; the test's clock goes on from there. */
let startMs: number;
let beganAtMs: number;
let serial = 0;

const { nats, bus } = await sharedBus();
await applyStreams(bus);
beforeEach(async () => {
  edgar = await startLocalEdgar();
  const positions = await openBucket(bus, 'positions');
  for (const key of ['sec_form4.done', 'sec_form4.progress']) await positions.purge(key);
  [startMs, beganAtMs] = [Date.parse('2025-03-17T16:00:00.000Z'), Date.now()];
});
afterEach(async () => {
  await stage?.stop();
  stage = null;
  await edgar.stop();
});

const now = (): Date => new Date(startMs + Date.now() - beganAtMs);
const goTo = (instant: string): void => void ([startMs, beganAtMs] = [Date.parse(instant), Date.now()]);
const start = async (options: Partial<RunOptions> = {}): Promise<RunningStage> =>
  (stage = await runStage(bus, { baseUrl: edgar.url, log: testLog, now, ...options }));

/** Files `count` forms, a second apart, the last at `acceptedAt`. */
function file(count: number, acceptedAt = '2025-03-17T15:59:00.000Z', changes: Partial<LocalFiling> = {}): string[] {
  const filed = Array.from({ length: count }, (_, index): LocalFiling => {
    serial += 1;
    return {
      accession: `0000000001-25-${String(serial).padStart(6, '0')}`,
      acceptedAt: new Date(Date.parse(acceptedAt) - (count - 1 - index) * 1_000).toISOString(),
      ...changes,
    };
  });
  edgar.filings.push(...filed);
  return filed.map(({ accession }) => accession);
}

/** Waits until RAW has all of them, and checks that it has each once. */
async function published(accessions: readonly string[]): Promise<RawMessage[]> {
  const wanted = new Set(accessions);
  const messages = await until(`${accessions.length} filings in RAW`, async () => {
    const found = await readRaw(bus, wanted);
    return found.length >= wanted.size && found;
  });
  expect(messages.map(({ identity }) => identity).toSorted()).toEqual([...wanted].toSorted());
  return messages;
}

const walks = async (): Promise<number> => {
  const asked = edgar.askedFor('start=0&').length;
  await until('another walk', () => edgar.askedFor('start=0&').length > asked + 1);
  return asked;
};

describe('feed', () => {
  test('every listed filing is published once, and fetched once, over all pages', async () => {
    const accessions = file(120);
    file(3, undefined, { form: '424B2' });
    await start();
    const messages = await published(accessions);
    expect(messages[0]).toMatchObject({
      kind: 'form4',
      source: 'sec_form4',
      form: '4',
      accepted_at: expect.stringMatching(/^2025-03-17T15:/),
      filed_on: '2025-03-17',
    });
    await walks();
    const texts = edgar.askedFor('.txt');
    expect(texts).toHaveLength(120);
    expect(new Set(texts).size).toBe(120);
    expect(edgar.askedFor('start=0&')[0]).toBe('/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=100&start=0&output=atom');
  });

  test('a filing that arrives while it runs is published, and only the first pages are read again', async () => {
    const first = file(300, '2025-03-17T15:50:00.000Z');
    await start();
    await published(first);
    const before = edgar.askedFor('start=600').length;
    const later = file(2, '2025-03-17T16:00:05.000Z');
    await published(later);
    expect(edgar.askedFor('start=600')).toHaveLength(before);
  });

  test('pages that shift while they are read leave nothing out', async () => {
    const first = file(150);
    let later: string[] = [];
    edgar.trouble = (path) => {
      if (path.includes('start=100') && later.length === 0) later = file(30, '2025-03-17T16:00:05.000Z');
      return false;
    };
    await start();
    await published(first);
    await published(later);
  });

  test('a restart fetches nothing again', async () => {
    const accessions = file(40);
    await start();
    await published(accessions);
    await walks();
    await stage!.stop();
    edgar.asked.length = 0;
    await start();
    await walks();
    expect(edgar.askedFor('.txt')).toEqual([]);
  });

  test('trouble on a later page loses nothing: the next walk reads on', async () => {
    const accessions = file(150);
    edgar.trouble = troubleAt('start=200', busy, rateExceeded);
    await start();
    await published(accessions);
  });

  test('too many requests: nothing is asked for as long as EDGAR wants', async () => {
    const accessions = file(5);
    let refusedAtMs = 0;
    let soonest = Infinity;
    edgar.trouble = (_, response) => {
      if (refusedAtMs > 0) {
        soonest = Math.min(soonest, performance.now() - refusedAtMs);
        return false;
      }
      refusedAtMs = performance.now();
      response.writeHead(429, { 'retry-after': '1' }).end();
      return true;
    };
    await start();
    await published(accessions);
    expect(soonest).toBeGreaterThanOrEqual(990);
  });
});

describe('one filing', () => {
  test('whose answer is trouble is asked for again, and the others do not wait for it', async () => {
    const [troubled, ...others] = file(4);
    edgar.trouble = troubleAt(`${troubled}.txt`, busy, rateExceeded, (response) => response.end('<SEC-DOCUMENT>cut short'));
    await start();
    await published(others);
    const [message] = await published([troubled!]);
    expect(message).toMatchObject({ kind: 'form4' });
  });

  test('that is listed and never to be had becomes a refusal after the last try', async () => {
    const [missing, ...others] = file(3);
    edgar.trouble = (path, response) => path.includes(missing!.replaceAll('-', '')) && (response.writeHead(404).end(), true);
    await start();
    await published(others);
    const [message] = await published([missing!]);
    expect(message).toMatchObject({ kind: 'refusal', reason: 'unavailable', detail: expect.stringContaining('attempt 4 of 4') });
    await walks();
    expect(edgar.askedFor(`${missing}.txt`)).toHaveLength(4);
  });

  test('that cannot be read becomes a refusal with its reason, at once', async () => {
    const [broken] = file(1, undefined, { xml: form4Text({ rows: [{ shares: 'many' }] }) });
    const [otherForm] = file(1, undefined, { xml: form4Text({ type: '3' }) });
    await start();
    const messages = await published([broken!, otherForm!]);
    expect(new Map(messages.map((message) => [message.identity, message.kind === 'refusal' && message.reason]))).toEqual(
      new Map([
        [broken, 'malformed'],
        [otherForm, 'not_collected'],
      ]),
    );
    expect(edgar.askedFor('.txt')).toHaveLength(2);
  });
});

describe('daily index', () => {
  test('after days of downtime the gap is filled from the index of each missed business day', async () => {
    const seen = file(2);
    await start();
    await published(seen);
    await stage!.stop();
    edgar.filings.length = 0;
    const tuesday = file(3, '2025-03-18T20:00:00.000Z', { isUnlisted: true });
    const friday = file(2, '2025-03-21T20:00:00.000Z', { isUnlisted: true });
    const wednesday = file(1, '2025-03-19T20:00:00.000Z', { isUnlisted: true, form: '4/A' });
    file(1, '2025-03-20T20:00:00.000Z', { isUnlisted: true, form: '8-K' });
    const monday = file(1, '2025-03-24T15:00:00.000Z');
    file(1, '2025-03-17T20:00:00.000Z', { isUnlisted: true, form: '10-K' });
    goTo('2025-03-24T16:00:00.000Z');
    const { registry } = await start();
    await published([...tuesday, ...friday, ...wednesday, ...monday]);
    const metrics = await registry.metrics();
    // Present before the first failure: the alert on EDGAR compares increases.
    expect(metrics).toContain('tickerwire_edgar_walks_total{source="sec_form4",outcome="cut"} 0');
    expect(metrics).toContain('tickerwire_edgar_feed_gaps_total{source="sec_form4"} 1');
    expect(metrics).toContain('tickerwire_edgar_index_filings_total{source="sec_form4"} 6');
    await until('every day', () => edgar.askedFor('20250321').length > 0);
    const days = edgar.askedFor('.idx').map((path) => /form\.(\d+)\.idx/.exec(path)![1]);
    expect(days).toEqual(['20250317', '20250318', '20250319', '20250320', '20250321']);
  });

  test('a filing that the feed never showed is published the day after', async () => {
    const listed = file(1);
    const hidden = file(1, '2025-03-17T19:00:00.000Z', { isUnlisted: true });
    await start();
    await published(listed);
    goTo('2025-03-18T12:00:00.000Z');
    await published(hidden);
    expect(edgar.askedFor(`${listed[0]}.txt`)).toHaveLength(1);
  });

  test('an index that is not there yet is asked for again', async () => {
    const hidden = file(1, '2025-03-17T19:00:00.000Z', { isUnlisted: true });
    edgar.trouble = troubleAt('.idx', accessDenied, accessDenied, accessDenied);
    await start();
    goTo('2025-03-18T12:00:00.000Z');
    await published(hidden);
  });

  test('a first start fetches no index of an earlier day', async () => {
    await start();
    await walks();
    expect(edgar.askedFor('.idx')).toEqual([]);
  });
});

describe('kill', () => {
  test('killed again and again anywhere, it publishes every filing', async () => {
    const accessions = file(60);
    const flaky = new Set(accessions.filter((_, index) => index % 7 === 0));
    edgar.trouble = (path, response) => flaky.delete(/([\d-]+)\.txt$/.exec(path)?.[1] ?? '') && (busy(response), true);
    const script = fileURLToPath(new URL('stage-process.ts', import.meta.url));
    const wanted = new Set(accessions);
    for (let kills = 0; kills < 6; kills += 1) {
      const asked = edgar.askedFor('.txt').length;
      const child = spawn(process.execPath, [script], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, TEST_NATS_URL: nats.url, TEST_EDGAR_URL: edgar.url, TEST_NOW: now().toISOString() },
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const gone = new Promise((resolve) => child.once('exit', resolve));
      // Each kill comes a little later: in the first walk, in the first batch, in the last. A process that has fetched all fetches no more.
      const fetches = Math.min(asked + kills * 5, accessions.length);
      await until('the next kill', () => edgar.askedFor('.txt').length >= fetches && edgar.askedFor('start=0').length > kills);
      child.kill('SIGKILL');
      await gone;
    }
    await start();
    const found = await until('every filing', async () => {
      const messages = await readRaw(bus, wanted);
      return new Set(messages.map(({ identity }) => identity)).size === wanted.size && messages;
    });
    expect(found.every(({ kind }) => kind === 'form4')).toBe(true);
  });
});
