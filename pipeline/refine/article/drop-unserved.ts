/** Drops an article below the relevance floor, or with neither a verified ticker nor a market-wide category (specification.md 1.3). */
import { marketWide } from '#schemas/vocabulary.ts';
import { drop, keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import type { Draft } from './draft.ts';

export const dropUnnamed = (draft: Draft): Outcome<Draft> =>
  draft.mentions.length === 0 && !marketWide.has(draft.category)
    ? drop('no_verified_ticker', `names no active symbol, category ${draft.category}`)
    : keep(draft);

export function dropUnserved(draft: Draft, { settings }: Pick<RefineContext, 'settings'>): Outcome<Draft> {
  const named = dropUnnamed(draft);
  // A headline that names a company but is not about it, such as a solicitation, is dropped for its low score.
  if (!named.kept && (draft.read?.names ?? []).length === 0) return named;
  if (draft.relevance < settings.relevanceFloor) {
    return drop('below_floor', `relevance ${draft.relevance} of ${settings.relevanceFloor}: ${draft.relevanceReason}`);
  }
  return named;
}
