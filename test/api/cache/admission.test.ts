import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdmission } from '#api/cache/admission.ts';

const cursor = (): string => randomBytes(38).toString('base64url');

test('a key is known the second time, and from then on', () => {
  const noteAsked = createAdmission();
  const key = cursor();
  expect([noteAsked(key), noteAsked(key), noteAsked(key)]).toEqual([false, true, true]);
});

test('of 5,000 cursors that were never asked for, next to none is taken for known', () => {
  const noteAsked = createAdmission();
  expect(Array.from({ length: 5_000 }, cursor).filter(noteAsked).length).toBeLessThan(3);
});

test('a key asked for again soon is known, whatever came in between', () => {
  const noteAsked = createAdmission();
  const keys = Array.from({ length: 500 }, cursor);
  keys.forEach(noteAsked);
  expect(keys.filter(noteAsked).length).toBeGreaterThan(450);
});

test('any text is taken, the empty one too', () => {
  const noteAsked = createAdmission();
  for (const text of ['', 'a', 'é'.repeat(10_000), '\0']) expect([noteAsked(text), noteAsked(text)]).toEqual([false, true]);
});
