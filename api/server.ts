/**
 * The HTTP server: every wait and size bounded, what is no HTTP answered as problem+json, and a stop that lets
 * requests in flight end: no new connections, `Connection: close`, idle ones closed, the rest after a deadline.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { apiError, renderProblem } from './errors.ts';
import { requestId } from './request/request-id.ts';

export interface HttpServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Above the idle time of proxies in front (60 s is usual), or they would meet a closed socket. */
const keepAliveTimeoutMs = 75_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 15_000;
const headerBytesMax = 16_384;
const headersCountMax = 100;
const connectionsMax = 20_000;
const stopDeadlineMs = 10_000;

const refusals: Readonly<Record<string, ReturnType<typeof apiError>>> = {
  HPE_HEADER_OVERFLOW: apiError('headers_too_large', `Request headers may have ${headerBytesMax} bytes.`, {}),
  ERR_HTTP_REQUEST_TIMEOUT: apiError('request_timeout', 'The request did not arrive in time.', {}),
};
const malformed = apiError('bad_request', 'This is not a well-formed HTTP request.', {});

export async function startServer(listener: RequestListener, options: { readonly host: string; readonly port: number }): Promise<HttpServer> {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      noDelay: true,
    },
    listener,
  );
  server.maxHeadersCount = headersCountMax;
  server.maxConnections = connectionsMax;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, error.code ?? ''));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, 1_024, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return { url: `http://${host}:${port}`, stop: () => stopServer(server) };
}

/** The parser gave up: there is no request to answer through, only a socket. */
function refuse(socket: Socket, code: string): void {
  if (!socket.writable || code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const error = refusals[code] ?? malformed;
  const id = requestId(undefined);
  const body = renderProblem(error, id);
  const head = [
    `HTTP/1.1 ${error.status} ${error.code}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}

function stopServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), stopDeadlineMs);
    // A connection that was busy becomes idle when its answer is out.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
