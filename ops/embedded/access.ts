/** Refuses requests for other host names (DNS rebinding), of web pages, and without user and password: browsers can reach the port. */
import type { IncomingMessage } from 'node:http';
import { ownNames } from '../process/own-names.ts';
import { isSamePassword } from '../process/secret.ts';
import type { Call } from './call.ts';
import { engineError } from './errors.ts';

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** Values of Sec-Fetch-Site that no other web site causes, for example for an address typed by hand. */
const ownFetchSites = new Set(['none', 'same-origin']);

export const loopback = '127.0.0.1';

/** Throws an EngineError with status 403 for a request that a web page or another host name caused. */
export function refuseForeign(request: IncomingMessage): void {
  const { headers, socket } = request;
  const site = headers['sec-fetch-site'];
  if (headers.origin !== undefined || (site !== undefined && !(typeof site === 'string' && ownFetchSites.has(site))))
    throw engineError('AUTHENTICATION_FAILED', 'Requests of web pages are refused');
  const host = (headers.host ?? '').toLowerCase();
  if (!ownNames(socket, loopback).some((name) => host === `${name}:${socket.localPort}`))
    throw engineError('AUTHENTICATION_FAILED', `The header Host must name the address of this server, such as ${loopback}:${socket.localPort}`);
}

export function authenticate(call: Call, { user, password }: Credentials): void {
  const isKnown = isSamePassword(call.password, password);
  if (isKnown && call.user === user) return;
  throw engineError(
    'AUTHENTICATION_FAILED',
    `${call.user.slice(0, 100)}: Authentication failed: password is incorrect, or there is no user with such name`,
  );
}
