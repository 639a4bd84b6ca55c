/** Whether a page that was kept still says what would be said now. */
import { cacheMs } from '../cache/lifetimes.ts';
import type { Page } from '../cache/page.ts';
import type { FeedDeps, PageWatch } from './read.ts';

/** Lifetime of a page of the tail while that does not follow the log, because changes to it cannot be detected then. */
const unwatchedMs = 1_000;

export function isCurrent({ watch, freshUntilMs }: Page<PageWatch>, { tail, isFollowing, steadyMs }: FeedDeps): boolean {
  if (watch === null) return true;
  if (!isFollowing()) return steadyMs() < freshUntilMs - cacheMs + unwatchedMs;
  return !tail.changesAfter(watch.filter, watch.storyIds, watch.seenSeq);
}
