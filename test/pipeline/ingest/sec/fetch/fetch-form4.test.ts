import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseInProcess } from '#pipeline/ingest/parse/in-process.ts';
import { createForm4Fetch, ownershipCandidates } from '#pipeline/ingest/sec/fetch/fetch-form4.ts';
import type { PendingFiling } from '#pipeline/ingest/sec/filing-progress.ts';
import type { FetchResult } from '#pipeline/ingest/stage.ts';
import { documentsDir } from '#test/support/data.ts';
import { form4Text } from '../form4-text.ts';

const filing: PendingFiling = {
  accession: '0000000001-25-000001',
  cik: '0001617553',
  form: '4',
  acceptedAt: '2025-03-17T16:00:00.000Z',
  filedOn: null,
  seenAt: '2025-03-17T16:01:00.000Z',
  isLive: true,
  failures: 0,
  dueAtMs: 0,
};
const listing = (...names: unknown[]): Buffer => Buffer.from(JSON.stringify({ directory: { item: names.map((name) => ({ name })) } }));
const ok = (body: string | Buffer): FetchResult => ({
  outcome: 'ok',
  url: '',
  contentType: null,
  body: Buffer.from(body),
  etag: null,
  lastModified: null,
  fetchedAt: '2025-03-17T16:02:00.000Z',
});

/** Returns a Form 4 fetch with fixed answers, by the end of the path. */
const fetching = (answers: Readonly<Record<string, FetchResult>>) =>
  createForm4Fetch({
    baseUrl: 'http://edgar',
    parse: parseInProcess,
    fetch: async ({ url }) =>
      Object.entries(answers).find(([end]) => url.endsWith(end))?.[1] ?? { outcome: 'failed', status: 404, retryAfterMs: null, detail: 'status 404' },
  })(filing);

describe('one filing', () => {
  test('too large with its exhibits, it is read without them', async () => {
    const outcome = await fetching({
      '.txt': { outcome: 'refused', reason: 'too_large', detail: 'over 20000000 bytes' },
      'index.json': ok(listing('form4.xml')),
      'form4.xml': ok(form4Text()),
    });
    expect(outcome).toMatchObject({ outcome: 'read', message: { kind: 'form4', accession: filing.accession, accepted_at: filing.acceptedAt } });
  });

  test('listed and nowhere to be found, it is put off', async () => {
    expect(await fetching({})).toMatchObject({ outcome: 'retry', reason: 'unavailable', trouble: { isRefusedClient: 'no' } });
    expect(await fetching({ 'index.json': ok(listing('a.htm')) })).toMatchObject({ outcome: 'retry', reason: 'unavailable' });
    expect(await fetching({ 'index.json': ok('not json') })).toMatchObject({ outcome: 'retry' });
  });

  test('a refusal of this client is told from a missing file', async () => {
    expect(await fetching({ '.txt': { outcome: 'failed', status: 429, retryAfterMs: 600_000, detail: 'status 429' } })).toMatchObject({
      trouble: { isRefusedClient: 'yes', retryAfterMs: 600_000 },
    });
    expect(await fetching({ '.txt': { outcome: 'failed', status: 403, retryAfterMs: null, detail: 'status 403' } })).toMatchObject({
      trouble: { isRefusedClient: 'maybe' },
    });
    expect(await fetching({ '.txt': ok('<!DOCTYPE html><html><title>SEC.gov | Request Rate Threshold Exceeded</title>') })).toMatchObject({
      trouble: { isRefusedClient: 'yes' },
    });
  });

  test('the last try of a document cut short says that it is malformed', async () => {
    expect(await fetching({ '.txt': ok('<SEC-DOCUMENT><DOCUMENT><XML><ownershipDocument><a>') })).toMatchObject({
      outcome: 'retry',
      reason: 'malformed',
    });
  });
});

describe('folder listing', () => {
  test('names the likely documents first, and no path that leaves the folder', () => {
    expect(
      ownershipCandidates(listing('R1.xml', 'FilingSummary.xml', 'x_htm.xml', 'other.xml', '../../evil.xml', 'wf-form4_1.xml', 'a.txt', 7, null)),
    ).toEqual(['wf-form4_1.xml', 'other.xml']);
    expect(ownershipCandidates(Buffer.from('{"directory":null}'))).toEqual([]);
    expect(ownershipCandidates(Buffer.from('[]'))).toEqual([]);
  });

  const folder = documentsDir('edgar/index-pages');
  test('of another form holds none', () => {
    const listingName = readdirSync(folder).find((name) => name.endsWith('-index.json'))!;
    expect(ownershipCandidates(readFileSync(`${folder}/${listingName}`)).filter((name) => /form4|ownership/.test(name))).toEqual([]);
  });
});
