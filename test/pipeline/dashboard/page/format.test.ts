import { expect, test } from 'vitest';
import { axisLabel, count, date, dateAndTime, elapsed, seconds, timeOfDay } from '#pipeline/dashboard/page/format.ts';

test.each([
  [0.05, '50 ms'],
  [0.0995, '0.10 s'],
  [5, '5.00 s'],
  [59.96, '1 min'],
  [75, '1 min 15 s'],
  [3_599.6, '1 h'],
  [7_500, '2 h 5 min'],
  [180_000, '2 d 2 h'],
  [-75, '−1 min 15 s'],
  [null, '–'],
  [NaN, '–'],
])('%d seconds are %s', (value, text) => {
  expect(seconds(value)).toBe(text);
});

test.each([
  [0, '0'],
  [1_234_567.6, '1,234,568'],
  [null, '–'],
  [NaN, '–'],
])('the number %d is %s', (value, text) => {
  expect(count(value)).toBe(text);
});

const at = Date.parse('2026-02-03T14:05:06.789Z');

test('instants are UTC, and an axis of days shows days', () => {
  expect([date(at), dateAndTime(at), timeOfDay(at)]).toEqual(['2026-02-03', '2026-02-03 14:05:06', '14:05:06']);
  expect([axisLabel(at / 1_000, 60), axisLabel(at / 1_000, 86_400)]).toEqual(['14:05', '02-03']);
});

test('an instant that lies ahead has an elapsed time of zero', () => {
  expect(elapsed('2026-02-03T14:03:51.789Z', at)).toBe('1 min 15 s');
  expect(elapsed('2026-02-03T15:00:00Z', at)).toBe('0 ms');
});
