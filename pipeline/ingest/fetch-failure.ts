/** Describes an answer that is not a document: why, and how long its host asks to wait. */
import type { FailureCause, FetchResult } from './stage.ts';

export interface FetchFailure {
  readonly detail: string;
  readonly retryAfterMs: number;
  /** Absent where the host answered, with something else than the document. */
  readonly cause?: FailureCause;
}

/** Returns the failure of a fetch. */
export function failureOf(answer: Exclude<FetchResult, { outcome: 'ok' }>): FetchFailure {
  if (answer.outcome === 'not_modified') return { detail: 'not modified', retryAfterMs: 0 };
  if (answer.outcome === 'refused') return { detail: answer.detail, retryAfterMs: 0 };
  return { detail: answer.detail, retryAfterMs: answer.retryAfterMs ?? 0, cause: answer.cause };
}
