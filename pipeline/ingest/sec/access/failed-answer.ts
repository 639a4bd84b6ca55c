/** Describes an answer that is not a document: what to log, whether EDGAR refuses this client, and its Retry-After. */
import { failureOf } from '../../fetch-failure.ts';
import type { FetchResult } from '../../stage.ts';

export interface Trouble {
  readonly detail: string;
  /** `yes`: this client sends too many requests or is undeclared. `maybe`: status 403, which also means a missing file. */
  readonly isRefusedClient: 'yes' | 'maybe' | 'no';
  readonly retryAfterMs: number;
}

/** Returns trouble that concerns one document, not EDGAR as a whole. */
export const noDocument = (detail: string): Trouble => ({ detail, isRefusedClient: 'no', retryAfterMs: 0 });

export function troubleOf(answer: Exclude<FetchResult, { outcome: 'ok' }>): Trouble {
  const { detail, retryAfterMs } = failureOf(answer);
  const status = answer.outcome === 'failed' ? answer.status : null;
  return { detail, isRefusedClient: status === 429 ? 'yes' : status === 403 ? 'maybe' : 'no', retryAfterMs };
}

/** Returns the trouble of an error page with status 200. `detail`: the detail of its refusal, which contains the page's title. */
export const troubleOfPage = (detail: string): Trouble => ({
  ...noDocument(detail),
  isRefusedClient: /rate threshold|undeclared/i.test(detail) ? 'yes' : 'no',
});
