/** State of a request as it passes through the HTTP adapter. */
import type { ParameterizedContext } from 'koa';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Exchange, HeaderList } from '../reply/send.ts';

export interface ApiState {
  requestId: string;
  /** Whether it came below `/compat/alphai`. */
  isCompatible: boolean;
  /** Headers of every answer from here on. */
  headers: HeaderList;
  caller: Caller | null;
  /** Path of the operation as in the table; `none` without an operation. */
  route: string;
  status: number;
  code: ProblemCode | null;
  /** The internal error, for the log. */
  cause: unknown;
  source: string | null;
  rowsCount: number | null;
  bodyBytes: number;
}

/** A request within the frame (frame.ts). */
export interface ApiExchange extends Exchange {
  readonly state: ApiState;
}

/** The same as a context of Koa, for routes that need one. */
export type ApiContext = ParameterizedContext<ApiState>;
