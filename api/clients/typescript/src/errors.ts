/** The errors of a call: the service refused it, no answer came, or something other than the service answered. */
import type { Problems } from './generated/schemas.ts';

export type ProblemCode = keyof Problems;

/** A problem whose code is missing, or unknown to this release of the client. */
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
  /** The kind of problem; `unknown` when the answer has no code. */
  readonly code: string;
  readonly problem: Problem;
  /** Id of the request, to report to the operator of the service; null when the answer has none. */
  readonly requestId: string | null;
  /** Seconds to wait before a retry; null when the answer has no valid header `Retry-After`. */
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

/** No complete answer arrived: no connection, unknown host, timeout, or the connection was cut. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

/** Something other than the service answered, such as a proxy with a page of its own. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError';
}

/** Returns whether the error is a refusal with this code. It also gives `error.problem.extra` its type. */
export const isProblem = <Code extends ProblemCode>(error: unknown, code: Code): error is ApiError<Problems[Code]> =>
  error instanceof ApiError && error.code === code;

/** Returns the seconds of the header `Retry-After`, a number or an HTTP date, or null when it is missing or invalid. */
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

/** Returns the error for a problem that is not the body of a response, as in a stream's event `end`. */
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
