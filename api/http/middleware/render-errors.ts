/** Sends errors of later middleware as problem+json; the part for the log is stored in `state.cause`. */
import type { Middleware } from 'koa';
import { ApiError, apiError, renderProblem } from '../../errors.ts';
import { send, type HeaderList } from '../../reply/send.ts';
import type { ApiContext, ApiState } from '../state.ts';

const problemType = 'application/problem+json; charset=utf-8';

export const renderErrors: Middleware<ApiState> = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    sendProblem(ctx, error);
  }
};

function sendProblem(ctx: ApiContext, error: unknown): void {
  const { state } = ctx;
  const known =
    error instanceof ApiError ? error : apiError('internal', 'Internal error. Try again; if it persists, give the operator the request_id.', {});
  const body = renderProblem(known, state.requestId);
  state.status = known.status;
  state.code = known.code;
  state.bodyBytes = body.length;
  if (known.status >= 500) state.cause = error instanceof ApiError ? (error.cause ?? null) : error;
  const headers = known.headers.includes('Connection') ? withoutConnection(state.headers) : state.headers;
  send(ctx, known.status, [...headers, ...known.headers, 'Content-Type', problemType, 'Cache-Control', 'no-store'], body, body.length);
}

const withoutConnection = (headers: HeaderList): HeaderList => {
  const at = headers.indexOf('Connection');
  return at < 0 ? headers : [...headers.slice(0, at), ...headers.slice(at + 2)];
};
