import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/nats/nats.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { createHistoryTurn } from '#pipeline/ingest/history-turn.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { readConfig } from '#schemas/config.ts';
import { RawMessage, type RawArticle, type RawForm4 } from '#schemas/raw.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';
import { until } from '#test/support/until.ts';

let nats: NatsServer;
let bus: Bus;
let publish: (message: RawMessage) => Promise<void>;

beforeAll(async () => {
  nats = await startNats();
  const config = readConfig({ NATS_URL: nats.url });
  bus = await openBus(config, 'test', testLog);
  await applyStreams(bus, config);
  publish = createPublish(bus, { log: testLog, signal: new AbortController().signal });
});
afterAll(async () => {
  await bus.close();
  await nats.stop();
});

const at = '2026-05-06T15:00:00.000Z';
const article = (changes: Partial<RawArticle>): RawArticle => ({
  kind: 'article',
  identity: 'https://example.com/1',
  source: 'test',
  seen_at: at,
  fetched_at: at,
  url: 'https://example.com/1',
  title: 'A title',
  summary: '',
  body: null,
  outlet: 'Example',
  authors: [],
  topics: [],
  declared_language: null,
  banner_image: null,
  published_at: null,
  updated_at: null,
  ...changes,
});
const form4 = (footnotes: string[]): RawForm4 => ({
  kind: 'form4',
  identity: '0000000001-25-000001',
  source: 'sec_form4',
  seen_at: at,
  fetched_at: at,
  form: '4',
  accession: '0000000001-25-000001',
  url: 'https://www.sec.gov/a',
  accepted_at: null,
  filed_on: null,
  period_of_report: '2026-05-01',
  issuer: { cik: '0000320193', name: 'Apple Inc.', symbol: 'AAPL' },
  owners: [{ cik: '0000000001', name: 'DOE JANE', is_director: true, is_officer: false, is_ten_percent_owner: false, is_other: false, title: '' }],
  aff10b5_one: null,
  not_subject_to_section16: false,
  remarks: '',
  transactions: Array.from({ length: 1_000 }, () => ({
    security_title: 'Common Stock',
    transaction_date: '2026-05-01',
    code: 'P',
    acquired_disposed: 'A' as const,
    shares: '1',
    price: '1',
    ownership_form: 'direct' as const,
    nature_of_ownership: '',
    shares_after: null,
    footnotes,
  })),
});
async function last(): Promise<RawMessage> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  return RawMessage.parse((await bus.jsm.streams.getMessage(streams.raw, { seq: state.last_seq }))!.json());
}

test('a message that breaks the rules of RAW is counted there as refused, and not handed to it for ever', async () => {
  await publish(article({ identity: 'https://example.com/bad', title: 'x'.repeat(5_000) }));
  expect(await last()).toMatchObject({
    kind: 'refusal',
    identity: 'https://example.com/bad',
    reason: 'malformed',
    detail: expect.stringContaining('title'),
  });
});

test('an article too large for a message goes without its body, and anything else is refused for its size', async () => {
  // Each of these characters takes six bytes in JSON.
  await publish(article({ identity: 'https://example.com/long', body: '\u0001'.repeat(200_000) }));
  expect(await last()).toMatchObject({ kind: 'article', identity: 'https://example.com/long', body: null });
  await publish(form4(['x'.repeat(8_000)]));
  expect(await last()).toMatchObject({ kind: 'refusal', identity: '0000000001-25-000001', reason: 'too_large' });
});

test('the past is published some at a time while refine has not read it, and the present at once', async () => {
  await bus.jsm.streams.purge(streams.raw);
  const named = (name: string, changes: Partial<RawArticle> = {}): RawArticle =>
    article({ identity: `https://example.com/${name}`, url: `https://example.com/${name}`, ...changes });
  const held = async (): Promise<number> => (await bus.jsm.streams.info(streams.raw)).state.messages;
  const inTurn = createPublish(bus, { log: testLog, signal: new AbortController().signal }, { historyTurn: createHistoryTurn(bus) });
  const past = Promise.all(Array.from({ length: 200 }, (_, index) => inTurn(named(`past ${index}`, { is_history: true }))));
  await until('some of the past', async () => (await held()) >= 6);
  // Longer than several polls take.
  await sleep(200);
  const before = await held();
  expect(before).toBe(6);
  await inTurn(named('present'));
  expect(await held()).toBe(before + 1);
  const consumer = await bus.js.consumers.get(streams.raw, consumers.refine);
  let isDone = false;
  const reading = (async () => {
    while (!isDone) for await (const message of await consumer.fetch({ max_messages: 20, expires: 1_000 })) message.ack();
  })();
  await past;
  isDone = true;
  await reading;
  expect((await bus.jsm.streams.info(streams.raw)).state.messages).toBe(201);
});

test('a stop ends the wait of the past', async () => {
  await bus.jsm.streams.purge(streams.raw);
  await Promise.all(Array.from({ length: 60 }, (_, index) => publish(article({ identity: `https://example.com/now ${index}` }))));
  const stop = new AbortController();
  const inTurn = createPublish(bus, { log: testLog, signal: stop.signal }, { historyTurn: createHistoryTurn(bus) });
  const waiting = inTurn(article({ identity: 'https://example.com/old', is_history: true }));
  const ended = waiting.catch((error: unknown) => error);
  stop.abort();
  expect(await ended).toBeInstanceOf(StoppedError);
});
