/** Describes an answer that is not a document: what to log, whether EDGAR refuses this client, and its Retry-After. */
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

export const noDocument = (detail: string): Trouble => ({ detail, isRefusedClient: 'no', retryAfterMs: 0 });

export function troubleOf(answer: Exclude<FetchResult, { outcome: 'ok' }>): Trouble {
  if (answer.outcome !== 'failed') return noDocument(answer.outcome === 'refused' ? answer.detail : 'not modified');
  const isRefusedClient = answer.status === 429 ? 'yes' : answer.status === 403 ? 'maybe' : 'no';
  return { detail: answer.detail, isRefusedClient, retryAfterMs: answer.retryAfterMs ?? 0 };
}

/** Derives the trouble from the title of a page that replaced the document, with status 200. */
export const troubleOfPage = (detail: string): Trouble => ({
  ...noDocument(detail),
  isRefusedClient: /rate threshold|undeclared/i.test(detail) ? 'yes' : 'no',
});
