/**
 * The two cursors: by feed sequence (delta mode) and by time (newest first). Opaque, versioned, bound to mode,
 * endpoint and filters, and authenticated: a changed or foreign one is refused, never misread (contract.md 1, 5).
 *
 * base64url of: version 1 | mode 1 | binding 12 | position 8 (delta) or 16 (newest) | HMAC-SHA256 cut to 16.
 */
import { hash, timingSafeEqual } from 'node:crypto';

export const cursorModes = ['newest', 'delta'] as const;
export type CursorMode = (typeof cursorModes)[number];

/** The last row served, in the order `time_published` descending, then uid. */
export interface NewestPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

export type CursorPosition<M extends CursorMode> = M extends 'delta' ? number : NewestPosition;

export type CursorRefusal = 'invalid_cursor' | 'cursor_mode_mismatch';
export type CursorReading<M extends CursorMode> =
  | { readonly ok: true; readonly position: CursorPosition<M> }
  | { readonly ok: false; readonly refusal: CursorRefusal };

const version = 1;
const bindingBytes = 12;
const tagBytes = 16;
const headBytes = 2 + bindingBytes;
const positionBytes = { newest: 16, delta: 8 } as const satisfies Record<CursorMode, number>;
const cursorLengthMax = 128;

/** What a cursor is bound to, as latin1 text: endpoint and filters in a fixed spelling, never page size or order of parameters. */
export const cursorBinding = (endpoint: string, filters: string): string =>
  hash('sha256', `${endpoint}\n${filters}`, 'latin1').slice(0, bindingBytes);

export interface Cursors {
  readonly write: <M extends CursorMode>(mode: M, binding: string, position: CursorPosition<M>) => string;
  readonly read: <M extends CursorMode>(mode: M, binding: string, text: string) => CursorReading<M>;
  /** Tells caches whose answers carry cursors of another secret apart; says nothing about the secret. */
  readonly keyId: string;
}

const blockBytes = 64;
const digestBytes = 32;

/**
 * HMAC-SHA256 by its definition (RFC 2104) over one-shot digests, for messages of up to `messageBytesMax`: every
 * poll reads and writes a cursor, and an Hmac object costs twice as much. A test holds it to node:crypto's.
 * Digests pass as latin1 text, which is cheaper to make than a Buffer; the one returned is written over by the next call.
 */
export function createHmacSha256(key: Buffer, messageBytesMax: number): (message: Buffer, messageBytes: number) => Buffer {
  if (key.length > blockBytes) throw new RangeError(`a key of ${key.length} bytes is longer than a block`);
  const inner = Buffer.alloc(blockBytes + messageBytesMax, 0x36);
  const outer = Buffer.alloc(blockBytes + digestBytes, 0x5c);
  const digest = Buffer.alloc(digestBytes);
  for (const [index, byte] of key.entries()) {
    inner[index] = byte ^ 0x36;
    outer[index] = byte ^ 0x5c;
  }
  return (message, messageBytes) => {
    message.copy(inner, blockBytes, 0, messageBytes);
    outer.write(hash('sha256', inner.subarray(0, blockBytes + messageBytes), 'latin1'), blockBytes, 'latin1');
    digest.write(hash('sha256', outer, 'latin1'), 'latin1');
    return digest;
  };
}

export function createCursors(secret: string): Cursors {
  const hmac = createHmacSha256(hash('sha256', `cursor\n${secret}`, 'buffer'), cursorLengthMax);
  const scratch = Buffer.alloc(headBytes + Math.max(...Object.values(positionBytes)) + tagBytes);

  return {
    keyId: hmac(Buffer.from('key id'), 6).toString('hex', 0, 4),
    write: (mode, binding, position) => {
      const signedBytes = headBytes + positionBytes[mode];
      const bytes = scratch;
      bytes[0] = version;
      bytes[1] = cursorModes.indexOf(mode);
      bytes.write(binding, 2, bindingBytes, 'latin1');
      if (typeof position === 'number') bytes.writeDoubleBE(position, headBytes);
      else {
        bytes.writeDoubleBE(position.publishedAtMs, headBytes);
        bytes.write(position.uid, headBytes + 8, 8, 'hex');
      }
      hmac(bytes, signedBytes).copy(bytes, signedBytes, 0, tagBytes);
      return bytes.toString('base64url', 0, signedBytes + tagBytes);
    },
    read: <M extends CursorMode>(mode: M, binding: string, text: string): CursorReading<M> => {
      const invalid = { ok: false, refusal: 'invalid_cursor' } as const;
      if (text.length > cursorLengthMax) return invalid;
      const bytes = Buffer.from(text, 'base64url');
      const written = cursorModes[bytes[1] ?? cursorModes.length];
      if (bytes[0] !== version || written === undefined) return invalid;
      const signedBytes = headBytes + positionBytes[written];
      // The decoder skips what is no base64url: only the one spelling that was issued is accepted.
      if (bytes.length !== signedBytes + tagBytes || bytes.toString('base64url') !== text) return invalid;
      if (!timingSafeEqual(hmac(bytes, signedBytes).subarray(0, tagBytes), bytes.subarray(signedBytes))) return invalid;
      if (written !== mode) return { ok: false, refusal: 'cursor_mode_mismatch' };
      if (binding !== bytes.toString('latin1', 2, headBytes)) return invalid;
      const number = bytes.readDoubleBE(headBytes);
      const position = mode === 'delta' ? number : { publishedAtMs: number, uid: bytes.toString('hex', headBytes + 8, headBytes + 16) };
      return { ok: true, position: position as CursorPosition<M> };
    },
  };
}
