import { describe, expect, test } from 'vitest';
import { readRequest } from '#ops/scripts/backfill/request.ts';
import { CommandError } from '#ops/scripts/service-config.ts';

/** A Friday afternoon in New York. */
const now = new Date('2025-06-06T18:00:00.000Z');
const complaint = (args: readonly string[], at = now): string => {
  try {
    readRequest(args, at);
    return '';
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.message.split('\n')[0]!;
  }
};

describe('the words of npm run backfill', () => {
  test('are days, forms and where the service is', () => {
    const words = ['--from', '2025-03-01', '--to', '2025-03-02', '--forms', '6-k, 4,4', '--data-dir', 'x'];
    expect(readRequest(words, now)).toEqual({
      plan: { from: '2025-03-01', to: '2025-03-02', families: ['sec_form6k', 'sec_form4'] },
      dataDir: 'x',
      isQuiet: false,
      isJson: false,
    });
    expect(readRequest(['--help'], now)).toBeNull();
  });

  test.each([
    [['--to', '2025-01-01', '--forms', '4'], '--from is missing (DATE: first day, YYYY-MM-DD, included)'],
    [['--from', '2025-02-30', '--to', '2025-03-01', '--forms', '4'], '--from 2025-02-30: there is no such day'],
    [['--from', '1 May', '--to', '2025-03-01', '--forms', '4'], '--from 1 May: must be a day as YYYY-MM-DD'],
    [['--from', '2025-03-02', '--to', '2025-03-01', '--forms', '4'], '--from 2025-03-02 is after --to 2025-03-01'],
    [['--from', '2025-03-02', '--to', '2025-06-09', '--forms', '4'], '--to 2025-06-09: that day is in the future'],
    [['--from', '1950-03-02', '--to', '2025-03-01', '--forms', '4'], '--from 1950-03-02: EDGAR begins in 1993'],
    [['--from', '2025-03-01', '--to', '2025-03-02'], expect.stringMatching(/^--forms is missing \(FORMS: any of 4, 8-K/)],
    [
      ['--from', '2025-03-01', '--to', '2025-03-02', '--forms', '4,10-K'],
      '--forms 4,10-K: "10-K" is none of 4, 8-K, 6-K, 144, SCHEDULE 13D, SCHEDULE 13G, NT 10-K, NT 10-Q',
    ],
    [
      ['--from', '2025-03-01', '--to', '2025-03-02', '--forms', '4', '--fast'],
      '--fast: npm run backfill has no such option; its options are --from DATE, --to DATE, --forms FORMS, --data-dir DIR, --quiet, --json',
    ],
    [
      ['2025-03-01'],
      expect.stringMatching(/^npm run backfill takes no word "2025-03-01" \(npm passes on only the options after --\); its options are --from DATE/),
    ],
  ])('%j are refused by name', (args, message) => {
    expect(complaint(args)).toEqual(message);
  });

  test('may name the next business day while EDGAR already dates filings with it', () => {
    const words = ['--from', '2025-06-09', '--to', '2025-06-09', '--forms', '4'];
    expect(complaint(words, new Date('2025-06-07T18:00:00.000Z'))).toBe('');
    expect(complaint(words, new Date('2025-06-06T21:30:00.000Z'))).toBe('');
    expect(complaint(words, now)).toBe('--from 2025-06-09: that day is in the future');
  });
});
