/** The errors of a call, by kind: the service refused it, no answer came, or something other than the service answered. */
import type { Problems } from './generated/schemas.ts';

export type ProblemCode = keyof Problems;

/** The problem in a body without a code, or with one of a later release of the service. */
export interface UnknownProblem {
  readonly code: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly request_id: string | null;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** The service, or a proxy in front of it, answered with a status of 400 or more. */
export class ApiError<Problem = Problems[ProblemCode] | UnknownProblem> extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Identifies the kind of problem; `unknown` where the answer has no code. */
  readonly code: string;
  readonly problem: Problem;
  /** Id of the request for the operator of the service. */
  readonly requestId: string | null;
  /** Seconds to wait by the header `Retry-After`. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem & Pick<UnknownProblem, 'code' | 'detail' | 'status'>, requestId: string | null, retryAfterSeconds: number | null) {
    super(`${problem.status} ${problem.code}: ${problem.detail}`);
    this.status = problem.status;
    this.code = problem.code;
    this.problem = problem;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No answer, or only a part of one: no connection, unknown host, timeout, connection cut. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** An answer that is not the service's, such as the page of a proxy. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** Returns whether the service refused with this code; `error.problem.extra` is then typed. */
export const isProblem = <Code extends ProblemCode>(error: unknown, code: Code): error is ApiError<Problems[Code]> =>
  error instanceof ApiError && error.code === code;

/** Returns seconds, also from an HTTP date; null where the header is missing or invalid. */
export function retryAfterOf(headers: Headers, nowMs: number = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
}

export function apiErrorOf(response: Response, text: string): ApiError {
  const requestId = response.headers.get('x-request-id');
  return new ApiError(problemOf(text, response.status, requestId), requestId, retryAfterOf(response.headers));
}

/** Returns the error that a problem describes, outside of a response. */
export function problemIn(text: string): ApiError {
  const { status, request_id: requestId } = { status: 0, request_id: null, ...parseObject(text) } as Pick<UnknownProblem, 'status' | 'request_id'>;
  return new ApiError(problemOf(text, status, requestId), requestId, null);
}

function problemOf(text: string, status: number, requestId: string | null): UnknownProblem {
  const body = parseObject(text);
  const own = typeof body?.['code'] === 'string' && typeof body['detail'] === 'string' ? body : null;
  const unknown = { code: 'unknown', title: '', detail: text.trim().slice(0, 200) || `status ${status}`, extra: {} };
  return { ...unknown, ...own, status, request_id: requestId };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
