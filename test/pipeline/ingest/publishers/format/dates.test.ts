import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateOrderOf, readDate } from '#pipeline/ingest/publishers/format/dates.ts';

const fetchedAt = '2026-11-20T12:00:00.000Z';
const read = (text: string | null): string | null => readDate(text, fetchedAt);

test.each([
  // RFC 822 and 2822, and similar forms
  ['Fri, 02 Oct 2026 09:15:30 GMT', '2026-10-02T09:15:30.000Z'],
  ['Vendredi, 02 Oct 2026 09:15:30 GMT', '2026-10-02T09:15:30.000Z'],
  ['2 Oct 2026 09:15 -0400', '2026-10-02T13:15:00.000Z'],
  ['Fri, 2 Oct 26 09:15:30 EDT', '2026-10-02T13:15:30.000Z'],
  ['Fri, 31 Dec 99 23:59:59 PST', '2000-01-01T07:59:59.000Z'],
  ['Sat, 01 Jan 104 00:00:00 GMT', '2004-01-01T00:00:00.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 IST', '2026-10-02T03:45:30.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 GMT+2', '2026-10-02T07:15:30.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 -0400 (EDT)', '2026-10-02T13:15:30.000Z'],
  ['Oct 2, 2026, 9:15 a.m. Eastern Daylight Time', '2026-10-02T13:15:00.000Z'],
  ['Oct 2, 2026 9:15 AM (ET)', '2026-10-02T13:15:00.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 EST -0500', '2026-10-02T14:15:30.000Z'],
  ['Fri, 02 Jan 2026 09:15:30 -0500 EST', '2026-01-02T14:15:30.000Z'],
  ['2026-10-02 09:15 +02:00 CEST', '2026-10-02T07:15:00.000Z'],
  ['2026-10-02T09:15:30-04:00[America/New_York]', '2026-10-02T13:15:30.000Z'],
  ['2026-10-02T09:15Z[UTC]', '2026-10-02T09:15:00.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 A', '2026-10-02T09:15:30.000Z'],
  ['Fri, 02 Oct 2026 09:15:30 XYZT', '2026-10-02T09:15:30.000Z'],
  ['Fri, 02 Oct 2026 09:15:30', '2026-10-02T09:15:30.000Z'],
  ['Fri, 02 Oct 2026 24:00:00 GMT', '2026-10-03T00:00:00.000Z'],
  ['Fri, 02 Sept 2026 9:5:0 GMT', null],
  ['Wed, 02 Sept 2026 09:05:00 GMT', '2026-09-02T09:05:00.000Z'],
  ['Friday, 02-Oct-26 09:15:30 GMT', '2026-10-02T09:15:30.000Z'],
  ['  Fri,\n 02 Oct\t2026 09:15:30 GMT ', '2026-10-02T09:15:30.000Z'],
  // ET and the like follow the date
  ['Fri, 02 Oct 2026 08:00:00 ET', '2026-10-02T12:00:00.000Z'],
  ['Fri, 02 Jan 2026 08:00:00 ET', '2026-01-02T13:00:00.000Z'],
  ['Sun, 08 Mar 2026 01:59:00 ET', '2026-03-08T06:59:00.000Z'],
  ['Sun, 08 Mar 2026 03:00:00 ET', '2026-03-08T07:00:00.000Z'],
  // asctime, java, month in words
  ['Fri Oct 02 09:15:30 EDT 2026', '2026-10-02T13:15:30.000Z'],
  ['Oct 2nd, 2026 at 12:05 AM', '2026-10-02T00:05:00.000Z'],
  // ISO 8601 and W3CDTF, whole and partial
  ['2026-10-02t09:15:30,5z', '2026-10-02T09:15:30.500Z'],
  ['2026-10-02T09:15-04:00', '2026-10-02T13:15:00.000Z'],
  ['2026-10-02 9:15 PM', '2026-10-02T21:15:00.000Z'],
  ['2026-10-02T09Z', '2026-10-02T09:00:00.000Z'],
  ['2026-10', '2026-10-01T00:00:00.000Z'],
  ['2025', '2025-01-01T00:00:00.000Z'],
  ['2020/1/10 14:33:00', '2020-01-10T14:33:00.000Z'],
  ['20261002T091530Z', '2026-10-02T09:15:30.000Z'],
  ['20261002', '2026-10-02T00:00:00.000Z'],
  ['2026-275', '2026-10-02T00:00:00.000Z'],
  ['2026-10-02T23:59:60Z', '2026-10-03T00:00:00.000Z'],
  // US dates in figures that are unambiguous, epoch
  ['10/28/2026 3:45:12 PM', '2026-10-28T15:45:12.000Z'],
  ['28/10/2026 15:45', '2026-10-28T15:45:00.000Z'],
  ['5.2.26', '2026-02-05T00:00:00.000Z'],
  ['Friday, 20.11.2026 - 08:30', '2026-11-20T08:30:00.000Z'],
  ['10-31-2026', '2026-10-31T00:00:00.000Z'],
  ['1790932530123', '2026-10-02T09:15:30.123Z'],
  ['1790932530', '2026-10-02T09:15:30.000Z'],
])('a date is read: %s', (text, expected) => expect(read(text)).toBe(expected));

describe('no date is', () => {
  test.each([
    ['yesterday'],
    ['1989-12-31T23:59:59Z'],
    ['10/2/2026 15:45'],
    ['Fri, 30 Feb 2026 00:00:00 GMT'],
    ['2025-366'],
    ['2026-10-02T25:00:00Z'],
    ['2026-10-02T09:15:30+25:00'],
    [`2026-10-02${' '.repeat(3_000)}`],
    ['2026-10-02 and then some more words'],
    ['2026-10-02T09:15:30[Europe/Paris]'],
  ])('%j', (text) => expect(read(text)).toBeNull());

  test('a date more than a day after the fetch', () => {
    expect(read('2026-11-21T11:59:59Z')).toBe('2026-11-21T11:59:59.000Z');
    expect(read('2026-11-21T12:00:01Z')).toBeNull();
  });
});

test('whatever the text, the answer is an instant in the plausible span or null', () => {
  const digitsAndWords = fc.stringMatching(/^[0-9A-Za-z:+\-/., ]{0,60}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), digitsAndWords), (text) => {
      const at = read(text);
      expect(at === null || (at >= '1990' && at <= '2026-11-21T12:00:00.000Z')).toBe(true);
    }),
  );
});

test('what Date writes is read back to the millisecond or second it tells', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1990-01-02'), max: new Date(fetchedAt), noInvalidDate: true }), (date) => {
      expect(read(date.toISOString())).toBe(date.toISOString());
      expect(read(date.toUTCString())).toBe(`${date.toISOString().slice(0, 19)}.000Z`);
    }),
  );
});

test('a day above 12 shows the order of day and month in all dates of a document', () => {
  expect(dateOrderOf(['Fri, 02 Oct 2026 09:15:30 GMT', null, '02/10/2026', '20/10/2026'])).toBe('day-first');
  expect(dateOrderOf(['02-10-2026 09:15', '10-20-2026'])).toBe('month-first');
  expect(dateOrderOf(['02/10/2026', '2026-10-20'])).toBeNull();
  expect(readDate('02/10/2026 09:15', fetchedAt, 'day-first')).toBe('2026-10-02T09:15:00.000Z');
  expect(readDate('10/02/2026 09:15', fetchedAt, 'month-first')).toBe('2026-10-02T09:15:00.000Z');
  expect(readDate('02/10/2026 09:15', fetchedAt)).toBeNull();
});
