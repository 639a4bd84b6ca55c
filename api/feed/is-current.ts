/** Decides whether a cached page still equals the present answer. */
import { cacheMs } from '../cache/lifetimes.ts';
import type { Page } from '../cache/page.ts';
import type { FeedDeps } from './read.ts';

/** Milliseconds that a page of the tail lives while the tail does not follow the log, because changes are then not detected. */
const unwatchedMs = 1_000;

/** Returns whether no record since has changed the page, as far as the tail knows. */
export function isCurrent({ watch, readAtMs }: Page, { tail, isFollowing, steadyMs }: Pick<FeedDeps, 'tail' | 'isFollowing' | 'steadyMs'>): boolean {
  // A page that no new row changes may be changed by a correction. It changes the keys of pages once the tail has read it.
  if (!isFollowing()) return steadyMs() < readAtMs + (watch === null ? cacheMs : unwatchedMs);
  return watch === null || !tail.changesAfter(watch.filter, watch.storyIds, watch.seenSeq);
}
