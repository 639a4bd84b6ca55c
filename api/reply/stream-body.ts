/**
 * Streams an async iterable of text as the response body, compressed on the way. The next piece is requested once the previous one was
 * sent, so memory holds a few pieces whatever the length of the body. Ends without an error when the client disconnects.
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

/** Returns the bytes before compression. Throws the errors of the pieces; the client then sees its connection end. */
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

/** Pipes streams into a response whose headers are written. Ends without an error when the client disconnects. */
export async function pipeBody(res: ServerResponse, streams: readonly [Readable, ...Transform[]]): Promise<void> {
  try {
    await pipeline([...streams, res]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
