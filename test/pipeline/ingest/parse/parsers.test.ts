import { describe, expect, test } from 'vitest';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import { splitSubmission } from '#pipeline/ingest/sec/documents/documents.ts';
import { submissionText as eightK } from '#test/support/submission.ts';
import { form4Text, submissionText } from '../sec/form4-text.ts';

const at = '2026-05-06T15:00:00.000Z';
const listed = { accession: '0000320193-24-000005', seenAt: at, fetchedAt: at, acceptedAt: null, filedOn: null };

/** RAW would refuse such a message at each retry. */
describe('a document of which a message would be made that RAW does not take', () => {
  test('is refused: an 8-K for a day that the calendar does not have', async () => {
    const text = '<html><p>Item 8.01 Other Events</p></html>';
    const of = (period: string) =>
      splitSubmission(eightK({ period, items: ['Other Events'], documents: [{ type: '8-K', filename: 'a.htm', text }] }));
    const read = (period: string) => parseInProcess('filing', { submission: of(period), listed: { ...listed, cik: '0000320193' } });
    expect(await read('2024-01-31')).toMatchObject({ value: { ok: true, filing: { event_date: '2024-01-31' } } });
    expect(await read('2024-01-45')).toMatchObject({ value: { ok: false, reason: 'malformed', isTransient: false } });
  });

  test('is refused: a Form 4 filed on a day that the calendar does not have', async () => {
    const read = (day: string) =>
      parseInProcess('form4', {
        body: Buffer.from(submissionText(listed.accession, form4Text()).replace(/FILED AS OF DATE:.*/, `FILED AS OF DATE:\t\t${day}`)),
        listed,
      });
    expect(await read('20250317')).toMatchObject({ value: { ok: true, form4: { filed_on: '2025-03-17' } } });
    expect(await read('20251399')).toMatchObject({ value: { ok: false, reason: 'malformed', isTransient: false } });
  });
});
