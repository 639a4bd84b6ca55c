/** Builds the drop record of an article that a step dropped. */
import type { FeedDrop } from '#schemas/feed-log.ts';
import type { Drop } from '../../outcome.ts';
import { dropRecord } from '../log-record.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import type { Draft } from './draft.ts';
import { publishedAt } from '../normalise/normalise.ts';

const TITLE_LENGTH_MAX = 300;

export function dropOf(draft: Draft, dropped: Drop, refinedAt: string): FeedDrop {
  const { raw, uid } = draft;
  return dropRecord(raw, { uid, identity: raw.identity, refinedAt }, dropped, {
    publishedAt: publishedAt(draft),
    url: raw.url,
    title: draft.title === '' ? cutText(cleanText(raw.title), TITLE_LENGTH_MAX) : draft.title,
    sourceType: 'publisher',
    sourceDomain: draft.sourceDomain,
  });
}
