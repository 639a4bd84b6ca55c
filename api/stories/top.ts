/** GET /api/stories/top/: the strongest stories of two days. */
import { z } from 'zod';
import { mostPromising } from '#clickhouse/stories.ts';
import type { IssuerOf } from '#clickhouse/trending.ts';
import { Instant } from '#schemas/primitives.ts';
import { StoryCard } from '#schemas/story.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { defaultMinRelevance } from '../feed/parameters.ts';
import { defineOperation } from '../operation.ts';
import { cardOf, readStory, type ReadStory } from './card.ts';
import { logEnd, outlinesOf } from './read-stories.ts';

const windowMs = 48 * 3_600_000;
const storiesMax = 50;
const rankingVersion = 1;
/** Age of the facts that costs a story one point. */
const pointMs = 12 * 3_600_000;
/** Maximum number of points for coverage: one for each doubling of the publishers beyond two. */
const bonusMax = 2;
/** Numbers of candidates to read, one after the other, until no unread story can rank among the first fifty. */
const storiesRead = [150, 600, 2_400] as const;

export const TopStories = z
  .object({
    results: z.array(StoryCard),
    next_cursor: z.null(),
    as_of: Instant.meta({ description: 'Time of the ranking' }),
    ranking_version: z.int().meta({ description: 'Changes with the formula' }),
  })
  .meta({ id: 'TopStories' });

export const topStories = defineOperation({
  path: '/api/stories/top/',
  name: 'listTopStories',
  summary: 'Top stories of 48 hours',
  description: `At most ${storiesMax} stories with an article of the last 48 hours: ranked by importance, plus a point for each doubling of the publishers (at most ${bonusMax}), minus a point for each 12 hours since the facts last changed. One story per company. \`next_cursor\` is null.`,
  output: { type: 'application/json', schema: TopStories },
  handle: (_, __, deps) =>
    cachedResponse(deps, 'top stories', async () => {
      const nowMs = deps.nowMs();
      const stories = await rankedStories(nowMs, deps);
      const value: z.input<typeof TopStories> = {
        results: stories.map(cardOf),
        next_cursor: null,
        as_of: new Date(nowMs).toISOString(),
        ranking_version: rankingVersion,
      };
      return { value, rowsCount: stories.length };
    }),
});

export const scoreOf = (
  { importance, publishers, updatedAtMs }: Pick<ReadStory, 'importance' | 'publishers' | 'updatedAtMs'>,
  nowMs: number,
): number => importance + Math.min(bonusMax, Math.log2(publishers) - 1) - Math.max(0, nowMs - updatedAtMs) / pointMs;

/** Returns the top stories. Candidates are read in order of their maximum score, so that most are never read. */
async function rankedStories(nowMs: number, deps: Pick<ApiDeps, 'ask' | 'tail' | 'symbols'>): Promise<ReadStory[]> {
  const sinceMs = nowMs - windowMs;
  const end = await logEnd(deps);
  const read = new Map<string, ReadStory | null>();
  let top: ReadStory[] = [];
  for (const limit of storiesRead) {
    const candidates = await deps.ask((store) => mostPromising(store, { nowMs, sinceMs, pointMs, bonusMax }, limit));
    const storyIds = [...end.late, ...candidates].map(({ storyId }) => storyId).filter((storyId) => !read.has(storyId));
    for (const storyId of storyIds) read.set(storyId, null);
    for (const outline of await outlinesOf(storyIds, end, deps))
      if (outline.lastMaterialAtMs >= sinceMs && outline.importance >= defaultMinRelevance) read.set(outline.storyId, readStory(outline));
    top = firstOfTickers([...read.values()].filter((story) => story !== null), nowMs, deps.symbols.issuerOf); // prettier-ignore
    const least = top.length === storiesMax ? scoreOf(top.at(-1)!, nowMs) : Number.NEGATIVE_INFINITY;
    if (candidates.length < limit || candidates.at(-1)!.scoreMax < least) break;
  }
  return top;
}

/** Returns the best stories, at most one per company. Of stories with equal scores the one with the latest article comes first. */
function firstOfTickers(stories: readonly ReadStory[], nowMs: number, issuerOf: IssuerOf): ReadStory[] {
  const taken = new Set<string>();
  const chosen: ReadStory[] = [];
  const ranked = stories
    .map((story) => ({ story, score: scoreOf(story, nowMs) }))
    .sort((a, b) => b.score - a.score || b.story.lastMaterialAtMs - a.story.lastMaterialAtMs || (a.story.storyId < b.story.storyId ? -1 : 1));
  for (const { story } of ranked) {
    const issuers = story.tickers.map(issuerOf);
    if (issuers.some((issuer) => taken.has(issuer))) continue;
    for (const issuer of issuers) taken.add(issuer);
    chosen.push(story);
    if (chosen.length === storiesMax) break;
  }
  return chosen;
}
