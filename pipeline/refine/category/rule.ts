/** One rule of the table that chooses a category: a weight and the phrases that carry it (text/phrases.ts), written with `|` between them. */
import type { Category } from '#schemas/vocabulary.ts';

export interface CategoryRule {
  readonly category: Category;
  readonly weight: number;
  readonly phrases: readonly string[];
}

export const rule = (category: Category, weight: number, phrases: string): CategoryRule => ({
  category,
  weight,
  phrases: phrases
    .split('|')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== ''),
});
