import { createHmac, hash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCursors, cursorBinding, type CursorMode, type CursorPosition } from '#schemas/cursor.ts';

const cursors = createCursors('a secret');
const binding = cursorBinding('/api/news/', 'minRelevance=4');
const uid = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 16, maxLength: 16 });
const whole = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const delta = fc.record({ mode: fc.constant<CursorMode>('delta'), position: fc.record({ generation: whole, seq: whole }) });
const newest = fc.record({
  mode: fc.constant<CursorMode>('newest'),
  position: fc.record({ publishedAtMs: fc.integer({ min: -8e14, max: 8e14 }), uid }),
});
const stories = fc.record({
  mode: fc.constant<CursorMode>('stories'),
  position: fc.record({ publishedAtMs: fc.integer({ min: -8e14, max: 8e14 }), uid, seqTo: whole }),
});
const any = fc.oneof(delta, newest, stories) as fc.Arbitrary<{ mode: CursorMode; position: CursorPosition<CursorMode> }>;

describe('a cursor', () => {
  test('is read back as the position it was written from', () => {
    fc.assert(
      fc.property(any, ({ mode, position }) => {
        expect(cursors.read(mode, binding, cursors.write(mode, binding, position))).toEqual({ ok: true, position });
      }),
    );
  });

  test('ends in 16 bytes of the HMAC-SHA256 of the rest, so that one of an earlier release is still valid', () => {
    fc.assert(
      fc.property(any, fc.string(), ({ mode, position }, secret) => {
        const bytes = Buffer.from(createCursors(secret).write(mode, binding, position), 'base64url');
        const mac = createHmac('sha256', hash('sha256', `cursor\n${secret}`, 'buffer'))
          .update(bytes.subarray(0, -16))
          .digest();
        expect(bytes.subarray(-16)).toEqual(mac.subarray(0, 16));
      }),
    );
  });

  test('needs no escape in a query string or in JSON', () => {
    fc.assert(
      fc.property(any, ({ mode, position }) => {
        expect(cursors.write(mode, binding, position)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  test('that was changed anywhere is refused', () => {
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.~%';
    fc.assert(
      fc.property(
        any,
        fc.nat(),
        fc.constantFrom(...characters),
        fc.constantFrom('replace', 'insert', 'cut'),
        ({ mode, position }, at, character, how) => {
          const text = cursors.write(mode, binding, position);
          const place = at % text.length;
          const changed = how === 'cut' ? text.slice(0, place) : text.slice(0, place) + character + text.slice(how === 'replace' ? place + 1 : place);
          fc.pre(changed !== text);
          expect(cursors.read(mode, binding, changed).ok).toBe(false);
        },
      ),
      { numRuns: 400 },
    );
  });

  test('has an error of its own in the other mode', () => {
    fc.assert(
      fc.property(any, ({ mode, position }) => {
        const other = mode === 'delta' ? 'newest' : 'delta';
        expect(cursors.read(other, binding, cursors.write(mode, binding, position))).toEqual({ ok: false, refusal: 'cursor_mode_mismatch' });
      }),
    );
  });

  test('is refused with other filters, another endpoint or another secret', () => {
    fc.assert(
      fc.property(any, fc.string(), ({ mode, position }, filters) => {
        fc.pre(filters !== 'minRelevance=4');
        const text = cursors.write(mode, binding, position);
        const refused = { ok: false, refusal: 'invalid_cursor' };
        expect(cursors.read(mode, cursorBinding('/api/news/', filters), text)).toEqual(refused);
        expect(cursors.read(mode, cursorBinding('/api/news/insider/', 'minRelevance=4'), text)).toEqual(refused);
        expect(createCursors('another secret').read(mode, binding, text)).toEqual(refused);
      }),
    );
  });

  test('is as the last release wrote it', () => {
    const position = { publishedAtMs: 1_795_000_000_123, uid: '00ff00ff00ff00ff' };
    expect(cursors.write('newest', binding, position)).toBe('AQA3Xb263-p4vGfg6DFCeh7lZeewAAD_AP8A_wD_uSVw5vtJynYi37-RcMCt-w');
    expect(cursors.keyId).toBe('396361a5');
  });

  test('is never read from a text that is none', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        expect(cursors.read('delta', binding, text).ok).toBe(false);
      }),
    );
  });
});
