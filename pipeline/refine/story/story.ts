/** Places an article for good in an open story on the same event, else in its own, whose id is the uid of its first article. */
import { publisherIdentityOf } from '#schemas/identity.ts';
import { keep, type Outcome } from '../../outcome.ts';
import type { RefineContext } from '../context.ts';
import { wordsAndFingerprint } from '../dedup/fingerprint.ts';
import type { Draft } from '../article/draft.ts';
import { companyNames } from '../tickers/names/company-names.ts';
import { rareTermsOf, tickerKeys } from '../recent/keys.ts';
import { storyFeaturesOf } from './features.ts';
import type { Placing } from './measures.ts';
import { nearestStory } from './nearest.ts';
import type { OpenStory } from './open-stories.ts';

/** Maximum number of candidates that share rare terms (`CANDIDATES_MAX`), and of the newest on a ticker of the article (`SAME_TICKER_MAX`). */
const CANDIDATES_MAX = 8;
const SAME_TICKER_MAX = 3;

export function putStory(draft: Draft, { recent }: Pick<RefineContext, 'recent'>): Outcome<Draft> {
  const nearest = nearestStory(...storyInputsOf(draft, { recent }));
  return keep(nearest === null ? draft : { ...draft, storyId: nearest.storyId });
}

export function storyInputsOf(draft: Draft, { recent }: Pick<RefineContext, 'recent'>): [Placing, Set<OpenStory>] {
  const { words, fingerprint } = draft.served ?? wordsAndFingerprint(draft.title, draft.summary);
  const tickers = draft.mentions.map(({ entry }) => entry.symbol);
  const category = draft.isCategorySure ? draft.category : null;
  const features = storyFeaturesOf(words, fingerprint, { tickers, companies: companyNames(draft.entities), category });
  const publishedAtMs = Date.parse(draft.timePublished);
  const sharing = [
    ...recent.storiesSharing(rareTermsOf(words), publishedAtMs, CANDIDATES_MAX),
    ...recent.storiesSharing(tickerKeys(tickers), publishedAtMs, SAME_TICKER_MAX),
  ];
  const isAggregatorEntry = publisherIdentityOf(draft.raw.identity) !== null;
  return [{ features, publishedAtMs }, new Set(isAggregatorEntry ? sharing : sharing.filter(isPublished))];
}

/** Returns whether a story has a publisher's own article. Otherwise its first article, which represents it, is an aggregator's. */
const isPublished = ({ articles }: OpenStory): boolean => articles.some(({ isAggregatorEntry }) => isAggregatorEntry !== true);
