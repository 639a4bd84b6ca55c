import { describe, expect, test } from 'vitest';
import { resolveIssuer, tickersIn } from '#pipeline/refine/form4/issuer.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { directoryOf, entry } from './fixtures.ts';

const cik = '0001617553';
const other = { cik: '0000000009' };
const resolve = (symbol: string, ...entries: readonly SymbolEntry[]): string | null =>
  resolveIssuer({ cik, name: 'ACME', symbol }, directoryOf(...entries))?.symbol ?? null;

test.each([
  ['(SIRI)', ['SIRI']],
  ['NASDAQ:DHC', ['DHC']],
  ['BRK/B', ['BRK-B', 'BRK', 'B']],
  ['AMC,APE', ['AMC', 'APE']],
  ['FRG FRGAP', ['FRG-FRGAP', 'FRG', 'FRGAP']],
])('symbol field: %j may mean %j', (field, expected) => {
  expect(tickersIn(field)).toEqual(expect.arrayContaining(expected));
  expect(tickersIn(field)[0]).toBe(expected[0]);
});

describe('issuer', () => {
  test('is found by CIK, whatever the form calls it', () => {
    for (const symbol of ['NONE', '', 'OLD', 'N/A', 'ACME']) expect(resolve(symbol, entry('ACME'), entry('OLD', other))).toBe('ACME');
  });

  test('is the class that the form names', () => {
    const classes = [entry('GOOG'), entry('GOOGL')];
    expect(resolve('GOOG', ...classes)).toBe('GOOG');
    expect(resolve('GOOGL', ...classes)).toBe('GOOGL');
    expect(resolve('PARAA,PARA', entry('PARA'), entry('PARAA'))).toBe('PARAA');
    expect(resolve('BRK/B', entry('BRK-A'), entry('BRK-B'))).toBe('BRK-B');
  });

  test('is the main class where the form names none: listed before over the counter, common before preferred, the short before the long', () => {
    expect(resolve('?', entry('BMLPG', { exchange: 'OTC' }), entry('BAC-PB'), entry('BAC'))).toBe('BAC');
    expect(resolve('?', entry('ACME-WT'), entry('ACMEF', { exchange: 'OTC' }), entry('ACMEB'))).toBe('ACMEB');
  });

  test('is its successor after a rename', () => {
    const renamed = entry('NYCB', { status: 'delisted', renamed_to: 'FLG', cik });
    expect(resolve('NYSE:NYCB', renamed, entry('FLG', { cik }))).toBe('FLG');
    expect(resolve('NYCB', { ...renamed, cik: null }, entry('FLG'))).toBe('FLG');
  });

  test('is found by the form’s symbol only where the directory does not give it to another', () => {
    expect(resolve('ACME', entry('ACME', { cik: null }))).toBe('ACME');
    expect(resolve('ACME', entry('ACME', other))).toBeNull();
    expect(resolve('BTC-USD', entry('BTC-USD', { cik: null, asset_type: 'Crypto' }))).toBeNull();
  });

  test('is none when nothing of it trades', () => {
    expect(resolve('ACME')).toBeNull();
    expect(resolve('ACME', entry('ACME', { status: 'delisted' }))).toBeNull();
    expect(resolve('A', entry('A', { status: 'delisted', renamed_to: 'B' }), entry('B', { status: 'delisted', renamed_to: 'A' }))).toBeNull();
  });
});
