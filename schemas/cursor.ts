/**
 * Writes and reads pagination cursors. A cursor contains the position of the last row served, is bound to mode, endpoint and filters, and is
 * authenticated: a changed cursor, or one of another request, is refused. A Radar cursor has its filters in its position instead, because
 * a request with other filters gets a different error.
 *
 * Layout, in base64url: 1 byte version, 1 mode, 12 binding, 16 position (stories: 24; search: 19 and one per term), 16 of an HMAC-SHA256.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { LogPosition } from './generation.ts';
import { compareText } from './compare-text.ts';

const cursorModes = ['newest', 'delta', 'search', 'radar', 'stories'] as const;
export type CursorMode = (typeof cursorModes)[number];

/** The last row served in the order `time_published` descending, then uid ascending. */
export interface NewestPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

export const newestOrder = (left: NewestPosition, right: NewestPosition): number =>
  right.publishedAtMs - left.publishedAtMs || compareText(left.uid, right.uid);

/** The offset at which the next page of search results begins, and the values that determine their order (clickhouse/search/find.ts). */
export interface SearchPosition {
  /** Highest sequence that the search covers: the end of the log when the first page was made. */
  readonly seqTo: number;
  /** When the first page was made, in milliseconds since the epoch. */
  readonly atMs: number;
  readonly offset: number;
  /** Index of the attempt that found results: 0 is the search as written, higher ones require fewer of its words. */
  readonly loosened: number;
  /** Weight of each term by its rarity, one byte each; at most `searchTermsMax`. */
  readonly weights: readonly number[];
}

interface RadarPosition {
  /** 16 hex digits. */
  readonly snapshotId: string;
  /** First 32 bits of a hash over the filters. */
  readonly filters: number;
  readonly offset: number;
}

/** The last story or material served, and the end of the log when the first page was made; later records are ignored. */
interface StoriesPosition extends NewestPosition {
  readonly seqTo: number;
}

interface Positions {
  readonly newest: NewestPosition;
  readonly stories: StoriesPosition;
  readonly search: SearchPosition;
  readonly radar: RadarPosition;
}
export type CursorPosition<M extends CursorMode> = M extends keyof Positions ? Positions[M] : LogPosition;

type CursorRefusal = 'invalid_cursor' | 'cursor_mode_mismatch';
type CursorReading<M extends CursorMode> =
  | { readonly ok: true; readonly position: CursorPosition<M> }
  | { readonly ok: false; readonly refusal: CursorRefusal };

const bindingBytes = 12;
const tagBytes = 16;
const headBytes = 2 + bindingBytes;
const searchHeadBytes = 19;
/** Maximum number of terms in a search, which is also the number of bits in a mask (clickhouse/search/find.ts). */
export const searchTermsMax = 64;
const signedBytesMax = headBytes + searchHeadBytes + searchTermsMax;
const cursorLengthMax = Math.ceil(((signedBytesMax + tagBytes) * 4) / 3);

/** Returns a cursor's binding, a hash of endpoint and filters in latin1. `filters` omits the page size and sorts the parameters. */
export const cursorBinding = (endpoint: string, filters: string): string =>
  hash('sha256', `${endpoint}\n${filters}`, 'latin1').slice(0, bindingBytes);

interface Codec<Position> {
  readonly version: number;
  readonly write: (bytes: Buffer, position: Position) => number;
  readonly read: (bytes: Buffer, end: number) => Position;
  /** Returns whether the position of this mode may end at this offset. */
  readonly isEnd: (end: number) => boolean;
}

const endsAt =
  (bytes: number) =>
  (end: number): boolean =>
    end === headBytes + bytes;

const newestCodec: Codec<NewestPosition> = {
  version: 1,
  write: (bytes, { publishedAtMs, uid }) => bytes.writeDoubleBE(publishedAtMs, headBytes) + bytes.write(uid, headBytes + 8, 8, 'hex'),
  read: (bytes) => ({ publishedAtMs: bytes.readDoubleBE(headBytes), uid: bytes.toString('hex', headBytes + 8, headBytes + 16) }),
  isEnd: endsAt(16),
};

