/**
 * Places an article in a story, once and for all: one that recent articles on the same event have opened,
 * or its own. Online clustering over the window; the story's id is the uid of its first article.
 */
import { keep, type Outcome } from '../outcome.ts';
import type { RefineContext } from './context.ts';
import { fingerprintOf } from './dedup/fingerprint.ts';
import type { Draft } from './draft.ts';
import { companyNames } from './entities.ts';
import { keysOf } from './recent/keys.ts';
import { storyFeaturesOf } from './story/features.ts';
import { nearestStory } from './story/nearest.ts';

export function putStory(draft: Draft, { recent, refinedAt }: Pick<RefineContext, 'recent' | 'refinedAt'>): Outcome<Draft> {
  const tickers = draft.mentions.map(({ entry }) => entry.symbol);
  const features = storyFeaturesOf({ title: draft.title, summary: draft.summary, tickers, companies: companyNames(draft.entities), category: draft.category });
  const { event } = keysOf(fingerprintOf(draft.title, draft.summary), features);
  const nearest = nearestStory({ features, keys: event, atMs: Date.parse(refinedAt) }, recent);
  return keep(nearest === null ? draft : { ...draft, storyId: nearest.storyId });
}
