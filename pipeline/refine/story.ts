/**
 * Places an article in a story, once and for all: one that recent articles on the same event have opened,
 * or its own. Online clustering over the window; the story's id is the uid of its first article.
 */
import { keep, type Outcome } from '../outcome.ts';
import type { RefineContext } from './context.ts';
import { servedOf } from './dedup/fingerprint.ts';
import type { Draft } from './draft.ts';
import { companyNames } from './entities.ts';
import { eventKeys } from './recent/keys.ts';
import { storyFeaturesOf } from './story/features.ts';
import { nearestStory } from './story/nearest.ts';

export function putStory(draft: Draft, { recent, refinedAt }: Pick<RefineContext, 'recent' | 'refinedAt'>): Outcome<Draft> {
  const { words, fingerprint } = draft.served ?? servedOf(draft.title, draft.summary);
  const tickers = draft.mentions.map(({ entry }) => entry.symbol);
  const features = storyFeaturesOf(words, fingerprint, {
    tickers,
    companies: companyNames(draft.entities),
    category: draft.category,
  });
  const nearest = nearestStory({ features, keys: eventKeys(draft.rareTerms, tickers), atMs: Date.parse(refinedAt) }, recent);
  return keep(nearest === null ? draft : { ...draft, storyId: nearest.storyId });
}
