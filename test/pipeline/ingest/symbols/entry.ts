/** A company of EDGAR's list, for tests. */
import type { SymbolEntry } from '#schemas/symbol.ts';
import { symbolEntry } from '#test/support/symbols.ts';

export const listedEntry = (symbol: string, changes: Partial<SymbolEntry> = {}): SymbolEntry =>
  symbolEntry(symbol, { exchange: 'NYSE', currency: 'USD', cik: '0000000001', ...changes });
