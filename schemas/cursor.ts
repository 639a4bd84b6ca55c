/**
 * Writes and reads cursors: a position in the feed log (delta mode), a time (newest first), a place in search results, in a Radar
 * snapshot or in a list of stories. A cursor is opaque, versioned, bound to mode, endpoint and filters, and authenticated; a changed or foreign
 * one is refused, never misread. A Radar cursor carries its filters in its position, because a request with other filters gets a
 * different refusal.
 *
 * base64url of: version 1 | mode 1 | binding 12 | position 16 (stories: 24; search: 19 and a byte per term) | HMAC-SHA256 cut to 16.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { LogPosition } from './generation.ts';

export const cursorModes = ['newest', 'delta', 'search', 'radar', 'stories'] as const;
export type CursorMode = (typeof cursorModes)[number];

/** The last row served, in the order `time_published` descending, then uid. */
export interface NewestPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

/** The place at which a walk through search results continues, and all values that their order depends on (clickhouse/search/find.ts). */
export interface SearchPosition {
  /** Highest sequence that the search covers; later rows came after the first page was made. */
  readonly seqTo: number;
  /** When the first page was made, in milliseconds since the epoch. */
  readonly atMs: number;
  /** Results already served. */
  readonly offset: number;
  /** How far the question was loosened. */
  readonly loosened: number;
  /** How rare each term was, one byte each; at most `searchTermsMax`. */
  readonly weights: readonly number[];
}

/** A place in a Radar snapshot, with the filters of the walk. */
export interface RadarPosition {
  /** 16 hex digits. */
  readonly snapshotId: string;
  /** 32 bits of a hash over the filters. */
  readonly filters: number;
  readonly offset: number;
}

/** The last story or material served, and the end of the log as the first page saw it: later records do not move what follows. */
export interface StoriesPosition extends NewestPosition {
  readonly seqTo: number;
}

interface Positions {
  readonly newest: NewestPosition;
  readonly stories: StoriesPosition;
  readonly search: SearchPosition;
  readonly radar: RadarPosition;
}
export type CursorPosition<M extends CursorMode> = M extends keyof Positions ? Positions[M] : LogPosition;

export type CursorRefusal = 'invalid_cursor' | 'cursor_mode_mismatch';
export type CursorReading<M extends CursorMode> =
  | { readonly ok: true; readonly position: CursorPosition<M> }
  | { readonly ok: false; readonly refusal: CursorRefusal };

const versions = { newest: 1, delta: 2, search: 1, radar: 1, stories: 1 } as const satisfies Record<CursorMode, number>;
const bindingBytes = 12;
const tagBytes = 16;
const headBytes = 2 + bindingBytes;
const positionBytes = 16;
const seqBytes = 8;
const searchHeadBytes = 19;
/** Also the number of bits in a mask (clickhouse/search/find.ts). */
export const searchTermsMax = 64;
const signedBytesMax = headBytes + searchHeadBytes + searchTermsMax;
const cursorLengthMax = Math.ceil(((signedBytesMax + tagBytes) * 4) / 3);

/** Returns a cursor's binding in latin1: a hash of endpoint and filters in a fixed spelling; page size and parameter order do not count. */
export const cursorBinding = (endpoint: string, filters: string): string =>
  hash('sha256', `${endpoint}\n${filters}`, 'latin1').slice(0, bindingBytes);

export interface Cursors {
  readonly write: <M extends CursorMode>(mode: M, binding: string, position: CursorPosition<M>) => string;
  readonly read: <M extends CursorMode>(mode: M, binding: string, text: string) => CursorReading<M>;
  /** Returns a code of 22 letters by which a text of the service's own is recognised. */
  readonly codeOf: (text: string) => string;
  /** Distinguishes, for caches, pages whose cursors were made with different secrets; reveals nothing about the secret. */
  readonly keyId: string;
}

