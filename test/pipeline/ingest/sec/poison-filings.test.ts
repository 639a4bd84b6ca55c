import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBucket } from '#ops/nats/streams.ts';
import { ParseUnavailableError, type Input, type Parse } from '#pipeline/ingest/parse/parse.ts';
import { createParsePool, type ParsePool } from '#pipeline/ingest/parse/pool.ts';
import type { RawMessage } from '#schemas/raw.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { form4Text } from './form4-text.ts';
import { busy, startLocalEdgar, troubleAt, type LocalEdgar } from './local-edgar.ts';
import { readRaw, runStage, type RunningStage } from './running-stage.ts';

let edgar: LocalEdgar;
let stage: RunningStage | null;
let pool: ParsePool | null;

const { bus } = await sharedBus();
beforeEach(async () => {
  await bus.jsm.streams.delete('RAW').catch(() => false);
  await applyStreams(bus);
  const positions = await openBucket(bus, 'positions');
  for (const key of ['done', 'progress']) await positions.purge(`sec_form4.${key}`);
  edgar = await startLocalEdgar();
  [stage, pool] = [null, null];
});
afterEach(async () => {
  await stage?.stop();
  await pool?.close();
  await edgar.stop();
});

const numbered = (serial: number): string => `0000000001-25-${String(serial).padStart(6, '0')}`;
const poison = numbered(7);

/** Lists sixteen filings, one batch of a stage, all accepted within a minute. */
function list(poisonXml?: string): ReadonlySet<string> {
  for (let serial = 1; serial <= 16; serial += 1) {
    const accession = numbered(serial);
    const acceptedAt = `2025-03-17T16:00:${String(serial).padStart(2, '0')}.000Z`;
    edgar.filings.push({ accession, acceptedAt, ...(accession === poison && poisonXml !== undefined && { xml: poisonXml }) });
  }
  return new Set(edgar.filings.map(({ accession }) => accession));
}
const now = (): Date => new Date(Date.parse('2025-03-17T16:05:00.000Z') + performance.now());
const start = async (parse: Parse): Promise<void> => {
  stage = await runStage(bus, { baseUrl: edgar.url, log: testLog, now, parse });
};
const settled = (accessions: ReadonlySet<string>): Promise<RawMessage[]> =>
  until('all of them in RAW', async () => {
    const found = await readRaw(bus, accessions);
    return found.length === accessions.size ? found : null;
  });
const refusals = (messages: readonly RawMessage[]) => messages.filter((message) => message.kind === 'refusal');

const isOfPoison = (name: string, input: unknown): boolean => name === 'form4' && (input as Input<'form4'>).listed.accession === poison;

/** Returns a reader that throws on one filing. */
function failing(tries: { count: number }): Parse {
  return async (name, input) => {
    if (isOfPoison(name, input)) {
      tries.count += 1;
      throw new RangeError('Map maximum size exceeded');
    }
    return parseInProcess(name, input);
  };
}

describe('a reader that throws on one filing of sixteen', () => {
  test('costs that one: it is refused after three tries with its reason, and fifteen settle at once', async () => {
    const tries = { count: 0 };
    const accessions = list();
    await start(failing(tries));
    await until('the fifteen others in RAW', async () => (await readRaw(bus, accessions)).length >= 15);
    const found = await settled(accessions);
    expect(refusals(found)).toMatchObject([
      { identity: poison, reason: 'parse_fault', detail: expect.stringContaining('Map maximum size exceeded') },
    ]);
    expect(tries.count).toBe(3);
    // Later filings are fetched as before.
    edgar.filings.push({ accession: numbered(17), acceptedAt: '2025-03-17T16:01:00.000Z' });
    expect(await settled(new Set([numbered(17)]))).toMatchObject([{ kind: 'form4' }]);
    expect(tries.count).toBe(3);
  });

  test('is tried three times in all, restarts or not', async () => {
    const tries = { count: 0 };
    const accessions = list();
    await start(failing(tries));
    await until('a first try', () => tries.count >= 1);
    await stage!.stop();
    const before = tries.count;
    expect(before).toBeLessThan(3);
    await start(failing(tries));
    await settled(accessions);
    // A try under way when the stage stopped may not have been counted.
    expect(tries.count).toBeLessThanOrEqual(4);
    expect(tries.count).toBeGreaterThanOrEqual(3);
  });

  test('is not refused, nor its failures counted, while parsing is unreachable', async () => {
    const accessions = list();
    let triesLeft = 2;
    const parse: Parse = async (name, input) => {
      if (!isOfPoison(name, input) || triesLeft === 0) return parseInProcess(name, input);
      triesLeft -= 1;
      throw new ParseUnavailableError('a parsing thread did not start');
    };
    // A fault of the filing itself would be retried only once.
    stage = await runStage(bus, { baseUrl: edgar.url, log: testLog, now, parse, retryScheduleMs: [40] });
    expect(refusals(await settled(accessions))).toEqual([]);
    expect(triesLeft).toBe(0);
  });

  test('is not refused for what was trouble on the way', async () => {
    const tries = { count: 0 };
    list();
    edgar.trouble = troubleAt(`${poison}.txt`, busy, busy);
    await start(failing(tries));
    const found = await settled(new Set([poison]));
    expect(found).toMatchObject([{ kind: 'refusal', reason: 'parse_fault' }]);
    expect(tries.count).toBe(3);
  });
});

test('a filing that is too much for its thread is refused as such, and fifteen settle', async () => {
  const { parse } = (pool = createParsePool({ log: testLog, threadsMax: 1, limits: { cpuMs: 60, cpuMsPerMegabyte: 0 } }));
  const accessions = list(form4Text({ extra: '<a><b c="d"/></a>'.repeat(300_000) }));
  await start(parse);
  const found = await settled(accessions);
  expect(refusals(found)).toMatchObject([{ identity: poison, reason: 'parse_timeout' }]);
});
