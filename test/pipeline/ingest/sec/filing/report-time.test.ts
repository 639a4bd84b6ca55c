/** Statements of companies when they will report: what confirms a date, and what does not. */
import { expect, test } from 'vitest';
import { findReportTime, readStatement } from '#pipeline/ingest/sec/filing/report-time.ts';

const of = { company: 'ACME WIDGETS INC', filedOn: '2026-10-08' };

test.each([
  ['The Company plans to release third quarter fiscal 2026 financial results on Thursday, October 29, 2026, after market close.', '2026-10-29', 'after_close'],
  ['We will issue a press release with our Q3 2026 earnings on October 29, 2026 after the close of trading on the NYSE and will host a conference call on October 30, 2026 before the market opens.', '2026-10-29', 'after_close'],
  ['Acme today announced that it will announce its results for the quarter ended September 30, 2026 on Wednesday, October 28.', '2026-10-28', null],
  ['Acme is scheduled to publish its interim results on 5 November 2026 prior to the opening of the U.S. markets.', '2026-11-05', 'before_open'],
  ["Acme's third quarter 2026 results will be released on Tuesday, November 3rd, 2026 following the close of the market.", '2026-11-03', 'after_close'],
  ['The Company will also release its fiscal 2026 third quarter results before the market opens on January 29, 2027, and will host a conference call at 1:30 p.m.', '2027-01-29', 'before_open'],
])('%s', (sentence, date, session) => {
  expect(readStatement(sentence, of)).toEqual({ date, session, text: sentence });
}); // prettier-ignore

test.each([
  ['tentative', 'The Company expects to report its third quarter results on October 29, 2026.'],
  ['of another company', 'Globex will report third quarter results on October 29, 2026.'],
  ['of a call', 'The Company will host a conference call to discuss third quarter results on October 29, 2026.'],
  ['of the day itself', 'The Company will report its third quarter results on October 8, 2026.'],
  ['a day that does not exist', 'The Company will report its third quarter results on November 31, 2026.'],
  ['a weekday that it is not', 'The Company will report its third quarter results on Monday, October 29, 2026.'],
  ['without year and weekday', 'The Company will report its third quarter results on October 29.'],
  ['too far ahead', 'The Company will report its third quarter results on October 29, 2027.'],
  ['of a trial', 'The Company will report results of its third quarter trial data on October 29, 2026.'],
  ['the end of a period alone', 'The Company will report its results for the quarter ended October 29, 2026.'],
  ['a plan given up', 'The Company was scheduled to report its third quarter results on October 29, 2026.'],
  ['of a dividend', 'The Company will report its quarterly results and pay a dividend on October 29, 2026.'],
])('%s', (_, sentence) => {
  expect(readStatement(sentence, of)).toBeNull();
});

test('of several dates the nearest counts, and of equal ones the sentence with the session', () => {
  const later = 'We will report fourth quarter results on February 4, 2027.';
  const bare = 'We will report third quarter results on October 29, 2026.';
  const whole = 'We will report third quarter results on October 29, 2026, before the market opens.';
  expect(findReportTime([`${later} ${bare}`, whole], of)).toMatchObject({ date: '2026-10-29', session: 'before_open', text: whole });
});
