/** Decides whether a cached page still equals the present answer. */
import { cacheMs } from '../cache/lifetimes.ts';
import type { Page } from '../cache/page.ts';
import type { FeedDeps, PageWatch } from './read.ts';

/** Milliseconds that a page of the tail lives while the tail does not follow the log, because changes are then not detected. */
const unwatchedMs = 1_000;

export function isCurrent({ watch, freshUntilMs }: Page<PageWatch>, { tail, isFollowing, steadyMs }: FeedDeps): boolean {
  if (watch === null) return true;
  if (!isFollowing()) return steadyMs() < freshUntilMs - cacheMs + unwatchedMs;
  return !tail.changesAfter(watch.filter, watch.storyIds, watch.seenSeq);
}
