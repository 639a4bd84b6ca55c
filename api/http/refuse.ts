/**
 * Answers input that never becomes a request: malformed bytes, or a request that does not arrive in time. There is no response object, only
 * the socket: a problem body is written after any responses still due, then the socket is closed whatever the client does.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { apiError, renderProblem, type ApiError } from '../errors.ts';
import { requestId } from '../request/request-id.ts';

export interface RefusalBounds {
  readonly headerBytesMax: number;
  readonly urlLengthMax: number;
  /** Milliseconds for a client to read its refusal before the socket is closed. */
  readonly lingerMs: number;
}

export interface Refusals {
  /** Records a request that reaches the routes, so that a refusal does not overtake its answer. */
  readonly note: (request: IncomingMessage, response: ServerResponse) => void;
  /** Returns whether an answer is still due on the socket. */
  readonly isAnswering: (socket: Socket) => boolean;
  /** Returns whether nothing more is read from the socket. */
  readonly isRefused: (socket: Socket) => boolean;
  /** Refuses by the error in node:http's `clientError`. */
  readonly refuse: (error: ClientError, socket: Socket) => void;
  readonly refuseWith: (problem: ApiError, socket: Socket) => void;
}

export type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** Creates the refusals of one server. */
export function createRefusals({ headerBytesMax, urlLengthMax, lingerMs }: RefusalBounds): Refusals {
  const malformed = apiError('bad_request', 'The request is not valid HTTP.', {});
  const late = apiError('request_timeout', 'The request did not arrive in time. Send it again.', {});
  const longAddress = apiError('uri_too_long', `The URL is too long. At most ${urlLengthMax} characters are allowed.`, {});
  const longHeaders = apiError('headers_too_large', `The request headers are too large. At most ${headerBytesMax} bytes are allowed.`, {});
  /** The newest answer of a socket; answers leave in the order of their requests. */
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
    // These bytes belong to a request whose answer is due or was sent; they are not a new request.
    const isAnswered = response !== undefined && !response.req.complete;
    const close = (): void => closeWith(socket, isAnswered ? null : problem, lingerMs);
    if (isDue) response!.once('finish', close);
    else close();
  };

  return {
    note: (request, response) => newest.set(request.socket, response),
    isAnswering,
    isRefused: (socket) => refused.has(socket),
    refuse: (error, socket) => {
      // Further input on a refused socket is ignored.
      if (refused.has(socket)) return;
      if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
      else refuseWith(problemOf(error), socket);
    },
    refuseWith,
  };
}

/** Closes the socket; a null `problem` adds no answer. */
function closeWith(socket: Socket, problem: ApiError | null, lingerMs: number): void {
  if (socket.writable) socket.end(problem === null ? '' : messageOf(problem));
  // If the socket were closed at once with bytes unread, the system would reset the connection and the client would lose its answer.
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

/** Returns whether the request line was too long. The parser counts it among the headers; the bytes it had read tell which was too long. */
function isLongAddress(packet: Buffer | undefined, urlLengthMax: number): boolean {
  const lineEnd = packet?.indexOf('\n') ?? -1;
  const line = packet?.toString('latin1', 0, lineEnd < 0 ? undefined : lineEnd) ?? '';
  return line.length > urlLengthMax && /^[A-Z]+ \S+/.test(line);
}
