/** Reads a request body into memory or a file, and refuses it as soon as it exceeds its limit. */
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { engineError } from './errors.ts';

/** Throws for a body in a content coding, because the service's client uses none. */
function refuseEncoded({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw engineError('UNKNOWN_COMPRESSION_METHOD', `Unknown compression method: ${encoding.slice(0, 40)}`);
}

/**
 * Returns the few bytes of a statement. Throws when they are more than `bytesMax`. A stream pipeline would cost as much as the rest of the
 * request.
 */
export function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  refuseEncoded(request);
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

/** Writes the body to a new file. Throws when it is larger than `bytesMax`. */
export async function saveBody(request: IncomingMessage, path: string, bytesMax: number): Promise<void> {
  refuseEncoded(request);
  await pipeline(request, bound(bytesMax), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
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
