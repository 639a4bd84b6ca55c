/**
 * Places an article in a story, once and for all: one that recent articles on the same event have opened,
 * or its own. Online clustering over the window; the story's id is the uid of its first article.
 */
import { keep, type Outcome } from '../outcome.ts';
import type { RefineContext } from './context.ts';
import { servedOf } from './dedup/fingerprint.ts';
import type { Draft } from './draft.ts';
import { companyNames } from './entities.ts';
import { tickerKeys } from './recent/keys.ts';
import { storyFeaturesOf } from './story/features.ts';
import { nearestStory } from './story/nearest.ts';

/** The newest articles on one of its tickers are looked at, whatever words they use. */
const SAME_TICKER_MAX = 8;

export function putStory(draft: Draft, { recent, refinedAt }: Pick<RefineContext, 'recent' | 'refinedAt'>): Outcome<Draft> {
  const { words, fingerprint } = draft.served ?? servedOf(draft.title, draft.summary);
  const tickers = draft.mentions.map(({ entry }) => entry.symbol);
  const features = storyFeaturesOf(words, fingerprint, {
    tickers,
    companies: companyNames(draft.entities),
    category: draft.category,
  });
  const candidates = new Set([...draft.alike, ...recent.sharing(tickerKeys(tickers), SAME_TICKER_MAX)].map(({ storyId }) => storyId));
  const nearest = nearestStory({ features, atMs: Date.parse(refinedAt) }, candidates, recent);
  return keep(nearest === null ? draft : { ...draft, storyId: nearest.storyId });
}
