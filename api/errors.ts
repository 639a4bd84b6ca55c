/** Errors of the API. The frame (http/frame.ts) renders a thrown ApiError as application/problem+json. */
import { problems, type ProblemCode, type ProblemExtra } from '#schemas/error.ts';

export class ApiError extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly headers: readonly string[];

  constructor(code: ProblemCode, detail: string, extra: Readonly<Record<string, unknown>>, headers: readonly string[]) {
    super(detail);
    this.code = code;
    this.status = problems[code].status;
    this.extra = extra;
    this.headers = headers;
  }

  /** Value of Retry-After, in seconds; null if the error has no such header. */
  get retryAfterSeconds(): number | null {
    const at = this.headers.indexOf('Retry-After');
    return at < 0 ? null : Number(this.headers[at + 1]);
  }
}

/** Returns the error. `detail` is public. */
export const apiError = <C extends ProblemCode>(code: C, detail: string, extra: ProblemExtra<C>, headers: readonly string[] = []): ApiError =>
  new ApiError(code, detail, extra, headers);

export const invalidParameter = (name: string, message: string): ApiError =>
  apiError('invalid_parameter', `${name} ${message}`, { fields: { [name]: [message] } });

export function invalidInput(issues: ReadonlyMap<string, readonly string[]>): ApiError {
  const fields = Object.fromEntries([...issues].map(([name, messages]) => [name, [...messages]]));
  const detail = [...issues].map(([name, messages]) => `${name} ${messages.join('; ')}`).join('. ');
  return apiError('invalid_parameter', detail, { fields });
}

/** Returns a 503 error: the service cannot answer now. `reason` is a word for clients; `cause` is only logged. */
export function unavailable(reason: string, detail: string, cause?: unknown, retryAfterSeconds = 5): ApiError {
  const error = apiError('unavailable', detail, { reason }, ['Retry-After', String(retryAfterSeconds)]);
  error.cause = cause;
  return error;
}

/** Returns 503 for an answer that may contain records which the feed log has lost. */
export const newGeneration = (): ApiError => unavailable('new_generation', 'The feed log was just repaired. Try again in a few seconds.');

/** Returns 503 for an answer that needs records which the tables lack yet. */
export const storeBehind = (retryAfterSeconds?: number): ApiError =>
  unavailable('store_behind', 'The database has not caught up with the feed yet. Try again in a few seconds.', undefined, retryAfterSeconds);

/** Returns the body of an error (RFC 9457). Its `type` is a URI that cannot be opened. */
export function renderProblem(error: ApiError, requestId: string): Buffer {
  const { code, status, message, extra } = error;
  return Buffer.from(
    JSON.stringify({
      type: `urn:tickerwire:problem:${code}`,
      title: problems[code].title,
      status,
      detail: message,
      code,
      message,
      request_id: requestId,
      extra,
    }),
  );
}
