import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAdmission } from '#api/cache/admission.ts';

const cursor = (): string => randomBytes(38).toString('base64url');

test('a key is known from its second request on', () => {
  const wasRequested = createAdmission();
  const key = cursor();
  expect([wasRequested(key), wasRequested(key), wasRequested(key)]).toEqual([false, true, true]);
});

test('of 5,000 cursors that were never requested, almost none counts as known', () => {
  const wasRequested = createAdmission();
  expect(Array.from({ length: 5_000 }, cursor).filter(wasRequested).length).toBeLessThan(3);
});

test('a key that is requested again soon is known, whatever was requested in between', () => {
  const wasRequested = createAdmission();
  const keys = Array.from({ length: 500 }, cursor);
  keys.forEach(wasRequested);
  expect(keys.filter(wasRequested).length).toBeGreaterThan(450);
});
