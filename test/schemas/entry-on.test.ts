import { describe, expect, test } from 'vitest';
import { entryOn, type Holding } from '#schemas/symbol.ts';
import { symbolEntry } from '#test/support/symbols.ts';

const holding = (name: string, from: string | null, to: string | null, renamed_to = ''): Holding => ({
  cik: null,
  name,
  security: null,
  from,
  cik_from: null,
  to,
  renamed_to,
});

describe('a ticker that two companies had, one after the other', () => {
  const entry = symbolEntry('ABC', {
    name: 'New Abc',
    holdings: [holding('Old Abc', '2020-01-06', '2022-03-31', 'XYZ'), holding('New Abc', '2024-05-01', null)],
  });
  test.each([
    ['2020-01-05', null],
    ['2020-01-06', { name: 'Old Abc', status: 'active', delisted_at: null, renamed_to: '' }],
    ['2022-03-31', { name: 'Old Abc', status: 'active' }],
    ['2022-04-01', { name: 'Old Abc', status: 'delisted', delisted_at: '2022-03-31', renamed_to: 'XYZ' }],
    ['2024-05-01', { name: 'New Abc', status: 'active', delisted_at: null, renamed_to: '' }],
  ])('on %s', (day, expected) => {
    const then = entryOn(entry, day);
    if (expected === null) expect(then).toBeNull();
    else expect(then).toMatchObject(expected);
  });
});

test('a ticker without known holdings was always listed, until it was delisted', () => {
  const gone = symbolEntry('GONE', { status: 'delisted', delisted_at: '2025-09-05' });
  expect(entryOn(gone, '2000-01-01')).toMatchObject({ status: 'active', delisted_at: null });
  expect(entryOn(gone, '2025-09-06')).toMatchObject({ status: 'delisted' });
  expect(entryOn(symbolEntry('LIVE', {}), '2025-01-01')).toMatchObject({ status: 'active' });
});
