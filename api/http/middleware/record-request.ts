/** Counts each request and writes its line of the access log, once its answer is written or its client has gone. */
import type { Middleware } from 'koa';
import type { Logger } from '#ops/process/log.ts';
import type { AccessLog } from '../../observe/access-log.ts';
import type { CountRequest } from '../../observe/metrics.ts';
import type { ApiState } from '../state.ts';

export interface Observers {
  readonly count: CountRequest;
  readonly accessLog: AccessLog;
  /** Receives internal errors. */
  readonly log: Logger;
}

export function recordRequest({ count, accessLog, log }: Observers): Middleware<ApiState> {
  return async (ctx, next) => {
    const startedAtMs = performance.now();
    const { req, res, state } = ctx;
    await next();
    // nginx's code for a client that went away before its answer; it appears in the log only.
    if (res.destroyed && !res.writableEnded) state.status = 499;
    const durationMs = performance.now() - startedAtMs;
    const { requestId, route, status, code, source, caller, rowsCount, bodyBytes, cause } = state;
    count({ route, status, code, source, seconds: durationMs / 1_000 });
    if (cause !== null) log.error({ request_id: requestId, route, status, err: cause }, 'request.failed');
    if (accessLog === null) return;
    const ip = ctx.app.proxy ? forwardedIp(ctx.ip) : (req.socket.remoteAddress ?? '');
    const account = caller === null ? null : caller.account.id;
    accessLog({ requestId, method: req.method ?? '', route, status, code, account, ip, source, rows: rowsCount, bodyBytes, durationMs });
  };
}

/** Returns the address that a proxy wrote; '' where it wrote something else. */
const forwardedIp = (text: string): string => (/^[0-9A-Fa-f:.]{2,45}$/.test(text) ? text : '');
