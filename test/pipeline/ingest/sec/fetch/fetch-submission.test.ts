import { describe, expect, test } from 'vitest';
import { createSubmissionFetch } from '#pipeline/ingest/sec/fetch/fetch-submission.ts';
import type { FetchResult } from '#pipeline/ingest/stage.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { pendingFiling } from '../pending-filing.ts';
import { failed, streamed } from './streamed-fetch.ts';

/** Fetches a Form 4 from these answers, by the end of the path; others are missing. */
const fetching = (answers: Readonly<Record<string, string | FetchResult>>) =>
  createSubmissionFetch('sec_form4', 'form4', {
    baseUrl: 'http://edgar',
    parse: parseInProcess,
    fetch: streamed((url) => Object.entries(answers).find(([end]) => url.endsWith(end))?.[1]),
  })(pendingFiling());

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
