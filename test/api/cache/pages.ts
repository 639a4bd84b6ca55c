/** Makes pages as processes share them. */
import type { Page } from '#api/cache/page-cache.ts';
import { createContent } from '#api/reply/content.ts';

/** Returns a page that is fresh for `lifeMs` from now, and not served after that. */
export const pageOf = (content: string | Buffer, lifeMs = 60_000): Page => ({
  content: createContent(content),
  rowsCount: 3,
  firstCreatedAtMs: 5,
  readAtMs: Date.now(),
  freshUntilMs: Date.now() + lifeMs,
  staleUntilMs: Date.now() + lifeMs,
  watch: null,
  isShared: true,
});
