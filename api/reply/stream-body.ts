/**
 * Streams an async iterable of text as a response body and compresses it. A piece is requested when the one before is sent, so only a few
 * pieces are in memory. If the client disconnects, streaming ends without an error.
 */
import type { ServerResponse } from 'node:http';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { Encoding } from './negotiate.ts';
import type { Exchange, HeaderList } from './send.ts';

const coders: Record<Encoding, () => Transform> = {
  gzip: () => createGzip({ level: 6 }),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: () => createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};

/** Returns the number of bytes before compression. If `pieces` throws, so does this function, and the connection is closed. */
export async function streamBody(
  ctx: Pick<Exchange, 'res' | 'respond'>,
  headers: HeaderList,
  pieces: AsyncIterable<string>,
  wanted: Encoding | 'identity',
): Promise<number> {
  const { res } = ctx;
  ctx.respond = false;
  if (res.destroyed) return 0;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Buffer, void, void> {
    for await (const piece of pieces) {
      const chunk = Buffer.from(piece);
      bytes += chunk.length;
      yield chunk;
    }
  }
  res.writeHead(200, headers);
  // At most one piece waits to be read.
  const source = Readable.from(counted(), { highWaterMark: 1 });
  await pipeBody(res, wanted === 'identity' ? [source] : [source, coders[wanted]()]);
  return bytes;
}

export async function pipeBody(res: ServerResponse, streams: readonly [Readable, ...Transform[]]): Promise<void> {
  try {
    await pipeline([...streams, res]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
