import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createDisclosureFetch } from '#pipeline/ingest/sec/fetch/fetch-disclosure.ts';
import type { PendingFiling } from '#pipeline/ingest/sec/filing-progress.ts';
import type { PoliteFetch } from '#pipeline/ingest/stage.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { accession, issuerCik, schedule13d, submissionTextOf } from '../disclosure/documents.ts';

const earlier = '0001000001-26-000003';
const filing = (failures = 0): PendingFiling => ({
  accession,
  cik: issuerCik,
  form: 'SCHEDULE 13D/A',
  acceptedAt: null,
  filedOn: null,
  seenAt: '2026-03-24T20:31:00.000Z',
  isLive: true,
  failures,
  faults: 0,
  dueAtMs: 0,
});

/** Fetches from these documents by accession number, as EDGAR streams them; others are missing. */
const edgar =
  (documents: Readonly<Record<string, string>>): PoliteFetch =>
  async ({ url, read }) => {
    const text = documents[/(\d{10}-\d{2}-\d{6})\.txt$/.exec(url)?.[1] ?? ''];
    if (text === undefined) return { outcome: 'failed', cause: 'status', status: 404, retryAfterMs: null, detail: 'status 404' };
    const body = Buffer.from(text);
    await read?.(Readable.from([body]));
    return { outcome: 'ok', url, contentType: null, body, etag: null, lastModified: null, fetchedAt: '2026-03-24T20:31:01.000Z' };
  };

const amendment = submissionTextOf({ form: 'SCHEDULE 13D/A', text: schedule13d({ amends: earlier }) });
const earlierText = schedule13d({ persons: [{ name: 'Hill Partners LP', shares: '4100000', percent: '7.1' }], amends: '0001000001-26-000002' });
/** The amendment before, of number 2. */
const original = (changes: (text: string) => string = (text) => text) =>
  submissionTextOf({ form: 'SCHEDULE 13D/A', text: changes(earlierText.replace('<amendmentNo>3', '<amendmentNo>2')) }, earlier);

const fetched = async (documents: Readonly<Record<string, string>>, failures = 0) =>
  createDisclosureFetch('sec_schedule13d', { fetch: edgar(documents), parse: parseInProcess, baseUrl: 'http://edgar' })(filing(failures));

describe('an amended stake', () => {
  test('brings the stake of the filing that it amends', async () => {
    const outcome = await fetched({ [accession]: amendment, [earlier]: original() });
    expect(outcome).toMatchObject({ outcome: 'read', message: { accession, facts: { before: [{ percent: '7.1' }] } } });
  });

  test('is told without it where that filing is of another issuer, of the old text form, or not the one before', async () => {
    for (const other of [
      original((text) => text.replaceAll(issuerCik, '0000000009')),
      original().replaceAll('SCHEDULE 13D', 'SC 13D'),
      original((text) => text.replace('<amendmentNo>2', '<amendmentNo>1')),
    ])
      expect(await fetched({ [accession]: amendment, [earlier]: other })).toMatchObject({ outcome: 'read', message: { facts: { before: null } } });
  });

  test('waits once for a filing that is missing', async () => {
    expect(await fetched({ [accession]: amendment })).toMatchObject({ outcome: 'retry' });
    expect(await fetched({ [accession]: amendment }, 1)).toMatchObject({ outcome: 'read', message: { facts: { before: null } } });
  });
});

test('a filing that amends nothing is fetched alone', async () => {
  const text = submissionTextOf({ form: 'SCHEDULE 13D', text: schedule13d() });
  expect(await fetched({ [accession]: text })).toMatchObject({ outcome: 'read', message: { kind: 'disclosure', source: 'sec_schedule13d' } });
});
