import { expect, test } from 'vitest';
import { datedLength, datelineLength } from '#pipeline/ingest/sec/documents/dateline.ts';

const rest = 'Example Corp today reported results.';

test.each(['HARTFORD, Conn., Apr. 29, 2020 – ', 'April 29, 2020 - FORT WORTH, TX - ', 'AURORA, ILLINOIS... (April 15, 1999) ... '])(
  'the place and the date are a dateline: %s',
  (dateline) => expect([datedLength(`${dateline}${rest}`), datelineLength(`${dateline}${rest}`)]).toEqual([dateline.length, dateline.length]),
);

test.each(['BOSTON -- ', 'LONDON /PRNewswire/ -- '])('one without a date holds none: %s', (dateline) =>
  expect([datedLength(`${dateline}${rest}`), datelineLength(`${dateline}${rest}`)]).toEqual([0, dateline.length]),
);

test.each(['CONSOLIDATED BALANCE SHEETS (September 30, 2026)', 'EXAMPLE CORP. REPORTS THIRD QUARTER EARNINGS, October 29, 2026 -'])(
  'a title with a date is none: %s',
  (title) => expect(datelineLength(title)).toBe(0),
);
