/**
 * Reads a request body, decompressing it, into memory (a statement) or a file (the data of an INSERT). A body over the
 * bound is refused as soon as it exceeds it.
 */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import { engineError } from './errors.ts';

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

/** Returns the body's stages: the request, a decoder for its encoding, and a counter that fails past `bytesMax`. */
function stages(request: IncomingMessage, bytesMax: number): [Readable, ...Transform[]] {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding === 'identity') return [request, bound(bytesMax)];
  const decoder = decoders[encoding];
  if (decoder === undefined) throw engineError('UNKNOWN_COMPRESSION_METHOD', `Unknown compression method: ${encoding.slice(0, 40)}`);
  return [request, decoder(), bound(bytesMax)];
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

export async function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  if (request.headers['content-encoding'] === undefined) return collect(request, bytesMax);
  const chunks: Buffer[] = [];
  const memory = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await run([...stages(request, bytesMax), memory]);
  return Buffer.concat(chunks);
}

/** Reads a statement's few bytes without a stream pipeline, which costs as much as the rest of the request. */
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
      // A socket that closes in mid-request emits an error twice.
      request.on('error', () => undefined);
      end(() => reject(error));
    };
    const onClose = (): void => end(() => reject(engineError('ABORTED', 'The client went away')));
    request.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
  });
}

const tooLarge = (bytesMax: number) => engineError('TOO_MANY_BYTES', `The request's body is larger than ${bytesMax} bytes`, 413);

/** Writes `lead` and then the body to a file; resolves to the number of bytes written. */
export async function saveBody(request: IncomingMessage, path: string, lead: Buffer, bytesMax: number): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  if (lead.length > 0) file.write(lead);
  await run([...stages(request, bytesMax), file]);
  return file.bytesWritten;
}

async function run(parts: readonly [Readable, ...Transform[], Writable]): Promise<void> {
  try {
    await pipeline(parts);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    // Error codes with which node:zlib refuses a body.
    if (typeof code === 'string' && /^(Z_|ZSTD_|ERR_ZSTD|ERR__?ERROR|ERR_BROTLI)/.test(code)) {
      throw engineError('CANNOT_DECOMPRESS', `Cannot decompress the request's body: ${code}`, 400);
    }
    throw error;
  }
}
