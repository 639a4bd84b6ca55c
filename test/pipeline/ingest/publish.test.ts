import { expect, test } from 'vitest';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { sharedBus } from '#test/support/shared-servers.ts';
import { rawArticle } from '#test/support/raw-articles.ts';
import { submissionText as eightK } from '#test/support/submission.ts';
import { form4, trade } from '../refine/form4/fixtures.ts';
import { form4Text, submissionText } from './sec/form4-text.ts';

const { bus } = await sharedBus();
await applyStreams(bus);
const publish = createPublish(bus, { log: testLog, signal: new AbortController().signal });

const at = '2026-05-06T15:00:00.000Z';
async function last(): Promise<RawMessage> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  return RawMessage.parse((await bus.jsm.streams.getMessage(streams.raw, { seq: state.last_seq }))!.json());
}

test('a message that breaks the rules of RAW is counted there as refused, and not handed to it for ever', async () => {
  await publish(rawArticle(1, { identity: 'https://example.com/bad', title: 'x'.repeat(5_000) }));
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
  await publish(rawArticle(1, { identity: 'https://example.com/long', body: '\u0001'.repeat(200_000) }));
  expect(await last()).toMatchObject({ kind: 'article', identity: 'https://example.com/long', body: null });
  const large = form4({ transactions: Array.from({ length: 1_000 }, () => trade('P', { footnotes: ['x'.repeat(8_000)] })) });
  await publish(large);
  expect(await last()).toMatchObject({ kind: 'refusal', identity: large.identity, reason: 'too_large' });
});
