/** Errors in the form of ClickHouse's HTTP interface: a code, a text and an HTTP status. */

/** Codes of errors that this process raises. All other errors come from the engine. */
const ownCodes = {
  NOT_IMPLEMENTED: 48,
  SYNTAX_ERROR: 62,
  UNKNOWN_COMPRESSION_METHOD: 89,
  READONLY: 164,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  QUERY_IS_TOO_LARGE: 229,
  ABORTED: 236,
  TOO_MANY_BYTES: 307,
  TOO_MANY_ROWS_OR_BYTES: 396,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  UNKNOWN_EXCEPTION: 1002,
} as const;

export class EngineError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, text: string, status = statusOf(code)) {
    super(text);
    this.code = code;
    this.status = status;
  }
}

/** Returns an error of this process. Without `status` it gets the HTTP status that a server sends with its code. */
export function engineError(name: keyof typeof ownCodes, text: string, status?: number): EngineError {
  const code = ownCodes[name];
  return new EngineError(code, `Code: ${code}. DB::Exception: ${text} (${name})`, status);
}

/** Returns the error as an EngineError. The engine's messages begin with a code; an error without one comes from the chdb package. */
export function fromEngine(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const text = error instanceof Error ? error.message : String(error);
  const code = /^Code: (\d+)\./.exec(text)?.[1];
  return code === undefined ? engineError('UNKNOWN_EXCEPTION', text) : new EngineError(Number(code), text);
}

/** Codes by HTTP status, from ClickHouse's src/Server/HTTP/exceptionCodeToHTTPStatus.cpp. Other codes have status 500. */
const codesByStatus: ReadonlyArray<readonly [status: number, codes: readonly number[]]> = [
  [400, [6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427, 441, 675, 676]],
  [401, [194]],
  [403, [192, 193, 497, 512, 516]],
  [404, [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336, 511]],
  [408, [159]],
  [411, [381]],
  [413, [229]],
  [415, [779]],
  [501, [48]],
  [503, [76, 209, 439]],
];

function statusOf(code: number): number {
  return codesByStatus.find(([, codes]) => codes.includes(code))?.[0] ?? 500;
}