const codecs: { readonly [M in CursorMode]: Codec<CursorPosition<M>> } = {
  newest: newestCodec,
  delta: {
    version: 2,
    write: (bytes, { generation, seq }) => bytes.writeDoubleBE(seq, bytes.writeDoubleBE(generation, headBytes)),
    read: (bytes) => ({ generation: bytes.readDoubleBE(headBytes), seq: bytes.readDoubleBE(headBytes + 8) }),
    isEnd: endsAt(16),
  },
  search: { version: 1, write: writeSearch, read: readSearch, isEnd: (end) => end >= headBytes + searchHeadBytes && end <= signedBytesMax },
  radar: {
    version: 1,
    write: (bytes, { snapshotId, filters, offset }) => {
      bytes.write(snapshotId, headBytes, 8, 'hex');
      return bytes.writeUInt32BE(offset, bytes.writeUInt32BE(filters, headBytes + 8));
    },
    read: (bytes) => ({
      snapshotId: bytes.toString('hex', headBytes, headBytes + 8),
      filters: bytes.readUInt32BE(headBytes + 8),
      offset: bytes.readUInt32BE(headBytes + 12),
    }),
    isEnd: endsAt(16),
  },
  stories: {
    version: 1,
    write: (bytes, position) => bytes.writeDoubleBE(position.seqTo, newestCodec.write(bytes, position)),
    read: (bytes, end) => ({ ...newestCodec.read(bytes, end), seqTo: bytes.readDoubleBE(headBytes + 16) }),
    isEnd: endsAt(24),
  },
};

export type Cursors = ReturnType<typeof createCursors>;

export function createCursors(secret: string) {
  const hmac = createHmacSha256(hash('sha256', `cursor\n${secret}`, 'buffer'));
  const scratch = Buffer.alloc(signedBytesMax + tagBytes);

  return {
    /** Returns a signature of 22 characters. */
    signText: (text: string): string => Buffer.from(hmac(Buffer.from(`text\n${text}`)), 'latin1').toString('base64url', 0, tagBytes),
    /** Public identifier of the secret. Cache keys contain it, because pages contain cursors that were signed with the secret. */
    keyId: Buffer.from(hmac(Buffer.from('key id')), 'latin1').toString('hex', 0, 4),
    /** Returns the cursor. Throws a RangeError for a search position with more than `searchTermsMax` weights. */
    write: <M extends CursorMode>(mode: M, binding: string, position: CursorPosition<M>): string => {
      scratch[0] = codecs[mode].version;
      scratch[1] = cursorModes.indexOf(mode);
      scratch.write(binding, 2, bindingBytes, 'latin1');
      const end = codecs[mode].write(scratch, position);
      scratch.write(hmac(scratch.subarray(0, end)), end, tagBytes, 'latin1');
      return scratch.toString('base64url', 0, end + tagBytes);
    },
    read: <M extends CursorMode>(mode: M, binding: string, text: string): CursorReading<M> => {
      const invalid = { ok: false, refusal: 'invalid_cursor' } as const;
      if (text.length > cursorLengthMax) return invalid;
      const bytes = Buffer.from(text, 'base64url');
      const end = bytes.length - tagBytes;
      const written = cursorModes[bytes[1] ?? cursorModes.length];
      if (written === undefined || bytes[0] !== codecs[written].version || !codecs[written].isEnd(end)) return invalid;
      // Node's decoder ignores characters outside base64url, so this accepts only the exact text that was issued.
      if (bytes.toString('base64url') !== text) return invalid;
      if (!timingSafeEqual(Buffer.from(hmac(bytes.subarray(0, end)).slice(0, tagBytes), 'latin1'), bytes.subarray(end))) return invalid;
      if (written !== mode) return { ok: false, refusal: 'cursor_mode_mismatch' };
      if (binding !== bytes.toString('latin1', 2, headBytes)) return invalid;
      return { ok: true, position: codecs[mode].read(bytes, end) };
    },
  };
}

const blockBytes = 64;

/** Returns a function that computes HMAC-SHA256 (RFC 2104) in latin1. It is faster than `createHmac`; the key has at most one block. */
function createHmacSha256(key: Buffer): (message: Buffer) => string {
  const padded = (pad: number): Buffer => Buffer.from(Array.from({ length: blockBytes }, (_, at) => pad ^ (key[at] ?? 0)));
  const [inner, outer] = [padded(0x36), padded(0x5c)];
  const sha256 = (pad: Buffer, message: Buffer): string => hash('sha256', Buffer.concat([pad, message]), 'latin1');
  return (message) => sha256(outer, Buffer.from(sha256(inner, message), 'latin1'));
}

function writeSearch(bytes: Buffer, { seqTo, atMs, offset, loosened, weights }: SearchPosition): number {
  if (weights.length > searchTermsMax) throw new RangeError(`${weights.length} search terms do not fit in a cursor`);
  let at = bytes.writeDoubleBE(seqTo, headBytes);
  at = bytes.writeDoubleBE(atMs, at);
  at = bytes.writeUInt16BE(offset, at);
  at = bytes.writeUInt8(loosened, at);
  for (const weight of weights) at = bytes.writeUInt8(weight, at);
  return at;
}

function readSearch(bytes: Buffer, end: number): SearchPosition {
  return {
    seqTo: bytes.readDoubleBE(headBytes),
    atMs: bytes.readDoubleBE(headBytes + 8),
    offset: bytes.readUInt16BE(headBytes + 16),
    loosened: bytes.readUInt8(headBytes + 18),
    weights: [...bytes.subarray(headBytes + searchHeadBytes, end)],
  };
}
