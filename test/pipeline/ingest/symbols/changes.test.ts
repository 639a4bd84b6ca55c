import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changesOf } from '#pipeline/ingest/symbols/changes.ts';
import { readTickerList } from '#pipeline/ingest/symbols/directory.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { dataDir } from '#test/support/data.ts';
import { symbolEntry } from './entry.ts';

const kept = (...entries: SymbolEntry[]): Map<string, SymbolEntry> => new Map(entries.map((entry) => [entry.symbol, entry]));
const at = '2025-09-06T02:00:00.000Z';
const changes = (before: Map<string, SymbolEntry>, entries: SymbolEntry[]) => {
  const result = changesOf(before, entries, at);
  if (!result.ok) throw new Error(result.detail);
  return result;
};
const bitcoin = symbolEntry('BTC-USD', { asset_type: 'Crypto', cik: null });

describe('directory changes', () => {
  test('what is the same is not written', () => {
    const entries = [symbolEntry('AAA'), bitcoin];
    expect(changes(kept(...entries), entries)).toMatchObject({ writes: [], unchanged: 2 });
  });

  test('new and changed entries are written, and what others added to one stays', () => {
    const before = symbolEntry('AAA', { sector: 'Energy', country: 'US', brand_aliases: ['Triple A'] });
    const result = changes(kept(before), [symbolEntry('AAA', { name: 'AAA Corp', exchange: null }), symbolEntry('BBB')]);
    expect(result).toMatchObject({ added: 1, changed: 1 });
    expect(result.writes).toEqual([symbolEntry('BBB'), { ...before, name: 'AAA Corp' }]);
  });

  test('a ticker gone from the list is delisted, on the Eastern day of the list', () => {
    const result = changes(kept(symbolEntry('AAA'), symbolEntry('GONE', { cik: '0000000002' })), [symbolEntry('AAA')]);
    expect(result.writes).toEqual([symbolEntry('GONE', { cik: '0000000002', status: 'delisted', delisted_at: '2025-09-05' })]);
  });

  test('where its company goes on under another ticker, it is renamed to that', () => {
    const result = changes(kept(symbolEntry('AAA'), symbolEntry('OLD', { cik: '0000000002' })), [
      symbolEntry('AAA'),
      symbolEntry('NEW', { cik: '0000000002' }),
    ]);
    expect(result).toMatchObject({ added: 1, delisted: 1, renamed: 1 });
    expect(result.writes).toContainEqual(symbolEntry('OLD', { cik: '0000000002', status: 'delisted', delisted_at: '2025-09-05', renamed_to: 'NEW' }));
  });

  test('a new class, or one of two that went, is no rename', () => {
    const preferred = changes(kept(symbolEntry('AAA'), symbolEntry('OLD')), [symbolEntry('AAA'), symbolEntry('AAA-PB')]);
    expect(preferred.renamed).toBe(0);
    const two = changes(kept(symbolEntry('OLD'), symbolEntry('ODD'), symbolEntry('XYZ', { cik: '0000000002' })), [
      symbolEntry('XYZ', { cik: '0000000002' }),
      symbolEntry('NEW'),
      symbolEntry('ZZZ', { cik: '0000000003' }),
    ]);
    expect(two).toMatchObject({ delisted: 2, renamed: 0 });
  });

  test('a ticker that returns is active again', () => {
    const result = changes(kept(symbolEntry('AAA', { status: 'delisted', delisted_at: '2025-01-02', renamed_to: 'BBB' }), symbolEntry('BBB')), [
      symbolEntry('AAA'),
      symbolEntry('BBB'),
    ]);
    expect(result).toMatchObject({ returned: 1, writes: [symbolEntry('AAA')] });
  });

  test('what did not come from this list is not delisted by it', () => {
    const foreign = symbolEntry('VOD.L', { cik: null });
    expect(changes(kept(symbolEntry('AAA'), bitcoin, foreign), [symbolEntry('AAA')]).writes).toEqual([]);
  });

  test('an empty or cut list changes nothing', () => {
    const before = kept(...['AAA', 'BBB', 'CCC', 'DDD', 'EEE'].map((symbol) => symbolEntry(symbol)));
    expect(changesOf(before, [bitcoin], at)).toMatchObject({ ok: false });
    expect(changesOf(before, [symbolEntry('AAA'), symbolEntry('BBB')], at)).toMatchObject({
      ok: false,
      detail: 'the list has 2 symbols where 5 are known',
    });
    expect(
      changesOf(
        before,
        ['AAA', 'BBB', 'CCC'].map((symbol) => symbolEntry(symbol)),
        at,
      ),
    ).toMatchObject({ ok: true, delisted: 2 });
    expect(changesOf(kept(), [], at)).toMatchObject({ ok: false });
  });

  const folder = dataDir('symbols');
  test.skipIf(folder === null)(
    'from one real list to another, sixteen months later, renames keep the filer (the folder ../shared/data is needed)',
    () => {
      const list = (file: string): SymbolEntry[] => {
        const read = readTickerList(gunzipSync(readFileSync(`${folder}/${file}`)));
        if (!read.ok) throw new Error(read.detail);
        return [...read.entries];
      };
      const [before, after] = [list('company_tickers.2024-05.json.gz'), list('company_tickers.2025-09.json.gz')];
      const result = changes(kept(...before), after);
      const now = new Map(after.map((entry) => [entry.symbol, entry]));
      const renamed = result.writes.filter((entry) => entry.renamed_to !== '');
      expect(renamed.length).toBeGreaterThan(50);
      expect(renamed.every((entry) => entry.status === 'delisted' && now.get(entry.renamed_to)?.cik === entry.cik)).toBe(true);
      const known = new Set(before.map(({ symbol }) => symbol));
      expect(result.added).toBe(after.filter(({ symbol }) => !known.has(symbol)).length);
    },
  );
});
