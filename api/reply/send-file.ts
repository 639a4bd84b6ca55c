/** Sends a file or the part that `Range` of a GET selects, unless `If-Range` names another version of the file (RFC 9110, 14). */
import parseRange from 'range-parser';
import { apiError } from '../errors.ts';
import { isNotModified } from './content.ts';
import type { FileResult } from './result.ts';
import { send, type Exchange, type HeaderList } from './send.ts';
import { pipeBody } from './stream-body.ts';

export async function sendFile(
  ctx: Exchange,
  { file }: FileResult,
  headers: HeaderList,
  cache: string,
): Promise<{ readonly status: number; readonly bytes: number }> {
  const { req, res } = ctx;
  headers.push('ETag', file.etag, 'Cache-Control', cache, 'Vary', 'Accept', 'Accept-Ranges', 'bytes');
  if (isNotModified(req.headers['if-none-match'], file.etag)) {
    send(ctx, 304, headers, null, 0);
    return { status: 304, bytes: 0 };
  }
  const ifRange = req.headers['if-range'];
  const isSame = ifRange === undefined || ifRange === file.etag;
  const part = isSame && req.method === 'GET' && req.headers.range !== undefined ? partOf(req.headers.range, file.bytes) : null;
  const { start, end } = part ?? { start: 0, end: file.bytes - 1 };
  const status = part === null ? 200 : 206;
  if (part !== null) headers.push('Content-Range', `bytes ${start}-${end}/${file.bytes}`);
  headers.push('Content-Type', file.type, 'Content-Length', String(end - start + 1));
  ctx.respond = false;
  if (res.destroyed) return { status, bytes: 0 };
  if (req.method === 'HEAD' || file.bytes === 0) {
    send(ctx, status, headers, null, 0);
    return { status, bytes: 0 };
  }
  const body = file.read(start, end);
  res.writeHead(status, headers);
  await pipeBody(res, [body]);
  return { status, bytes: body.bytesRead };
}

/**
 * Returns the part that a Range header selects, or null for the whole file if the header is malformed, of another unit or for several parts.
 * Throws 416 if the part is outside the file.
 */
function partOf(header: string, bytes: number): { readonly start: number; readonly end: number } | null {
  const parts = parseRange(bytes, header);
  if (parts === -2 || (parts !== -1 && (parts.type !== 'bytes' || parts.length > 1))) return null;
  const [part] = parts === -1 ? [] : parts;
  if (part !== undefined) return part;
  const detail = `Range ${header} is not inside the file, which has ${bytes} bytes.`;
  throw apiError('range_not_satisfiable', detail, {}, ['Content-Range', `bytes */${bytes}`]);
}
