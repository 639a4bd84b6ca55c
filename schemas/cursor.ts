/**
 * The cursors: by position in the feed log (delta mode), by time (newest first), by place in the results of a search, and by
 * place in a snapshot of Radar. Opaque, versioned, bound to mode, endpoint and filters, and authenticated: a changed or foreign
 * one is refused, never misread. That of Radar carries its filters in its position, for a snapshot asked for with others is
 * another refusal.
 *
 * base64url of: version 1 | mode 1 | binding 12 | position 16 (of a search 19 and a byte a term) | HMAC-SHA256 cut to 16.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import type { LogPosition } from './generation.ts';

export const cursorModes = ['newest', 'delta', 'search', 'radar'] as const;
export type CursorMode = (typeof cursorModes)[number];

/** The last row served, in the order `time_published` descending, then uid. */
export interface NewestPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

/** Where a walk through the results of a search goes on, and all that their order hangs on (clickhouse/search/find.ts). */
export interface SearchPosition {
  /** Rows behind it came after the first page. */
  readonly seqTo: number;
  /** When the first page was made. */
  readonly atMs: number;
  /** Results already served. */
  readonly offset: number;
  /** How loosely the question was taken. */
  readonly loosened: number;
  /** How rare each term was, in bytes; at most `searchTermsMax`. */
  readonly weights: readonly number[];
}

/** Rows of a snapshot before the page, and what the pages are filtered and cut by. */
export interface RadarPosition {
  /** 16 hex digits. */
  readonly snapshotId: string;
  /** 32 bits of a hash. */
  readonly filters: number;
  readonly offset: number;
}

interface Positions {
  readonly newest: NewestPosition;
  readonly search: SearchPosition;
  readonly radar: RadarPosition;
}
export type CursorPosition<M extends CursorMode> = M extends keyof Positions ? Positions[M] : LogPosition;

export type CursorRefusal = 'invalid_cursor' | 'cursor_mode_mismatch';
export type CursorReading<M extends CursorMode> =
  | { readonly ok: true; readonly position: CursorPosition<M> }
  | { readonly ok: false; readonly refusal: CursorRefusal };

const versions = { newest: 1, delta: 2, search: 1, radar: 1 } as const satisfies Record<CursorMode, number>;
const bindingBytes = 12;
const tagBytes = 16;
const headBytes = 2 + bindingBytes;
const positionBytes = 16;
const searchHeadBytes = 19;
/** Also bits of a mask (clickhouse/search/find.ts). */
export const searchTermsMax = 64;
const signedBytesMax = headBytes + searchHeadBytes + searchTermsMax;
const cursorLengthMax = Math.ceil(((signedBytesMax + tagBytes) * 4) / 3);

/** What a cursor is bound to, as latin1 text: endpoint and filters in a fixed spelling, never page size or order of parameters. */
export const cursorBinding = (endpoint: string, filters: string): string =>
  hash('sha256', `${endpoint}\n${filters}`, 'latin1').slice(0, bindingBytes);

export interface Cursors {
  readonly write: <M extends CursorMode>(mode: M, binding: string, position: CursorPosition<M>) => string;
  readonly read: <M extends CursorMode>(mode: M, binding: string, text: string) => CursorReading<M>;
  /** Tells caches whose answers carry cursors of another secret apart; says nothing about the secret. */
  readonly keyId: string;
}

export function createCursors(secret: string): Cursors {
  const key = hash('sha256', `cursor\n${secret}`, 'buffer');
  const hmac = (message: Buffer): Buffer => createHmac('sha256', key).update(message).digest();
  const scratch = Buffer.alloc(signedBytesMax + tagBytes);

  return {
    keyId: hmac(Buffer.from('key id')).toString('hex', 0, 4),
    write: (mode, binding, position) => {
      const bytes = scratch;
      bytes[0] = versions[mode];
      bytes[1] = cursorModes.indexOf(mode);
      bytes.write(binding, 2, bindingBytes, 'latin1');
      let signedBytes = headBytes + positionBytes;
      // By the mode, not by its keys: a row stands for its own position, and has keys of both.
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
      const signedBytes = written === 'search' ? bytes.length - tagBytes : headBytes + positionBytes;
      if (written === 'search' && (signedBytes < headBytes + searchHeadBytes || signedBytes > signedBytesMax)) return invalid;
      // The decoder ignores characters outside base64url: only the exact text that was issued is accepted.
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
      const position =
        mode === 'delta'
          ? { generation: number, seq: bytes.readDoubleBE(headBytes + 8) }
          : { publishedAtMs: number, uid: bytes.toString('hex', headBytes + 8, headBytes + 16) };
      return { ok: true, position: position as CursorPosition<M> };
    },
  };
}

/** Answers up to where the bytes are signed. */
function writeSearch(bytes: Buffer, { seqTo, atMs, offset, loosened, weights }: SearchPosition): number {
  if (weights.length > searchTermsMax) throw new RangeError(`${weights.length} terms are more than a cursor holds`);
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
