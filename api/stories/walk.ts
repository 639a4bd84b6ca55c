/**
 * Walks through stories by their last article, newest first. It reads the keys of articles from the cursor's position on, 500 at a time, and
 * the stories that they name. A story is ready when no unread article can be its last. A page reads at most 10,000 keys; if few stories pass
 * the filters, it ends early with a cursor.
 */
import { keysNewestFirst, wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { rowStories } from '#clickhouse/row-stories.ts';
import { storySpanMs } from '#clickhouse/stories.ts';
import { newestOrder, type NewestPosition } from '#schemas/cursor.ts';
import type { FeedFilter } from '#schemas/feed-filter.ts';
import type { Outline } from './outline.ts';
import { outlinesOf, type LogEnd, type StoryDeps } from './read-stories.ts';

const keysPerStep = 500;
const stepsMax = 20;

export interface Walk {
  /** Filter of the articles to walk through: by tickers, or `everything`. */
  readonly articles: FeedFilter;
  readonly passes: (story: Outline) => boolean;
  /** Bounds of a story's last article in milliseconds since the epoch, both included. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly after: NewestPosition | null;
  readonly limit: number;
}

const placeOf = ({ storyId, lastMaterialAtMs }: Outline): NewestPosition => ({ publishedAtMs: lastMaterialAtMs, uid: storyId });
/** Returns the position after all stories whose last article is later. */
const upTo = (publishedAtMs: number): NewestPosition => ({ publishedAtMs: publishedAtMs + 1, uid: 'f'.repeat(16) });

/** Returns at most `walk.limit` stories, the latest article first, and the position after them, null if there are no more. */
export async function walkStories(
  walk: Walk,
  end: LogEnd,
  deps: StoryDeps,
): Promise<{ readonly stories: readonly Outline[]; readonly next: NewestPosition | null }> {
  const { articles, passes, fromMs, toMs, after, limit } = walk;
  // The last article of a story may name none of the tickers, but it is within two days of one that does.
  const slackMs = articles.tickers === null ? 0 : storySpanMs;
  const startMs = Math.min(toMs, after?.publishedAtMs ?? Number.POSITIVE_INFINITY);
  const isWanted = (story: Outline): boolean =>
    story.lastMaterialAtMs >= fromMs && story.lastMaterialAtMs <= toMs && (after === null || newestOrder(after, placeOf(story)) < 0) && passes(story);
  const known = new Set<string>();
  const found: Outline[] = [];
  const take = async (storyIds: readonly string[]): Promise<void> => {
    const unknown = storyIds.filter((storyId) => !known.has(storyId));
    for (const storyId of unknown) known.add(storyId);
    found.push(...(await outlinesOf(unknown, end, deps)).filter(isWanted));
  };
  await take(end.late.map(({ storyId }) => storyId));
  const bounds = { ...wholeRange, publishedFromMs: fromMs - slackMs, publishedToMs: Number.isFinite(startMs) ? startMs : null };
  let before: NewestPosition | null = null;
  for (let step = 1; ; step += 1) {
    const range: NewestRange = { ...bounds, before };
    const { keys, ended } = await deps.ask((store) => keysNewestFirst(store, articles, range, keysPerStep));
    const seqs = keys.map(({ seq }) => seq);
    const bySeq = await deps.ask((store) => rowStories(store, seqs));
    await take([...bySeq.values()].map(({ storyId }) => storyId));
    const readToMs = ended ? Number.NEGATIVE_INFINITY : keys.at(-1)!.publishedAtMs + slackMs;
    const ready = found.filter(({ lastMaterialAtMs }) => lastMaterialAtMs > readToMs).sort((a, b) => newestOrder(placeOf(a), placeOf(b)));
    if (ready.length > limit) return { stories: ready.slice(0, limit), next: placeOf(ready[limit - 1]!) };
    if (ended) return { stories: ready, next: null };
    if (step >= stepsMax && readToMs < startMs) return { stories: ready, next: upTo(readToMs) };
    before = keys.at(-1)!;
  }
}
