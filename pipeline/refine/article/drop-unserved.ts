/** Drops an article below the relevance floor, or with neither a verified ticker nor a market-wide category (specification.md 1.3). */
import { macroCategories, type Category } from '#schemas/vocabulary.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from './draft.ts';

const marketWide: ReadonlySet<Category> = new Set(macroCategories);

export function dropUnserved(draft: Draft, { settings }: Pick<RefineContext, 'settings'>): Outcome<Draft> {
  if (draft.mentions.length === 0 && !marketWide.has(draft.category)) {
    return drop('no_verified_ticker', `names no active symbol, category ${draft.category}`);
  }
  if (draft.relevance < settings.relevanceFloor) {
    return drop('below_floor', `relevance ${draft.relevance} of ${settings.relevanceFloor}: ${draft.relevanceReason}`);
  }
  return keep(draft);
}
