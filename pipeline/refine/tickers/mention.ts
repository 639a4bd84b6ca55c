/** A ticker that an article names, with where and how: the evidence that a served ticker must have. */
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface Mention {
  readonly entry: SymbolEntry;
  /** Part of the text that names it. */
  readonly text: string;
  readonly place: 'title' | 'lead' | 'body';
  readonly kind: 'cashtag' | 'exchange' | 'name' | 'symbol' | 'crypto';
  /** Index of the first word that names it, and of the one after the last; both -1 where the place has no words (body). */
  readonly from: number;
  readonly to: number;
  /** Whether it is named only as rating, reporting or advising. */
  readonly isBystander: boolean;
}
