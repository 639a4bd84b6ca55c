/** The state of a request while it is handled. */
import type { ParameterizedContext } from 'koa';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Exchange, HeaderList } from '../reply/send.ts';

export interface ApiState {
  requestId: string;
  /** Whether the path of the request began with `/compat/alphai`. */
  isCompatible: boolean;
  /** Headers of the response so far. */
  headers: HeaderList;
  caller: Caller | null;
  /** Path of the operation as defined, or `none`. */
  route: string;
  status: number;
  code: ProblemCode | null;
  /** An internal error for the log, or null. */
  cause: unknown;
  source: string | null;
  rowsCount: number | null;
  bodyBytes: number;
}

export interface ApiExchange extends Exchange {
  readonly state: ApiState;
}

/** The Koa context of a request, for routes that need one. */
export type ApiContext = ParameterizedContext<ApiState>;
