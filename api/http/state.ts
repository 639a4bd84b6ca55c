/** The state of a request while it is handled. */
import type { ParameterizedContext } from 'koa';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from '../auth/caller.ts';
import type { Exchange, HeaderList } from '../reply/send.ts';

export interface ApiState {
  requestId: string;
  isCompatible: boolean;
  headers: HeaderList;
  caller: Caller | null;
  route: string;
  status: number;
  code: ProblemCode | null;
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
