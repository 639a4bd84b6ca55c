/**
 * The HTTP server. All waits and sizes have limits, and malformed HTTP gets a problem+json response. When it stops, it refuses new
 * connections, closes idle ones, and closes the others after their response or after a deadline.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { apiError } from '../errors.ts';
import { createRefusals, type ClientError } from './refuse.ts';
import { watchSockets } from './sockets.ts';
import { answerOver, escapedRequest } from './unescaped-target.ts';

export interface HttpServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const usualWaits = {
  headersMs: 10_000,
  requestMs: 15_000,
  /** Longer than the idle timeout of proxies (usually 60 s), so that a proxy never uses a connection that is being closed. */
  keepAliveMs: 75_000,
  /** Limit for a response that the client does not read; large responses have more time (sockets.ts). */
  slowReadMs: 30_000,
  /** Time for a client to read an error before the socket is closed. */
  lingerMs: 1_000,
  checkEveryMs: 1_000,
  stopMs: 10_000,
};

const slowBytesPerSecond = 10_000;
const headerBytesMax = 16_384;
const headersCountMax = 100;
const connectionsMax = 20_000;
export const urlLengthMax = 8_000;

export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Name of the setting of the port, for the error when the port cannot be used. */
  readonly setting?: string;
  readonly connectionsPerAddress: number;
  /** Called with the client address of each socket over `connectionsPerAddress`. */
  readonly onTurnedAway?: (address: string) => void;
  readonly waits?: Partial<typeof usualWaits>;
}

/** Returns path and query of a target in absolute form (RFC 9112, 3.2.2). An invalid one, for which Koa would throw, becomes an unknown path. */
function originForm(target: string): string {
  if (!URL.canParse(target)) return `/${encodeURIComponent(target)}`;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}

export async function startServer(listener: RequestListener, options: ServerOptions): Promise<HttpServer> {
  const waits = { ...usualWaits, ...options.waits };
  const { headersMs, requestMs, keepAliveMs, slowReadMs, lingerMs, checkEveryMs } = waits;
  const refusals = createRefusals({ headerBytesMax, urlLengthMax, lingerMs });
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: checkEveryMs,
    noDelay: true,
    // The frame refuses requests without Host. The response of node:http would have no body.
    requireHostHeader: false,
  });
  server.maxHeadersCount = headersCountMax;
  server.maxConnections = connectionsMax;
  const bounds = { perAddressMax: options.connectionsPerAddress, slowReadMs, slowBytesPerSecond, checkEveryMs };
  const stopWatching = watchSockets(server, bounds, options.onTurnedAway ?? (() => undefined));
  // A client that half-closes the connection after its request still gets the response. The types of node:http lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  const listen: RequestListener = (request, response) => {
    if (refusals.isRefused(request.socket)) return;
    // HTTP/1.0 has no chunked coding, so a proxy may have treated the chunks as another request (RFC 9112, 6.1).
    if (request.httpVersionMinor === 0 && request.headers['transfer-encoding'] !== undefined) return refusals.refuseWith(noChunks, request.socket);
    refusals.note(request, response);
    if (request.url?.includes('://') === true && request.url[0] !== '/') request.url = originForm(request.url);
    listener(request, response);
  };
  server.on('request', listen);
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1). node:http would send 417 without a body.
  server.on('checkExpectation', listen);
  server.on('connect', (_request, socket) => refusals.refuseWith(noTunnels, socket as Socket));
  /** Sockets whose request was parsed again (unescaped-target.ts). Later errors of the first parser are ignored. */
  const parsedAgain = new WeakSet<object>();
  server.on('clientError', (error: ClientError, socket) => {
    if (parsedAgain.has(socket)) return;
    const escaped = refusals.isAnswering(socket as Socket) ? null : escapedRequest(error);
    if (escaped === null) return refusals.refuse(error, socket as Socket);
    parsedAgain.add(socket);
    answerOver(server, socket as Socket, escaped);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new Error(`${options.setting ?? 'port'} ${options.port}: ${cause.message}; choose another port (0 takes a free one) or address`, { cause }),
      ),
    );
    server.listen(options.port, options.host, 1_024, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      await stopServer(server, waits.stopMs);
      stopWatching();
    },
  };
}

const noChunks = apiError('bad_request', 'Transfer-Encoding is not allowed with HTTP/1.0. Use HTTP/1.1 or Content-Length.', {});
const noTunnels = apiError('method_not_allowed', 'This path supports only GET, HEAD.', {}, ['Allow', 'GET, HEAD']);

function stopServer(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    // Connections become idle after their response.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
