/** A document that a step dropped in, the record out that counts it, once, with its reason. */
import type { FeedDrop } from '#schemas/feed-log.ts';
import type { Drop } from '../../outcome.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import type { Draft } from './draft.ts';
import { publishedAt } from '../normalise/normalise.ts';

const DETAIL_LENGTH_MAX = 1_000;
const TITLE_LENGTH_MAX = 300;

export function dropOf(draft: Draft, dropped: Drop, refinedAt: string): FeedDrop {
  const { raw, uid } = draft;
  return {
    type: 'drop',
    v: 1,
    uid,
    identity: raw.identity,
    source: raw.source,
    kind: raw.kind,
    instants: { published_at: publishedAt(draft), seen_at: raw.seen_at, fetched_at: raw.fetched_at, refined_at: refinedAt },
    reason: dropped.reason,
    detail: dropped.detail.slice(0, DETAIL_LENGTH_MAX),
    url: raw.url,
    title: draft.title === '' ? cutText(cleanText(raw.title), TITLE_LENGTH_MAX) : draft.title,
    source_type: 'publisher',
    source_domain: draft.sourceDomain === '' ? null : draft.sourceDomain,
    duplicate_of: dropped.repeats?.uid ?? null,
    story_id: dropped.repeats?.storyId ?? null,
  };
}
