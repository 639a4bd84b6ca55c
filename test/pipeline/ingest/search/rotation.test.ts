import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SymbolEntry } from '#schemas/symbol.ts';
import { nameOf, nextOf, tiersOf } from '#pipeline/ingest/search/rotation.ts';
import { symbolEntry } from '#test/support/symbols.ts';

const entry = (symbol: string, more: Partial<SymbolEntry> = {}): SymbolEntry => ({ ...symbolEntry(symbol), ...more });
const tickersOf = (cycle: readonly { readonly ticker: string }[]): string[] => cycle.map(({ ticker }) => ticker).toSorted();

describe('the tiers', () => {
  const directory = [
    entry('AAA', { rank: 3 }),
    entry('BBB', { rank: 1 }),
    entry('CCC', { rank: 2 }),
    entry('DDD'),
    entry('OLD', { status: 'delisted' }),
    entry('FUND', { asset_type: 'ETF' }),
  ];

  test('put the companies with the most news first, then the largest; funds and delisted ones are in neither', () => {
    const { active, others } = tiersOf(directory, new Map([['DDD', 5]]), 2);
    expect([tickersOf(active), tickersOf(others)]).toEqual([
      ['BBB', 'DDD'],
      ['AAA', 'CCC'],
    ]);
  });
});

test('a cycle asks for every ticker once before any twice, wherever it begins', () => {
  const letters = fc.uniqueArray(fc.stringMatching(/^[A-Z]{1,4}$/), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(letters, fc.stringMatching(/^[A-Z]{1,4}$/), (symbols, from) => {
      const { active } = tiersOf(
        symbols.map((symbol) => entry(symbol)),
        new Map(),
        1_000,
      );
      let last: string | null = from;
      const asked = symbols.map(() => (last = nextOf(active, last)?.ticker ?? null));
      expect(asked.map(String).toSorted()).toEqual(symbols.toSorted());
    }),
  );
});

test('no ticker is left out because the list changes meanwhile', () => {
  const all = Array.from({ length: 40 }, (_, at) => entry(`T${at}`));
  const cycleOf = (entries: readonly SymbolEntry[]) => tiersOf(entries, new Map(), 1_000).active;
  const asked = new Set<string>();
  let last: string | null = null;
  for (let turn = 0; turn < 40; turn += 1) {
    // Some tickers are missing in every third turn, but never those not queried yet.
    last = nextOf(cycleOf(turn % 3 === 0 ? all.filter(({ symbol }) => !asked.has(symbol)) : all), last)?.ticker ?? null;
    asked.add(last ?? '');
  }
  expect(asked.size).toBe(40);
});

test.each([
  ['Apple Inc.', 'Apple'],
  ['MICROSOFT CORP', 'MICROSOFT'],
  ['Bank of America Corp /DE/', 'Bank of America'],
  ['Trust Co', 'Trust'],
  ['Inc', 'Inc'],
  ['', 'X'],
])('%s is sought as %s', (name, expected) => expect(nameOf({ name, symbol: 'X' })).toBe(expected));
