/**
 * The two cursors: by feed sequence (delta mode) and by time (newest first). Opaque, versioned, bound to mode,
 * endpoint and filters, and authenticated: a changed or foreign one is refused, never misread (contract.md 1, 5).
 *
 * base64url of: version 1 | mode 1 | binding 12 | position 8 (delta) or 16 (newest) | HMAC-SHA256 cut to 16.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const cursorModes = ['newest', 'delta'] as const;
export type CursorMode = (typeof cursorModes)[number];

/** The last row served, in the order `time_published` descending, then uid. */
export interface NewestPosition {
  readonly publishedAtMs: number;
  readonly uid: string;
}

export type CursorPosition<M extends CursorMode> = M extends 'delta' ? number : NewestPosition;

export type CursorRefusal = 'invalid_cursor' | 'cursor_mode_mismatch';
export type CursorReading<M extends CursorMode> = { readonly ok: true; readonly position: CursorPosition<M> } | { readonly ok: false; readonly refusal: CursorRefusal };

const version = 1;
const bindingBytes = 12;
const tagBytes = 16;
const headBytes = 2 + bindingBytes;
const positionBytes = { newest: 16, delta: 8 } as const satisfies Record<CursorMode, number>;
const cursorLengthMax = 128;

/** What a cursor is bound to: endpoint and filters in a fixed spelling, never page size or order of parameters. */
export const cursorBinding = (endpoint: string, filters: string): Buffer =>
  createHash('sha256').update(`${endpoint}\n${filters}`).digest().subarray(0, bindingBytes);

export interface Cursors {
  readonly write: <M extends CursorMode>(mode: M, binding: Buffer, position: CursorPosition<M>) => string;
  readonly read: <M extends CursorMode>(mode: M, binding: Buffer, text: string) => CursorReading<M>;
  /** Tells caches whose answers carry cursors of another secret apart; says nothing about the secret. */
  readonly keyId: string;
}

export function createCursors(secret: string): Cursors {
  const key = createHash('sha256').update(`cursor\n${secret}`).digest();
  const tag = (signed: Buffer): Buffer => createHmac('sha256', key).update(signed).digest().subarray(0, tagBytes);

  return {
    keyId: createHmac('sha256', key).update('key id').digest('hex').slice(0, 8),
    write: (mode, binding, position) => {
      const signedBytes = headBytes + positionBytes[mode];
      const bytes = Buffer.allocUnsafe(signedBytes + tagBytes);
      bytes[0] = version;
      bytes[1] = cursorModes.indexOf(mode);
      binding.copy(bytes, 2, 0, bindingBytes);
      if (typeof position === 'number') bytes.writeDoubleBE(position, headBytes);
      else {
        bytes.writeDoubleBE(position.publishedAtMs, headBytes);
        bytes.write(position.uid, headBytes + 8, 8, 'hex');
      }
      tag(bytes.subarray(0, signedBytes)).copy(bytes, signedBytes);
      return bytes.toString('base64url');
    },
    read: <M extends CursorMode>(mode: M, binding: Buffer, text: string): CursorReading<M> => {
      const invalid = { ok: false, refusal: 'invalid_cursor' } as const;
      if (text.length > cursorLengthMax) return invalid;
      const bytes = Buffer.from(text, 'base64url');
      const written = cursorModes[bytes[1] ?? cursorModes.length];
      if (bytes[0] !== version || written === undefined) return invalid;
      const signedBytes = headBytes + positionBytes[written];
      // The decoder skips what is no base64url: only the one spelling that was issued is accepted.
      if (bytes.length !== signedBytes + tagBytes || bytes.toString('base64url') !== text) return invalid;
      if (!timingSafeEqual(tag(bytes.subarray(0, signedBytes)), bytes.subarray(signedBytes))) return invalid;
      if (written !== mode) return { ok: false, refusal: 'cursor_mode_mismatch' };
      if (!binding.equals(bytes.subarray(2, headBytes))) return invalid;
      const number = bytes.readDoubleBE(headBytes);
      const position = mode === 'delta' ? number : { publishedAtMs: number, uid: bytes.toString('hex', headBytes + 8, headBytes + 16) };
      return { ok: true, position: position as CursorPosition<M> };
    },
  };
}
