import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { changesOf } from '#pipeline/ingest/symbols/changes.ts';
import { readTickerList } from '#pipeline/ingest/symbols/directory.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { documentsDir } from '#test/support/data.ts';
import { listedEntry } from './entry.ts';

const kept = (...entries: SymbolEntry[]): Map<string, SymbolEntry> => new Map(entries.map((entry) => [entry.symbol, entry]));
const at = '2025-09-06T02:00:00.000Z';
const changes = (before: Map<string, SymbolEntry>, entries: SymbolEntry[]) => {
  const result = changesOf(before, entries, at);
  if (!result.ok) throw new Error(result.detail);
  return result;
};
const bitcoin = listedEntry('BTC-USD', { asset_type: 'Crypto', cik: null });

describe('directory changes', () => {
  test('what is the same is not written', () => {
    const entries = [listedEntry('AAA'), bitcoin];
    expect(changes(kept(...entries), entries)).toMatchObject({ writes: [], unchanged: 2 });
  });

  test('new and changed entries are written, and what others added to one stays', () => {
    const before = listedEntry('AAA', { sector: 'Energy', country: 'US', brand_aliases: ['Triple A'] });
    const result = changes(kept(before), [listedEntry('AAA', { name: 'AAA Corp', exchange: null }), listedEntry('BBB')]);
    expect(result).toMatchObject({ added: 1, changed: 1 });
    expect(result.writes).toEqual([listedEntry('BBB'), { ...before, name: 'AAA Corp' }]);
  });

  test('a ticker gone from the list is delisted, on the Eastern day of the list', () => {
    const result = changes(kept(listedEntry('AAA'), listedEntry('GONE', { cik: '0000000002' })), [listedEntry('AAA')]);
    expect(result.writes).toEqual([listedEntry('GONE', { cik: '0000000002', status: 'delisted', delisted_at: '2025-09-05' })]);
  });

  test('where its company goes on under another ticker, it is renamed to that', () => {
    const result = changes(kept(listedEntry('AAA'), listedEntry('OLD', { cik: '0000000002' })), [
      listedEntry('AAA'),
      listedEntry('NEW', { cik: '0000000002' }),
    ]);
    expect(result).toMatchObject({ added: 1, delisted: 1, renamed: 1 });
    expect(result.writes).toContainEqual(listedEntry('OLD', { cik: '0000000002', status: 'delisted', delisted_at: '2025-09-05', renamed_to: 'NEW' }));
  });

  test('a new class, or one of two that went, is no rename', () => {
    const preferred = changes(kept(listedEntry('AAA'), listedEntry('OLD')), [listedEntry('AAA'), listedEntry('AAA-PB')]);
    expect(preferred.renamed).toBe(0);
    const two = changes(kept(listedEntry('OLD'), listedEntry('ODD'), listedEntry('XYZ', { cik: '0000000002' })), [
      listedEntry('XYZ', { cik: '0000000002' }),
      listedEntry('NEW'),
      listedEntry('ZZZ', { cik: '0000000003' }),
    ]);
    expect(two).toMatchObject({ delisted: 2, renamed: 0 });
  });

  test('a ticker that returns is active again', () => {
    const result = changes(kept(listedEntry('AAA', { status: 'delisted', delisted_at: '2025-01-02', renamed_to: 'BBB' }), listedEntry('BBB')), [
      listedEntry('AAA'),
      listedEntry('BBB'),
    ]);
    expect(result).toMatchObject({ returned: 1, writes: [listedEntry('AAA')] });
  });

  test('what did not come from this list is not delisted by it', () => {
    const foreign = listedEntry('VOD.L', { cik: null });
    expect(changes(kept(listedEntry('AAA'), bitcoin, foreign), [listedEntry('AAA')]).writes).toEqual([]);
  });

  test('an empty or cut list changes nothing', () => {
    const before = kept(...['AAA', 'BBB', 'CCC', 'DDD', 'EEE'].map((symbol) => listedEntry(symbol)));
    expect(changesOf(before, [bitcoin], at)).toMatchObject({ ok: false });
    expect(changesOf(before, [listedEntry('AAA'), listedEntry('BBB')], at)).toMatchObject({
      ok: false,
      detail: 'the list has 2 symbols where 5 are known',
    });
    expect(
      changesOf(
        before,
        ['AAA', 'BBB', 'CCC'].map((symbol) => listedEntry(symbol)),
        at,
      ),
    ).toMatchObject({ ok: true, delisted: 2 });
    expect(changesOf(kept(), [], at)).toMatchObject({ ok: false });
  });

  const folder = documentsDir('symbols');
  test('from one list to another, sixteen months later, renames keep the filer', () => {
    const list = (file: string): SymbolEntry[] => {
      const read = readTickerList(gunzipSync(readFileSync(`${folder}/${file}`)));
      if (!read.ok) throw new Error(read.detail);
      return [...read.entries];
    };
    const [before, after] = [list('company_tickers.2024-05.json.gz'), list('company_tickers.2025-09.json.gz')];
    const result = changes(kept(...before), after);
    const now = new Map(after.map((entry) => [entry.symbol, entry]));
    const renamed = result.writes.filter((entry) => entry.renamed_to !== '');
    expect(renamed.length).toBeGreaterThan(20);
    expect(renamed.every((entry) => entry.status === 'delisted' && now.get(entry.renamed_to)?.cik === entry.cik)).toBe(true);
    const known = new Set(before.map(({ symbol }) => symbol));
    expect(result.added).toBe(after.filter(({ symbol }) => !known.has(symbol)).length);
  });
});
