/** A ticker that an article names, with where and how: the evidence that a served ticker must have. */
import type { SymbolEntry } from '#schemas/symbol.ts';

export interface Mention {
  readonly entry: SymbolEntry;
  /** The words of the text that name it. */
  readonly text: string;
  readonly place: 'title' | 'lead' | 'body';
  readonly kind: 'cashtag' | 'exchange' | 'name' | 'symbol' | 'crypto';
  /** Words of the place that name it: first, and the one after the last; -1 both where the place has none (body). */
  readonly from: number;
  readonly to: number;
  /** Named only as the one who rates, reports or advises. */
  readonly isBystander: boolean;
}
