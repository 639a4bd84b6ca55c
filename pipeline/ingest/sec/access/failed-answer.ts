/** Describes an answer that is not a document: what to log, whether EDGAR refuses this client, and its Retry-After. */
import { failureOf } from '../../fetch-failure.ts';
import type { FetchResult } from '../../stage.ts';

export interface Trouble {
  readonly detail: string;
  /**
   * `yes`: too many requests, or an undeclared client. `maybe`: 403, with which EDGAR refuses clients and its store answers for missing
   * files.
   */
  readonly isRefusedClient: 'yes' | 'maybe' | 'no';
  readonly retryAfterMs: number;
}

/** Returns the trouble of one document, which says nothing about EDGAR. */
export const noDocument = (detail: string): Trouble => ({ detail, isRefusedClient: 'no', retryAfterMs: 0 });

/** Returns the trouble of an answer without a document. */
export function troubleOf(answer: Exclude<FetchResult, { outcome: 'ok' }>): Trouble {
  const { detail, retryAfterMs } = failureOf(answer);
  const status = answer.outcome === 'failed' ? answer.status : null;
  return { detail, isRefusedClient: status === 429 ? 'yes' : status === 403 ? 'maybe' : 'no', retryAfterMs };
}

/** Returns the trouble from the title of a page that replaced the document, with status 200. */
export const troubleOfPage = (detail: string): Trouble => ({
  ...noDocument(detail),
  isRefusedClient: /rate threshold|undeclared/i.test(detail) ? 'yes' : 'no',
});
