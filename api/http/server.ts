/**
 * The HTTP server. All waits and sizes are bounded, malformed HTTP gets a problem+json answer, and stopping lets requests in flight finish
 * (no new connections, `Connection: close`, idle ones closed, the rest after a deadline).
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

/** Bounds in milliseconds, which end every state of a socket. */
const usualWaits = {
  headersMs: 10_000,
  requestMs: 15_000,
  /** Longer than the idle time of proxies in front (60 s is usual), which would otherwise meet a closed socket. */
  keepAliveMs: 75_000,
  /** For an answer that its client does not read; longer for a large one (sockets.ts). */
  slowReadMs: 30_000,
  /** For a refusal that its client may still read. */
  lingerMs: 1_000,
  /** Time between checks of these bounds. */
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
  /** Sockets that one address may have; 0: no bound. */
  readonly connectionsPerAddress: number;
  /** Called with the address of each socket over that bound. */
  readonly onTurnedAway?: (address: string) => void;
  readonly waits?: Partial<typeof usualWaits>;
}

/** Returns the path of a target in absolute form (RFC 9112, 3.2.2). An invalid one becomes an unknown path: Koa's parser would throw. */
function originForm(target: string): string {
  if (!URL.canParse(target)) return `/${encodeURIComponent(target)}`;
  const { pathname, search } = new URL(target);
  return `${pathname}${search}`;
}

/** Resolves when the server listens; rejects where the port is taken. */
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
    // The routes report a request without Host; node:http would answer without a body.
    requireHostHeader: false,
  });
  server.maxHeadersCount = headersCountMax;
  server.maxConnections = connectionsMax;
  const bounds = { perAddressMax: options.connectionsPerAddress, slowReadMs, slowBytesPerSecond, checkEveryMs };
  const watch = watchSockets(server, bounds, options.onTurnedAway ?? (() => undefined));
  // A client that ends its side after the request still reads: it is answered, then the socket is closed. The types lack this option.
  Object.assign(server, { httpAllowHalfOpen: true });
  const listen: RequestListener = (request, response) => {
    if (refusals.isRefused(request.socket)) return;
    // HTTP/1.0 has no chunks: a proxy before this may have taken them for another request (RFC 9112, 6.1).
    if (request.httpVersionMinor === 0 && request.headers['transfer-encoding'] !== undefined) return refusals.refuseWith(noChunks, request.socket);
    refusals.note(request, response);
    if (request.url?.includes('://') === true && request.url[0] !== '/') request.url = originForm(request.url);
    listener(request, response);
  };
  server.on('request', listen);
  // An expectation other than 100-continue may be ignored (RFC 9110, 10.1.1); node:http would answer 417 without a body.
  server.on('checkExpectation', listen);
  server.on('connect', (_request, socket) => refusals.refuseWith(noTunnels, socket as Socket));
  /** Sockets whose request was parsed a second time; later errors of node:http are about bytes that it gave up on. */
  const readAgain = new WeakSet<object>();
  server.on('clientError', (error: ClientError, socket) => {
    if (readAgain.has(socket)) return;
    const escaped = refusals.isAnswering(socket as Socket) ? null : escapedRequest(error);
    if (escaped === null) return refusals.refuse(error, socket as Socket);
    readAgain.add(socket);
    answerOver(server, socket as Socket, escaped);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, 1_024, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    stop: async () => {
      await stopServer(server, waits.stopMs);
      watch.stop();
    },
  };
}

const noChunks = apiError('bad_request', 'Transfer-Encoding is not allowed with HTTP/1.0. Use HTTP/1.1 or Content-Length.', {});
const noTunnels = apiError('method_not_allowed', 'This path supports only GET, HEAD.', {}, ['Allow', 'GET, HEAD']);

function stopServer(server: Server, deadlineMs: number): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
    // A busy connection becomes idle after its answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
