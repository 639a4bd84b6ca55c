/** Answers as a polite fetch does, with texts in place of EDGAR's. */
import { Readable } from 'node:stream';
import type { FetchResult, PoliteFetch } from '#pipeline/ingest/stage.ts';

export const failed = (status: number, retryAfterMs: number | null = null): FetchResult => ({
  outcome: 'failed',
  cause: 'status',
  status,
  retryAfterMs,
  detail: `status ${status}`,
});

/** Streams the text that `answerOf` gives for the address, or fails as it says; without an answer the page is missing. */
export const streamed =
  (answerOf: (url: string) => string | FetchResult | undefined): PoliteFetch =>
  async ({ url, read }) => {
    const answer = answerOf(url) ?? failed(404);
    if (typeof answer !== 'string') return answer;
    const body = Buffer.from(answer);
    await read?.(Readable.from([body]));
    return { outcome: 'ok', url, contentType: null, body, etag: null, lastModified: null, fetchedAt: '2026-03-24T20:31:01.000Z' };
  };
