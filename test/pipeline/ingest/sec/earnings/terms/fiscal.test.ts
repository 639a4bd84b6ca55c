import { expect, test } from 'vitest';
import { fiscalPeriod } from '#pipeline/ingest/sec/earnings/terms/fiscal.ts';

const period = (months: number, year: number, month: number | null, day: number | null, quarter: number | null = null) => ({
  months,
  year,
  month,
  day,
  quarter,
});

test.each([
  ['Results', period(3, 2020, 10, 3), { name: 'Q3 2020', end: '2020-10-03' }],
  ['Results for the quarter ended March 31, 2020.', period(3, 2020, null, null, 1), { name: 'Q1 2020', end: '2020-03-31' }],
  [
    'Acme Declares Fourth Quarter 2026 Dividend and Reports Third Quarter 2026 Results',
    period(3, 2026, 9, 30),
    { name: 'Q3 2026', end: '2026-09-30' },
  ],
  ['Acme raises fourth quarter 2026 outlook after record third quarter', period(3, 2026, 9, 30), { name: 'Q3 2026', end: '2026-09-30' }],
  ['Growth over Second Quarter 2026; third quarter 2026 was strong', period(3, 2026, 9, 30), { name: 'Q3 2026', end: '2026-09-30' }],
  [
    'Acme expects a record third quarter 2025 and gives its outlook for the third quarter 2025. Second quarter 2025 sales rose.',
    period(3, 2025, 6, 30),
    { name: 'Q2 2025', end: '2025-06-30' },
  ],
  [
    'Acme Reports Third Quarter\nDividend raised\nIt pays a first quarter 2026 cash dividend.',
    period(3, 2025, 12, 31),
    { name: 'Q3 FY2026', end: '2025-12-31' },
  ],
  [
    'Acme sees stronger second half of 2026. In the second half of 2026, we expect more. Its first half 2026 report',
    period(6, 2026, 6, 30),
    { name: 'H1 2026', end: '2026-06-30' },
  ],
  ['Acme Reports Fourth Quarter and Fiscal Year 2025 Results', period(3, 2026, 1, 31), { name: 'Q4 FY2025', end: '2026-01-31' }],
  [
    'Acme Reports Fourth Quarter Results. Sales of the fourth quarter of fiscal 2025 rose.',
    period(3, 2026, 2, 1),
    { name: 'Q4 FY2025', end: '2026-02-01' },
  ],
  ['Acme Reports Fourth Quarter 2025 Results', period(3, 2026, 1, 3), { name: 'Q4 2025', end: '2026-01-03' }],
  ['First Half Results', period(6, 2025, 9, 30), { name: 'H1 FY2026', end: '2025-09-30' }],
  ['Interim report. We expect a stronger second half.', period(6, 2025, 12, 31), { name: 'H1 FY2026', end: '2025-12-31' }],
  ['Second half 2025 results', period(6, 2025, 12, 31), { name: 'H2 2025', end: '2025-12-31' }],
  ['H2 2025', period(6, 2025, null, null), { name: 'H2 2025', end: null }],
  ['Annual results', period(12, 2019, 12, 31), { name: 'FY2019', end: '2019-12-31' }],
])('%s', (text, given, wanted) => expect(fiscalPeriod(given, text)).toEqual(wanted));

test('six months that end with a year are its second half', () => {
  expect(fiscalPeriod(period(6, 2025, 12, 31), 'Annual report', true).name).toBe('H2 2025');
});

test('a quarter that ends with a year is the fourth, whatever other quarter the words look forward to', () => {
  const given = period(3, 2020, 2, 29);
  expect(fiscalPeriod(given, 'delays to the second and the third quarter of FY2021', true).name).toBe('Q4 FY2020');
});
