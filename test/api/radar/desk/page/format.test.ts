import { expect, test } from 'vitest';
import { fixed, minute, signed, toneClass, words } from '#api/radar/desk/page/format.ts';

test('a missing figure is a dash, and a change has its sign', () => {
  expect([fixed(1.239, 2), fixed(null, 2)]).toEqual(['1.24', '–']);
  expect([fixed(-0.004, 2), fixed(-0, 0), fixed(-0.06, 1), signed(0.004, 2), signed(-0.004, 2)]).toEqual(['0.00', '0', '-0.1', '0.00', '0.00']);
  expect([signed(0.5, 2), signed(-0.5, 2), signed(0, 2), signed(null, 2)]).toEqual(['+0.50', '-0.50', '0.00', '–']);
});

test.each([
  [0.21, 'up'],
  [0.2, ''],
  [-0.2, ''],
  [-0.21, 'down'],
  [null, 'none'],
])('the tone %d has the class "%s"', (value, name) => {
  expect(toneClass(value)).toBe(name);
});

test('instants are shown to the minute, reasons as words', () => {
  expect(minute('2026-02-03T14:05:06.789Z')).toBe('2026-02-03 14:05 UTC');
  expect([words('feed_behind_it'), words(null), words(undefined)]).toEqual(['feed behind it', '', '']);
});
