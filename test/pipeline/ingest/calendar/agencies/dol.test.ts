import { describe, expect, test } from 'vitest';
import { readDol } from '#pipeline/ingest/calendar/agencies/dol.ts';
import { datesOf } from './dates-of.ts';

describe('DOL', () => {
  const entry = (date: string, address: string, title = 'UNEMPLOYMENT INSURANCE WEEKLY CLAIMS REPORT'): string =>
    `<div><p>${date}</p><h3><a href="/newsroom/releases/eta/eta${address}">${title}</a></h3></div>`;

  test('what is out is official; after it Thursdays are inferred, the Wednesday where Thursday is a holiday', () => {
    const reading = readDol(
      entry('November 12, 2026', '20261112') + entry('November 5, 2026', '20261105') + entry('November 5, 2026', '20261105-1', 'Grants for training'),
    );
    expect(reading.problems).toEqual([]);
    expect(Object.entries(datesOf(reading)).slice(0, 4)).toEqual([
      ['US-JOBLESS-CLAIMS-2026-11-07', '2026-11-12T13:30'],
      ['US-JOBLESS-CLAIMS-2026-10-31', '2026-11-05T13:30'],
      ['US-JOBLESS-CLAIMS-2026-11-14', '2026-11-19T13:30'],
      ['US-JOBLESS-CLAIMS-2026-11-21', '2026-11-25T13:30'],
    ]);
    expect(reading.occurrences.map(({ schedule_basis }) => schedule_basis).slice(0, 3)).toEqual(['official', 'official', 'inferred']);
  });

  test('a date that is not a day of the claims, or not that of the address, is a problem', () => {
    expect(readDol(entry('November 10, 2026', '20261110'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
    expect(readDol(entry('November 19, 2026', '20261112'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
    expect(readDol(entry('', '20261112'))).toMatchObject({ occurrences: [], problems: [expect.any(String)] });
  });
});
