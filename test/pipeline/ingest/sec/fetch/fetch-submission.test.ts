import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createSubmissionFetch } from '#pipeline/ingest/sec/fetch/fetch-submission.ts';
import type { PendingFiling } from '#pipeline/ingest/sec/filing-progress.ts';
import type { FetchResult } from '#pipeline/ingest/stage.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';

const filing: PendingFiling = {
  accession: '0000000001-25-000001',
  cik: '0001617553',
  form: '4',
  acceptedAt: '2025-03-17T16:00:00.000Z',
  filedOn: null,
  seenAt: '2025-03-17T16:01:00.000Z',
  isLive: true,
  failures: 0,
  faults: 0,
  dueAtMs: 0,
};
const failed = (status: number, retryAfterMs: number | null = null): FetchResult => ({
  outcome: 'failed',
  cause: 'status',
  status,
  retryAfterMs,
  detail: `status ${status}`,
});

/** Fetches a Form 4 from these answers, by the end of the path; others are missing. */
const fetching = (answers: Readonly<Record<string, string | FetchResult>>) =>
  createSubmissionFetch('sec_form4', 'form4', {
    baseUrl: 'http://edgar',
    parse: parseInProcess,
    fetch: async ({ url, read }) => {
      const answer = Object.entries(answers).find(([end]) => url.endsWith(end))?.[1] ?? failed(404);
      if (typeof answer !== 'string') return answer;
      const body = Buffer.from(answer);
      await read?.(Readable.from([body]));
      return { outcome: 'ok', url, contentType: null, body, etag: null, lastModified: null, fetchedAt: '2025-03-17T16:02:00.000Z' };
    },
  })(filing);

describe('a filing', () => {
  test('listed without its text is put off', async () => {
    expect(await fetching({})).toMatchObject({ outcome: 'retry', reason: 'unavailable', trouble: { isRefusedClient: 'no' } });
  });

  test('that EDGAR refuses to this client is told from a missing one', async () => {
    const page = '<!DOCTYPE html><html><title>SEC.gov | Request Rate Threshold Exceeded</title>';
    expect(await fetching({ '.txt': failed(429, 600_000) })).toMatchObject({ trouble: { isRefusedClient: 'yes', retryAfterMs: 600_000 } });
    expect(await fetching({ '.txt': failed(403) })).toMatchObject({ trouble: { isRefusedClient: 'maybe' } });
    expect(await fetching({ '.txt': page })).toMatchObject({ trouble: { isRefusedClient: 'yes' } });
  });
});
