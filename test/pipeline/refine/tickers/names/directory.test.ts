import { describe, expect, test } from 'vitest';
import { createDirectory } from '#pipeline/refine/tickers/names/directory.ts';
import { entry } from '../../fixtures.ts';

describe('a directory', () => {
  const directory = createDirectory([
    entry('GOOG', 'Alphabet Inc.', { cik: '0001652044' }),
    entry('GOOGL', 'Alphabet Inc.', { cik: '0001652044' }),
    entry('A', 'Old One Inc', { status: 'delisted', renamed_to: 'B' }),
    entry('B', 'Old Two Inc', { status: 'delisted', renamed_to: 'C' }),
    entry('C', 'New Inc'),
    entry('X', 'Circle One Inc', { status: 'delisted', renamed_to: 'Y' }),
    entry('Y', 'Circle Two Inc', { status: 'delisted', renamed_to: 'X' }),
  ]);

  test('gives every entry of a filer, and none for a stranger', () => {
    expect(directory.byCik('0001652044').map(({ symbol }) => symbol)).toEqual(['GOOG', 'GOOGL']);
    expect(directory.byCik('0000000001')).toEqual([]);
  });

  test('gives an entry whatever its status', () => {
    expect(directory.byTicker('A')?.status).toBe('delisted');
    expect(directory.byTicker('NONE')).toBeUndefined();
  });

  test('follows renames to the symbol that is active today, and does not circle', () => {
    expect(directory.activeFor('A')?.symbol).toBe('C');
    expect(directory.activeFor('X')).toBeUndefined();
  });

  test('with changed entries is another one: the first does not change', () => {
    const changed = directory.withEntries([entry('C', 'New Inc', { status: 'delisted' }), entry('D', 'Fourth Inc')]);
    expect(changed.size).toBe(directory.size + 1);
    expect(changed.activeFor('A')).toBeUndefined();
    expect(directory.activeFor('A')?.symbol).toBe('C');
  });

  test('does not let warrants, units and preferred shares stand for a company’s name', () => {
    const names = createDirectory([
      entry('ACMEW', 'Acmetron Corp - Warrants'),
      entry('ACMEU', 'Acmetron Corp Units'),
      entry('ACME-P', 'Acmetron Corp 6.5% Preferred'),
      entry('ACME', 'Acmetron Corp Class A Common Stock'),
    ]);
    expect(names.aliasesFrom('acmetron').map(({ entry: { symbol } }) => symbol)).toEqual(['ACME']);
  });

  test('prefers the listing on an exchange to the one over the counter, and keeps no name that two share: their legal forms tell them apart', () => {
    const names = createDirectory([
      entry('ZORBF', 'Zorbex Corp', { exchange: 'OTC' }),
      entry('ZORB', 'Zorbex Inc'),
      entry('QUA', 'Quavers Inc', { cik: '0000000001' }),
      entry('QUB', 'Quavers Corp', { cik: '0000000002' }),
    ]);
    expect(names.aliasesFrom('zorbex')[0]?.entry.symbol).toBe('ZORB');
    expect(names.aliasesFrom('quavers').map(({ text }) => text)).toEqual(expect.not.arrayContaining(['quavers']));
    expect(names.aliasesAt('quavers', 'inc')[0]?.entry.symbol).toBe('QUA');
  });

  test('takes the brands that an entry carries', () => {
    const names = createDirectory([entry('HOLD', 'Obscure Holdings Inc', { brand_aliases: ['Zipfone', 'Big Zip'] })]);
    expect(names.aliasesFrom('zipfone')[0]?.entry.symbol).toBe('HOLD');
    expect(names.aliasesFrom('big')[0]?.words).toEqual(['big', 'zip']);
  });
});
