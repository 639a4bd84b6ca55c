import { describe, expect, test } from 'vitest';
import { entryAt } from '#schemas/symbol.ts';
import { holding, symbolEntry } from '#test/support/symbols.ts';

const held = (name: string, from: string | null, to: string | null, renamed_to = '') => holding('0000000001', { name, from, to, renamed_to });

describe('a ticker that two companies had, one after the other', () => {
  const entry = symbolEntry('ABC', {
    name: 'New Abc',
    holdings: [held('Old Abc', '2020-01-06', '2022-03-31', 'XYZ'), held('New Abc', '2024-05-01', null)],
  });
  test.each([
    ['2020-01-05T23:00-05:00', null],
    ['2020-01-06T00:00-05:00', { name: 'Old Abc', status: 'active', delisted_at: null, renamed_to: '' }],
    ['2022-03-30T12:00Z', { name: 'Old Abc', status: 'active' }],
    ['2022-03-31T12:00Z', { name: 'Old Abc', status: 'delisted', delisted_at: '2022-03-31', renamed_to: 'XYZ' }],
    ['2024-05-01T12:00Z', { name: 'New Abc', status: 'active', delisted_at: null, renamed_to: '' }],
  ])('at %s it is that of its holder then', (instant, expected) => {
    const then = entryAt(entry, Date.parse(instant));
    if (expected === null) expect(then).toBeNull();
    else expect(then).toMatchObject(expected);
  });
});

test('the new holder has a ticker from the instant of the list on, the former one until then', () => {
  const at = '2026-11-28T15:40:00.000Z';
  const [before, after] = [Date.parse(at) - 1, Date.parse(at)];
  const former = symbolEntry('OLD', {
    status: 'delisted',
    delisted_at: '2026-11-28',
    renamed_to: 'NEW',
    holdings: [{ ...held('Amber', null, '2026-11-28', 'NEW'), to_at: at }],
  });
  const present = symbolEntry('NEW', { name: 'Amber', holdings: [{ ...held('Amber', '2026-11-28', null), from_at: at }] });
  expect(entryAt(former, before)).toMatchObject({ status: 'active', renamed_to: '', delisted_at: null });
  expect(entryAt(present, before)).toBeNull();
  expect(entryAt(former, after)).toMatchObject({ status: 'delisted', renamed_to: 'NEW' });
  expect(entryAt(present, after)).toMatchObject({ status: 'active' });
});

test('a ticker without known holdings was always listed, until it was delisted', () => {
  const gone = symbolEntry('GONE', { status: 'delisted', delisted_at: '2025-09-05' });
  expect(entryAt(gone, Date.parse('2000-01-01'))).toMatchObject({ status: 'active', delisted_at: null });
  expect(entryAt(gone, Date.parse('2025-09-05T12:00Z'))).toMatchObject({ status: 'delisted' });
  expect(entryAt(symbolEntry('LIVE', {}), Date.parse('2025-01-01'))).toMatchObject({ status: 'active' });
});
