/** Builds the row record of an article that went through every step. */
import type { FeedRevision, FeedRow } from '#schemas/feed-log.ts';
import type { Draft } from './draft.ts';
import { evidenceOf } from './evidence.ts';
import { recordHead, storedItem } from '../log-record.ts';
import { readerVersion } from '../reader/card.ts';
import { publishedAt } from '../normalise/normalise.ts';
import { tickersSentiment, withPredictions } from '../sentiment/outlook.ts';
import type { Mention } from '../tickers/mention.ts';

/** Returns the version of the rules and of the reader's weights, which a row stores with its scores. */
export const scoreVersion = (): string => `rules-22+reader-${readerVersion()}`;

/** Relevance of an article to a ticker, by where the ticker is named first. */
const prominence: Readonly<Record<Mention['place'], string>> = { title: '1.0', lead: '0.6', body: '0.3' };
const prominenceOf = ({ mentions }: Draft, ticker: string): string =>
  prominence[mentions.find(({ entry }) => entry.symbol === ticker)?.place ?? 'body'];

export function rowOf(draft: Draft, refinedAt: string): FeedRow {
  const { raw, uid } = draft;
  const { item, key_entities, ...others } = servedFields(draft, refinedAt, refinedAt);
  return {
    type: 'row',
    ...recordHead(raw, { uid, identity: raw.identity, refinedAt }, publishedAt(draft)),
    item,
    key_entities,
    story_id: draft.storyId,
    ...others,
    ...(raw.is_history === true && { is_history: true as const }),
  };
}

/** Returns the correction of an edited article's row. `edit` identifies the correction, `createdAt` is the arrival of the row. */
export function editOf(draft: Draft, edit: { readonly uid: string; readonly identity: string }, createdAt: string, refinedAt: string): FeedRevision {
  return {
    type: 'revision',
    ...recordHead(draft.raw, { ...edit, refinedAt }, publishedAt(draft)),
    revises: draft.uid,
    ...servedFields(draft, createdAt, refinedAt),
    story_id: draft.storyId,
  };
}

/** Returns the fields that a row and its correction have in common. */
function servedFields(
  draft: Draft,
  createdAt: string,
  updatedAt: string,
): Pick<FeedRow, 'item' | 'key_entities' | 'evidence' | 'extract' | 'is_category_unsure'> {
  const { raw, uid } = draft;
  return {
    item: storedItem({
      original: {
        uid,
        title: draft.title,
        summary: draft.summary,
        time_published: draft.timePublished,
        source: draft.outlet,
        source_domain: draft.sourceDomain,
        url: raw.url,
        authors: [...draft.authors],
        created_at: createdAt,
        updated_at: updatedAt,
        source_type: 'publisher',
        ownership_form: null,
        banner_image: raw.banner_image,
        topics: [...draft.topics],
        tickers_sentiment: tickersSentiment(draft.analyses, (ticker) => prominenceOf(draft, ticker)),
      },
      category: draft.category,
      tickers: draft.mentions.map(({ entry }) => entry.symbol),
      score: draft,
      analyses: withPredictions(draft.analyses, draft),
      marketEffects: draft.marketEffects,
      scoreVersion: draft.answered === null ? scoreVersion() : `${draft.answered.enricher}+${scoreVersion()}`,
      insider: null,
      filing: null,
    }),
    key_entities: [...draft.entities],
    evidence: evidenceOf(draft),
    ...(draft.answered !== null && { extract: draft.answered.extract }),
    ...(!draft.isCategorySure && { is_category_unsure: true as const }),
  };
}
