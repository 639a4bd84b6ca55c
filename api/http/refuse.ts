/**
 * Answers input for which node:http makes no request, i.e. malformed HTTP and requests that do not arrive in time. There is only a socket: the
 * error is written to it after pending responses, then it is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { apiError, renderProblem, type ApiError } from '../errors.ts';
import { requestId } from '../request/request-id.ts';

interface RefusalBounds {
  readonly headerBytesMax: number;
  readonly urlLengthMax: number;
  readonly lingerMs: number;
}

export type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

export function createRefusals({ headerBytesMax, urlLengthMax, lingerMs }: RefusalBounds) {
  const malformed = apiError('bad_request', 'The request is not valid HTTP.', {});
  const late = apiError('request_timeout', 'The request did not arrive in time. Send it again.', {});
  const longAddress = apiError('uri_too_long', `The URL is too long. At most ${urlLengthMax} characters are allowed.`, {});
  const longHeaders = apiError('headers_too_large', `The request headers are too large. At most ${headerBytesMax} bytes are allowed.`, {});
  /** The newest response of each socket. Responses are sent in the order of their requests. */
  const newest = new WeakMap<Socket, ServerResponse>();
  const refused = new WeakSet<Socket>();

  const problemOf = ({ code, rawPacket }: ClientError): ApiError => {
    if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return late;
    if (code !== 'HPE_HEADER_OVERFLOW') return malformed;
    return isLongAddress(rawPacket, urlLengthMax) ? longAddress : longHeaders;
  };

  const isAnswering = (socket: Socket): boolean => {
    const response = newest.get(socket);
    return response !== undefined && !response.writableFinished && !response.destroyed;
  };

  const refuseWith = (problem: ApiError, socket: Socket): void => {
    refused.add(socket);
    const response = newest.get(socket);
    const isDue = isAnswering(socket);
    // If the newest request is incomplete, the bytes belong to it and need no response of their own.
    const isAnswered = response !== undefined && !response.req.complete;
    const close = (): void => closeWith(socket, isAnswered ? null : problem, lingerMs);
    if (isDue) response!.once('finish', close);
    else close();
  };

  return {
    /** Records a request that is handled, so that a later error on its socket waits for its response. */
    note: (request: IncomingMessage, response: ServerResponse): void => void newest.set(request.socket, response),
    isAnswering,
    /** Returns whether an error was sent or is pending, so that further input is ignored. */
    isRefused: (socket: Socket): boolean => refused.has(socket),
    /** Sends the response to an event `clientError` of node:http. */
    refuse: (error: ClientError, socket: Socket): void => {
      if (refused.has(socket)) return;
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else refuseWith(problemOf(error), socket);
    },
    refuseWith,
  };
}

function closeWith(socket: Socket, problem: ApiError | null, lingerMs: number): void {
  if (socket.writable) socket.end(problem === null ? '' : messageOf(problem));
  // If the socket were closed immediately with unread input, the system would reset the connection, and the client would lose the response.
  const closing = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(closing));
}

function messageOf(problem: ApiError): Buffer {
  const id = requestId(undefined);
  const body = renderProblem(problem, id);
  const own = problem.headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${problem.headers[at + 1]}`] : []));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.code}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${id}`,
    ...own,
    'Cache-Control: no-store',
    'Connection: close',
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Returns whether a header overflow was caused by the request line, which the parser counts as part of the headers. */
function isLongAddress(packet: Buffer | undefined, urlLengthMax: number): boolean {
  const lineEnd = packet?.indexOf('\n') ?? -1;
  const line = packet?.toString('latin1', 0, lineEnd < 0 ? undefined : lineEnd) ?? '';
  return line.length > urlLengthMax && /^[A-Z]+ \S+/.test(line);
}
