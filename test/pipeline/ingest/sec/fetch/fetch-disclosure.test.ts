import { describe, expect, test } from 'vitest';
import { createDisclosureFetch } from '#pipeline/ingest/sec/fetch/fetch-disclosure.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { accession, issuerCik, schedule13d, submissionTextOf } from '../disclosure/documents.ts';
import { pendingFiling } from '../pending-filing.ts';
import { streamed } from './streamed-fetch.ts';

const earlier = '0001000001-26-000003';
const amendment = submissionTextOf({ form: 'SCHEDULE 13D/A', text: schedule13d({ amends: earlier }) });
const earlierText = schedule13d({ persons: [{ name: 'Hill Partners LP', shares: '4100000', percent: '7.1' }], amends: '0001000001-26-000002' });
/** The amendment before, of number 2. */
const original = (changes: (text: string) => string = (text) => text) =>
  submissionTextOf({ form: 'SCHEDULE 13D/A', text: changes(earlierText.replace('<amendmentNo>3', '<amendmentNo>2')) }, earlier);

/** Fetches from these documents by accession number. */
function fetched(documents: Readonly<Record<string, string>>, failures = 0) {
  const fetch = streamed((url) => documents[/([\d-]+)\.txt$/.exec(url)?.[1] ?? '']);
  const filing = pendingFiling({ accession, cik: issuerCik, form: 'SCHEDULE 13D/A', failures });
  return createDisclosureFetch('sec_schedule13d', { fetch, parse: parseInProcess, baseUrl: 'http://edgar' })(filing);
}

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