export function createCursors(secret: string): Cursors {
  const key = hash('sha256', `cursor\n${secret}`, 'buffer');
  const hmac = (message: Buffer): Buffer => createHmac('sha256', key).update(message).digest();
  const scratch = Buffer.alloc(signedBytesMax + tagBytes);

  return {
    codeOf: (text) => hmac(Buffer.from(`text\n${text}`)).toString('base64url', 0, tagBytes),
    keyId: hmac(Buffer.from('key id')).toString('hex', 0, 4),
    write: (mode, binding, position) => {
      const bytes = scratch;
      bytes[0] = versions[mode];
      bytes[1] = cursorModes.indexOf(mode);
      bytes.write(binding, 2, bindingBytes, 'latin1');
      let signedBytes = headBytes + positionBytes;
      // The mode decides, not the keys: callers pass a row as its own position, and a row has the keys of both modes.
      if (mode === 'delta') {
        const { generation, seq } = position as LogPosition;
        bytes.writeDoubleBE(generation, headBytes);
        bytes.writeDoubleBE(seq, headBytes + 8);
      } else if (mode === 'search') {
        signedBytes = writeSearch(bytes, position as SearchPosition);
      } else if (mode === 'radar') {
        const { snapshotId, filters, offset } = position as RadarPosition;
        bytes.write(snapshotId, headBytes, 8, 'hex');
        bytes.writeUInt32BE(filters, headBytes + 8);
        bytes.writeUInt32BE(offset, headBytes + 12);
      } else {
        const { publishedAtMs, uid } = position as NewestPosition;
        bytes.writeDoubleBE(publishedAtMs, headBytes);
        bytes.write(uid, headBytes + 8, 8, 'hex');
        if (mode === 'stories') {
          bytes.writeDoubleBE((position as StoriesPosition).seqTo, headBytes + positionBytes);
          signedBytes += seqBytes;
        }
      }
      hmac(bytes.subarray(0, signedBytes)).copy(bytes, signedBytes, 0, tagBytes);
      return bytes.toString('base64url', 0, signedBytes + tagBytes);
    },
    read: <M extends CursorMode>(mode: M, binding: string, text: string): CursorReading<M> => {
      const invalid = { ok: false, refusal: 'invalid_cursor' } as const;
      if (text.length > cursorLengthMax) return invalid;
      const bytes = Buffer.from(text, 'base64url');
      const written = cursorModes[bytes[1] ?? cursorModes.length];
      if (written === undefined) return invalid;
      if (bytes[0] !== versions[written]) return invalid;
      const signedBytes = written === 'search' ? bytes.length - tagBytes : headBytes + positionBytes + (written === 'stories' ? seqBytes : 0);
      if (written === 'search' && (signedBytes < headBytes + searchHeadBytes || signedBytes > signedBytesMax)) return invalid;
      // The decoder ignores characters outside base64url; accept only the exact text that was issued.
      if (bytes.length !== signedBytes + tagBytes || bytes.toString('base64url') !== text) return invalid;
      if (!timingSafeEqual(hmac(bytes.subarray(0, signedBytes)).subarray(0, tagBytes), bytes.subarray(signedBytes))) return invalid;
      if (written !== mode) return { ok: false, refusal: 'cursor_mode_mismatch' };
      if (binding !== bytes.toString('latin1', 2, headBytes)) return invalid;
      if (written === 'search') return { ok: true, position: readSearch(bytes, signedBytes) as CursorPosition<M> };
      if (mode === 'radar') {
        const place: RadarPosition = {
          snapshotId: bytes.toString('hex', headBytes, headBytes + 8),
          filters: bytes.readUInt32BE(headBytes + 8),
          offset: bytes.readUInt32BE(headBytes + 12),
        };
        return { ok: true, position: place as CursorPosition<M> };
      }
      const number = bytes.readDoubleBE(headBytes);
      const place = { publishedAtMs: number, uid: bytes.toString('hex', headBytes + 8, headBytes + 16) };
      if (mode === 'stories')
        return { ok: true, position: { ...place, seqTo: bytes.readDoubleBE(headBytes + positionBytes) } as StoriesPosition as CursorPosition<M> };
      const position = mode === 'delta' ? { generation: number, seq: bytes.readDoubleBE(headBytes + 8) } : place;
      return { ok: true, position: position as CursorPosition<M> };
    },
  };
}

/** Returns the number of bytes to sign. */
function writeSearch(bytes: Buffer, { seqTo, atMs, offset, loosened, weights }: SearchPosition): number {
  if (weights.length > searchTermsMax) throw new RangeError(`${weights.length} search terms do not fit in a cursor`);
  let at = bytes.writeDoubleBE(seqTo, headBytes);
  at = bytes.writeDoubleBE(atMs, at);
  at = bytes.writeUInt16BE(offset, at);
  at = bytes.writeUInt8(loosened, at);
  for (const weight of weights) at = bytes.writeUInt8(weight, at);
  return at;
}

const readSearch = (bytes: Buffer, end: number): SearchPosition => ({
  seqTo: bytes.readDoubleBE(headBytes),
  atMs: bytes.readDoubleBE(headBytes + 8),
  offset: bytes.readUInt16BE(headBytes + 16),
  loosened: bytes.readUInt8(headBytes + 18),
  weights: [...bytes.subarray(headBytes + searchHeadBytes, end)],
});
