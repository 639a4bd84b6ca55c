/** Refuses a request without Host, or with several: node:http keeps the first, while a proxy may have routed by another (RFC 9112, 3.2). */
import type { Middleware } from 'koa';
import { apiError } from '../../errors.ts';
import type { ApiState } from '../state.ts';

const hostless = apiError('bad_request', 'The Host header is missing.', {}, ['Connection', 'close']);
const severalHosts = apiError('bad_request', 'The request has more than one Host header. Send one.', {}, ['Connection', 'close']);

export const checkHost: Middleware<ApiState> = ({ req }, next) => {
  if (req.headers.host === undefined && req.httpVersion === '1.1') throw hostless;
  if (hostsOf(req.rawHeaders) > 1) throw severalHosts;
  return next();
};

/** Returns how many Host headers a request has. */
function hostsOf(rawHeaders: readonly string[]): number {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts;
}
