/** Defines a ticker that an article names, with the evidence that a served ticker must have. */
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface Mention {
  readonly entry: SymbolEntry;
  readonly text: string;
  readonly place: 'title' | 'lead' | 'body';
  readonly kind: 'cashtag' | 'exchange' | 'name' | 'symbol' | 'crypto';
  /** Index of the first word of the name. */
  readonly from: number;
  /** Index of the word after the name. */
  readonly to: number;
  /** Whether the company is named only for rating, reporting on or advising others. */
  readonly isBystander: boolean;
}
