import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBus, type Bus } from '#ops/runtime/nats.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { readConfig } from '#schemas/config.ts';
import { RawMessage, type RawArticle, type RawForm4 } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { startNats, type NatsServer } from '#test/support/nats.ts';

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
  // Each of these takes six bytes in JSON.
  await publish(article({ identity: 'https://example.com/long', body: '\u0001'.repeat(200_000) }));
  expect(await last()).toMatchObject({ kind: 'article', identity: 'https://example.com/long', body: null });
  await publish(form4(['x'.repeat(8_000)]));
  expect(await last()).toMatchObject({ kind: 'refusal', identity: '0000000001-25-000001', reason: 'too_large' });
});
