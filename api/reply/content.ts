/**
 * The body of a 200: bytes, media type, ETag, and compressed variants that are created on first use. The ETag is weak
 * because it is shared by all encodings (RFC 9110, 8.8.3.3).
 */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { ownBytes } from '#ops/process/own-bytes.ts';
import type { Encoding } from './negotiate.ts';
import type { ResponseBuffer } from './response-buffer.ts';

export interface Content {
  readonly type: string;
  readonly etag: string;
  identity: Buffer;
  /** Whose bytes `identity` is, until `keepContent` makes them its own; null: they are. */
  lentBy: ResponseBuffer | null;
  readonly encoded: Partial<Record<Encoding, Buffer>>;
  /** The stories of the rows of a feed's page, in their order; null: the answer is no such page. */
  readonly storyIds: readonly string[] | null;
}

export const jsonType = 'application/json; charset=utf-8';

/** Under this a coding costs more than it saves: one packet either way. */
const leastBytes = 256;

const [gzipAsync, brotliAsync, zstdAsync] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

const coders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: (bytes) => gzipAsync(bytes, { level: 6 }),
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  zstd: (bytes) => zstdAsync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};

/** `identifies`: text that is the same exactly when the content is. */
export const etagOf = (identifies: string | Buffer): string => `W/"${hash('sha256', identifies, 'base64url').slice(0, 22)}"`;

export const createContent = (
  identity: Buffer | string,
  options: {
    readonly type?: string;
    readonly etag?: string;
    readonly lentBy?: ResponseBuffer | null;
    readonly storyIds?: readonly string[] | null;
  } = {},
): Content => ({
  type: options.type ?? jsonType,
  etag: options.etag ?? etagOf(identity),
  identity: typeof identity === 'string' ? Buffer.from(identity) : identity,
  lentBy: options.lentBy ?? null,
  encoded: {},
  storyIds: options.storyIds ?? null,
});

/** Its bytes, to hold beyond this answer. Those of a response buffer are copied even where they fill it whole: the next page is written over them. */
export function keepContent(content: Content): Buffer {
  content.identity = content.lentBy === null ? ownBytes(content.identity) : copyOf(content.identity);
  content.lentBy = null;
  return content.identity;
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** The bytes to send and their coding; small bodies stay as they are. */
export function encodedBody(
  content: Content,
  wanted: Encoding | 'identity',
): { readonly encoding: Encoding | 'identity'; readonly bytes: Buffer | Promise<Buffer> } {
  if (wanted === 'identity' || content.identity.length < leastBytes) return { encoding: 'identity', bytes: content.identity };
  const ready = content.encoded[wanted];
  if (ready !== undefined) return { encoding: wanted, bytes: ready };
  return {
    encoding: wanted,
    bytes: coders[wanted](keepContent(content)).then((bytes) => {
      const own = ownBytes(bytes);
      content.encoded[wanted] = own;
      return own;
    }),
  };
}

/** Bytes that a cache must count for it, codings to come included. */
export const weightOf = (content: Content): number => Math.ceil(content.identity.length * 1.5) + 500;

/** Whether If-None-Match names this content: a list, weak or strong tags, or `*`. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  // Weak comparison (RFC 9110, 13.1.2); a tag may itself hold a comma, so tags are matched, not split.
  return (ifNoneMatch.match(/"[^"]*"/g) ?? ([] as string[])).some((tag) => tag === opaque);
}
