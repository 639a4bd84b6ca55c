import { expect, test } from 'vitest';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { RawMessage, type RawArticle, type RawForm4 } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { submissionText as eightK } from '#test/support/submission.ts';
import { form4Text, submissionText } from './sec/form4-text.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const publish = createPublish(bus, { log: testLog, signal: new AbortController().signal });

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

const listed = { accession: '0000320193-24-000005', cik: '0000320193', seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };

test('an 8-K for a day that the calendar does not have is refused, which the caller learns', async () => {
  const text = '<html><p>Item 8.01 Other Events</p></html>';
  const publishFor = async (period: string): Promise<RawMessage> => {
    const submission = splitSubmission(eightK({ period, items: ['Other Events'], documents: [{ type: '8-K', filename: 'a.htm', text }] }));
    const read = await parseInProcess('filing', { submission, listed });
    if (!read.isRead || !read.value.ok) throw new Error('not read');
    return publish(read.value.filing);
  };
  expect(await publishFor('2024-01-31')).toMatchObject({ kind: 'filing', event_date: '2024-01-31' });
  expect(await publishFor('2024-01-45')).toMatchObject({ kind: 'refusal', reason: 'malformed' });
});

test('a Form 4 filed on a day that the calendar does not have is refused, which the caller learns', async () => {
  const publishFiled = async (day: string): Promise<RawMessage> => {
    const body = Buffer.from(submissionText(listed.accession, form4Text()).replace(/FILED AS OF DATE:.*/, `FILED AS OF DATE:\t\t${day}`));
    const read = await parseInProcess('form4', { submission: splitSubmission(body), listed });
    if (!read.isRead || !read.value.ok) throw new Error('not read');
    return publish(read.value.filing);
  };
  expect(await publishFiled('20250317')).toMatchObject({ kind: 'form4', filed_on: '2025-03-17' });
  expect(await publishFiled('20251399')).toMatchObject({ kind: 'refusal', reason: 'malformed' });
});

test('an article too large for a message goes without its body, and anything else is refused for its size', async () => {
  // Each of these characters takes six bytes in JSON.
  await publish(article({ identity: 'https://example.com/long', body: '\u0001'.repeat(200_000) }));
  expect(await last()).toMatchObject({ kind: 'article', identity: 'https://example.com/long', body: null });
  await publish(form4(['x'.repeat(8_000)]));
  expect(await last()).toMatchObject({ kind: 'refusal', identity: '0000000001-25-000001', reason: 'too_large' });
});
