/**
 * Accepts requests with unescaped UTF-8 in the URL, such as `?q=café`, which node:http refuses. Such a request is escaped and parsed again
 * as if it came on a new connection. The connection is closed after the response.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import type { ClientError } from './refuse.ts';

/** Exactly one complete request. */
const oneRequest = /^((?:GET|HEAD) )([\x21-\xff]{1,16000})( HTTP\/1\.[01]\r?\n)((?:[^\r\n]+\r?\n)*\r?\n)$/;
const hasBody = /^(?:content-length|transfer-encoding)\s*:/im;
const beyondAscii = /[\x80-\xff]/;

/** Returns the refused request with its URL escaped, or null if it is incomplete, has a body or was refused for another reason. */
export function escapedRequest({ code, rawPacket }: ClientError): Buffer | null {
  if (code !== 'HPE_INVALID_URL' || rawPacket === undefined) return null;
  const [, method, target, version, headers] = oneRequest.exec(rawPacket.toString('latin1')) ?? [];
  if (method === undefined || target === undefined || !beyondAscii.test(target) || hasBody.test(headers!)) return null;
  const escaped = target.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
  return Buffer.from(`${method}${escaped}${version}Connection: close\r\n${headers}`, 'latin1');
}

/** Passes the request to the server on a virtual connection, whose output is written to the socket. */
export function answerOver(server: Server, socket: Socket, request: Buffer): void {
  const connection = new Duplex({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  Object.assign(connection, {
    remoteAddress: socket.remoteAddress,
    setTimeout: (ms: number, onTimeout?: () => void) => {
      socket.setTimeout(ms, onTimeout);
      return connection;
    },
  });
  socket.once('close', () => connection.destroy());
  server.emit('connection', connection);
  connection.push(request);
}
