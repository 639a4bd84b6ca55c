/**
 * The body of a 200: bytes, media type and ETag, and compressed variants, which are made on first use. The ETag is weak because all encodings
 * have the same one (RFC 9110, 8.8.3.3).
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
  /** The response buffer that contains `identity` until `keepContent` copies it; null if the content has its own bytes. */
  reusedBy: ResponseBuffer | null;
  readonly encoded: Partial<Record<Encoding, Buffer>>;
  /** Story ids of a feed page's rows, in their order; null for other contents. */
  readonly storyIds: readonly string[] | null;
}

export const jsonType = 'application/json; charset=utf-8';

/** Smaller bodies are not compressed, because they fit in one packet anyway. */
const leastBytes = 256;

const [gzipAsync, brotliAsync, zstdAsync] = [promisify(gzip), promisify(brotliCompress), promisify(zstdCompress)];

const coders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: (bytes) => gzipAsync(bytes, { level: 6 }),
  br: (bytes) => brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  zstd: (bytes) => zstdAsync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
};

/** Returns an ETag. `identifies` is the content, or a text that is equal if and only if the content is. */
export const etagOf = (identifies: string | Buffer): string => `W/"${hash('sha256', identifies, 'base64url').slice(0, 22)}"`;

export const createContent = (
  identity: Buffer | string,
  options: {
    readonly type?: string;
    readonly etag?: string;
    readonly reusedBy?: ResponseBuffer | null;
    readonly storyIds?: readonly string[] | null;
  } = {},
): Content => ({
  type: options.type ?? jsonType,
  etag: options.etag ?? etagOf(identity),
  identity: typeof identity === 'string' ? Buffer.from(identity) : identity,
  reusedBy: options.reusedBy ?? null,
  encoded: {},
  storyIds: options.storyIds ?? null,
});

/** Returns the bytes of `identity` for use after this response, after copying those in a response buffer, which the next page overwrites. */
export function keepContent(content: Content): Buffer {
  content.identity = ownBytes(content.reusedBy === null ? content.identity : Buffer.concat([content.identity]));
  content.reusedBy = null;
  return content.identity;
}

/** Returns the body in the wanted encoding, or unencoded if it is small. */
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

/** Returns the approximate size in a cache, including compressed variants. */
export const weightOf = (content: Content): number => Math.ceil(content.identity.length * 1.5) + 500;

/** Returns whether If-None-Match, a list of weak or strong tags or `*`, contains the ETag. */
export function isNotModified(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  // Weak comparison (RFC 9110, 13.1.2). The list cannot be split at commas, because a tag may contain one.
  return (ifNoneMatch.match(/"[^"]*"/g) ?? ([] as string[])).some((tag) => tag === opaque);
}
