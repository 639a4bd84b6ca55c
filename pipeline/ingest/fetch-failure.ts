/** Converts the answer to a failed fetch into what a schedule needs: the reason and the Retry-After. */
import type { FailureCause, FetchResult } from './stage.ts';

export interface FetchFailure {
  readonly detail: string;
  readonly retryAfterMs: number;
  /** Absent when the host answered with something else than the document. */
  readonly cause?: FailureCause;
}

export function failureOf(answer: Exclude<FetchResult, { outcome: 'ok' }>): FetchFailure {
  if (answer.outcome === 'not_modified') return { detail: 'not modified', retryAfterMs: 0 };
  if (answer.outcome === 'refused') return { detail: answer.detail, retryAfterMs: 0 };
  return { detail: answer.detail, retryAfterMs: answer.retryAfterMs ?? 0, cause: answer.cause };
}
