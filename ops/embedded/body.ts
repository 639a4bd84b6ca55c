/** Reads a request body, decompressed, into memory or a file, and refuses it as soon as it exceeds its limit. */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { engineError } from './errors.ts';

/** Returns whether the body is compressed by gzip. Throws for any other encoding, because the service's client uses none. */
function isGzip(request: IncomingMessage): boolean {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity' || encoding === 'gzip') return encoding === 'gzip';
  throw engineError('UNKNOWN_COMPRESSION_METHOD', `Unknown compression method: ${encoding.slice(0, 40)}`);
}

/** Returns the decompressed body. Throws when it is larger than `bytesMax`, compressed or decompressed. */
export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const packed = isGzip(request);
  const body = await collect(request, bytesMax);
  return packed ? promisify(gunzip)(body, { maxOutputLength: bytesMax }).catch((error: unknown) => refuse(error, bytesMax)) : body;
}

/** Reads a statement's few bytes. A stream pipeline would cost as much as the rest of the request. */
function collect(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (act: () => void): void => {
      request.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
      act();
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= bytesMax) return;
      request.pause();
      end(() => reject(tooLarge(bytesMax)));
    };
    const onEnd = (): void => end(() => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    const onError = (error: Error): void => {
      // A socket that closes during a request emits a second error.
      request.on('error', () => undefined);
      end(() => reject(error));
    };
    const onClose = (): void => end(() => reject(engineError('ABORTED', 'The client went away')));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

const tooLarge = (bytesMax: number) => engineError('TOO_MANY_BYTES', `The request's body is larger than ${bytesMax} bytes`, 413);

export async function saveBody(request: IncomingMessage, path: string, bytesMax: number): Promise<void> {
  const decoders = isGzip(request) ? [createGunzip()] : [];
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline([request, ...decoders, bound(bytesMax), file]).catch((error: unknown) => refuse(error, bytesMax));
}

function bound(bytesMax: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(tooLarge(bytesMax));
      else done(null, chunk);
    },
  });
}

/** Throws the error, with errors of node:zlib converted to those of a ClickHouse server. */
function refuse(error: unknown, bytesMax: number): never {
  const { code } = error as { readonly code?: unknown };
  if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(bytesMax);
  if (typeof code === 'string' && code.startsWith('Z_')) throw engineError('CANNOT_DECOMPRESS', `Cannot decompress the request's body: ${code}`, 400);
  throw error;
}
