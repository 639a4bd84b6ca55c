/** Begins a request: gives it an id, the headers of every answer, and an empty state. */
import type { Middleware } from 'koa';
import { requestId } from '../../request/request-id.ts';
import type { ApiState } from '../state.ts';

export const assignRequestId =
  (isStopping: () => boolean): Middleware<ApiState> =>
  ({ req, state }, next) => {
    state.requestId = requestId(req.headers['x-request-id']);
    state.headers = ['X-Request-Id', state.requestId, 'X-Content-Type-Options', 'nosniff'];
    if (isStopping()) state.headers.push('Connection', 'close');
    state.isCompatible = false;
    state.caller = null;
    state.route = 'none';
    state.status = 0;
    state.code = null;
    state.cause = null;
    state.source = null;
    state.rowsCount = null;
    state.bodyBytes = 0;
    return next();
  };
