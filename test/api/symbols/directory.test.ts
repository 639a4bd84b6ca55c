import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSymbolDirectory } from '#api/symbols/directory.ts';
import { cryptocurrencies } from '#pipeline/ingest/symbols/lists/symbol-list.ts';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { symbolEntry } from '#test/support/symbols.ts';

const CIK = '0001652044';

const directoryOf = (...entries: readonly SymbolEntry[]) => {
  const directory = createSymbolDirectory();
  for (const each of entries) directory.put(each);
  return directory;
};
const coin = (symbol: string): SymbolEntry => symbolEntry(symbol, { asset_type: 'Crypto', name: `${symbol} coin` });

describe('a symbol', () => {
  test('that is not listed means itself, also `constructor` and other names of the language', () => {
    for (const text of ['NOSUCH', 'CONSTRUCTOR', '__PROTO__']) expect(directoryOf().resolve(text)).toEqual({ tickers: [text], note: null });
  });

  test('of a coin is its -USD form, unless a stock has it, which then has a note naming the coin', () => {
    const directory = directoryOf(coin('BTC-USD'), coin('ETH-USD'), symbolEntry('ETH'));
    expect(directory.resolve('BTC')).toEqual({ tickers: ['BTC-USD'], note: null });
    expect(directory.resolve('ETH').tickers).toEqual(['ETH']);
    expect(directory.resolve('ETH').note).toContain('ETH-USD');
    expect(directory.resolve('ETH-USD')).toEqual({ tickers: ['ETH-USD'], note: null });
  });

  test('of a fund or a delisted stock with the letters of a coin includes the coin', () => {
    const directory = directoryOf(
      coin('BTC-USD'),
      coin('SOL-USD'),
      symbolEntry('BTC', { asset_type: 'ETF' }),
      symbolEntry('SOL', { status: 'delisted' }),
    );
    for (const text of ['BTC', 'SOL']) {
      expect(directory.resolve(text).tickers).toEqual([text, `${text}-USD`]);
      expect(directory.resolve(text).note).toContain(`For the coin alone, use ${text}-USD.`);
      expect([directory.find(text), directory.resolveSymbol(text).tickers]).toEqual([text, [text]]);
    }
  });

  test('at a moment is as it was: later listings hide neither a coin nor a brand, and later delistings do not count', () => {
    const since = (from: string, to: string | null = null) => ({
      cik: null,
      name: 'Then Inc',
      security: null,
      from,
      cik_from: from,
      to,
      renamed_to: '',
    });
    const [before, during] = [Date.parse('2026-01-10'), Date.parse('2026-03-10')];
    const directory = directoryOf(
      coin('SOL-USD'),
      symbolEntry('SOL', { holdings: [since('2026-02-01')] }),
      symbolEntry('GEM', { brand_aliases: ['Old'] }),
      symbolEntry('OLD', { holdings: [since('2026-02-01')] }),
      symbolEntry('HEI.A', { status: 'delisted', delisted_at: '2026-02-01', holdings: [since('2020-01-01', '2026-02-01')] }),
      symbolEntry('GON', { status: 'delisted', delisted_at: '2026-02-01', holdings: [since('2020-01-01', '2026-02-01')] }),
      coin('GON-USD'),
    );
    expect(directory.resolve('SOL', before)).toEqual({ tickers: ['SOL-USD'], note: null });
    expect(directory.resolve('SOL', during)).toEqual(directory.resolve('SOL'));
    expect([directory.find('old', before), directory.find('old', during)]).toEqual(['GEM', 'OLD']);
    expect([directory.find('HEI', before), directory.find('HEI', during)]).toEqual(['HEI.A', null]);
    // A delisted stock does not hide the coin; a stock that was active then was served alone.
    expect(directory.resolve('GON', before).tickers).toEqual(['GON']);
    expect(directory.resolve('GON', during).tickers).toEqual(['GON', 'GON-USD']);
    expect(directory.resolve('HEI', during).note).toContain('No symbol is listed as HEI');
    expect(directory.resolve('NEWCO', before).note).toContain('No symbol is listed as NEWCO');
  });

  test('may be a class in any spelling or the name of a coin; an unlisted one has a note with the nearest symbols', () => {
    const directory = directoryOf(symbolEntry('BRK-B'), symbolEntry('NVDA'), symbolEntry('NVDL'), { ...coin('BTC-USD'), name: 'Bitcoin' });
    for (const text of ['BRK.B', 'BRK-B']) expect([directory.find(text), directory.resolve(text).tickers]).toEqual(['BRK-B', ['BRK-B']]);
    expect(directory.resolve('BITCOIN')).toEqual({ tickers: ['BTC-USD'], note: null });
    expect(directory.find('BITCOIN')).toBe('BTC-USD');
    expect(directory.resolve('NVAD')).toEqual({ tickers: ['NVAD'], note: 'No symbol is listed as NVAD. Nearest: NVDA, NVDL.' });
    expect(directory.resolve('QQQQQQ').note).toBe('No symbol is listed as QQQQQQ.');
    directory.put(symbolEntry('NVAD'));
    expect(directory.resolve('NVAD').note).toBeNull();
  });

  test('that is the name of a company has a note with its symbol', () => {
    const directory = directoryOf(
      symbolEntry('AAPL', { name: 'Apple Inc.', rank: 2 }),
      symbolEntry('APLE', { name: 'Apple Hospitality REIT, Inc.', rank: 900 }),
      symbolEntry('BRK-B', { name: 'BERKSHIRE HATHAWAY INC' }),
      symbolEntry('OLDC', { name: 'Apple Gone Corp', status: 'delisted' }),
    );
    expect(directory.resolve('Apple').note).toBe('No symbol is listed as APPLE. Nearest: AAPL, APLE.');
    expect(directory.resolve('apple inc.').note).toBe('No symbol is listed as APPLE-INC.. Nearest: AAPL.');
    expect(directory.resolve('Berkshire Hathaway').note).toContain('Nearest: BRK-B.');
    expect(directory.resolve('hathaway').note).toBe('No symbol is listed as HATHAWAY.');
  });

  test('of a coin may be its common name, also if the list names its pair', () => {
    const directory = directoryOf(...cryptocurrencies);
    const meant = {
      bitcoin: 'BTC-USD',
      Ethereum: 'ETH-USD',
      Ether: 'ETH-USD',
      Solana: 'SOL-USD',
      'shiba inu': 'SHIB-USD',
      'Binance Coin': 'BNB-USD',
    };
    for (const [name, symbol] of Object.entries(meant)) expect([directory.find(name), directory.resolve(name).note], name).toEqual([symbol, null]);
    expect(directoryOf({ ...coin('SOL-USD'), name: 'Solana USD' }).find('solana')).toBe('SOL-USD');
  });

  test('includes the other share classes of its issuer, but not a fund of the same CIK', () => {
    const directory = directoryOf(
      symbolEntry('GOOG', { cik: CIK }),
      symbolEntry('GOOGL', { cik: CIK }),
      symbolEntry('FUND', { cik: CIK, asset_type: 'ETF' }),
      symbolEntry('NOCIK'),
    );
    expect(directory.resolve('GOOG').tickers.toSorted()).toEqual(['GOOG', 'GOOGL']);
    expect(directory.resolve('FUND').tickers).toEqual(['FUND']);
    expect(directory.resolve('NOCIK').tickers).toEqual(['NOCIK']);
  });

  test('includes the former and the later tickers of its company', () => {
    const directory = directoryOf(symbolEntry('FB', { renamed_to: 'META' }), symbolEntry('META'));
    for (const text of ['FB', 'META']) expect(directory.resolve(text).tickers.toSorted()).toEqual(['FB', 'META']);
  });

  test('that is replaced or removed leaves nothing behind', () => {
    const directory = directoryOf(symbolEntry('FB', { renamed_to: 'META', cik: CIK }), symbolEntry('META', { cik: CIK }));
    directory.put(symbolEntry('FB'));
    expect(directory.resolve('META').tickers).toEqual(['META']);
    directory.remove('META');
    directory.remove('NEVER');
    expect([directory.size(), directory.resolve('META').tickers]).toEqual([1, ['META']]);
  });

  test('resolves after any changes as in a new directory with the same entries, itself first, to at most 20 tickers', () => {
    const symbols = ['A', 'B', 'C', 'D', 'A-USD', 'B-USD'];
    const change = fc.record({
      symbol: fc.constantFrom(...symbols),
      asset_type: fc.constantFrom('Stock' as const, 'ETF' as const, 'Crypto' as const),
      cik: fc.constantFrom(null, CIK, '0000000002'),
      renamed_to: fc.constantFrom('', 'B', 'C'),
      isRemoved: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const directory = createSymbolDirectory();
        const left = new Map<string, SymbolEntry>();
        for (const { symbol, isRemoved, ...rest } of changes) {
          if (isRemoved) {
            directory.remove(symbol);
            left.delete(symbol);
          } else {
            directory.put(symbolEntry(symbol, rest));
            left.set(symbol, symbolEntry(symbol, rest));
          }
        }
        const fresh = directoryOf(...left.values());
        expect(directory.size()).toBe(left.size);
        for (const symbol of symbols) {
          const [found, expected] = [directory.resolve(symbol), fresh.resolve(symbol)];
          expect({ ...found, tickers: found.tickers.toSorted() }).toEqual({ ...expected, tickers: expected.tickers.toSorted() });
          expect(new Set(found.tickers).size).toBe(found.tickers.length);
        }
      }),
    );
    const many = directoryOf(...Array.from({ length: 50 }, (_, at) => symbolEntry(`S${at}`, { cik: CIK })));
    expect(many.resolve('S49').tickers).toHaveLength(20);
    expect(many.resolve('S49').tickers[0]).toBe('S49');
  });
});
