/** GET /api/stories/{story_id}/: the story to which an id leads. */
import { z } from 'zod';
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { rowsOfStories } from '#clickhouse/stories.ts';
import { Instant, Uid } from '#schemas/primitives.ts';
import { Story } from '#schemas/story.ts';
import type { Caller } from '../auth/caller.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { horizonMs, refusePast } from '../feed/position.ts';
import { noArticle, storedArticle } from '../feed/stored-article.ts';
import { defineOperation } from '../operation.ts';
import { bodyOf, readStory } from './card.ts';
import { materialOf } from './material.ts';
import type { Outline } from './outline.ts';
import { logEnd, outlinesOf, type LogEnd } from './read-stories.ts';

export const storyPath = z.object({ story_id: Uid.meta({ description: 'The `story_id` of a row or story' }) });

export const StoryLookup = z
  .object({
    status: z.enum(['found', 'merged', 'not_a_story']).meta({
      description: 'merged: the article is in story `redirect_to`; not_a_story: only one publisher reported it, see `article`',
    }),
    story: Story.nullable(),
    redirect_to: Uid.nullable(),
    article: z.object({ uid: Uid, title: z.string(), time_published: Instant }).nullable(),
  })
  .meta({ id: 'StoryLookup' });
export type StoryLookup = z.infer<typeof StoryLookup>;

export const storyDetail = defineOperation({
  path: '/api/stories/:story_id/',
  name: 'getStory',
  summary: 'One story',
  description: "Resolves the `story_id` of any row within the plan's archive. Every sentence and number comes from its materials.",
  input: { path: storyPath },
  output: { type: 'application/json', schema: StoryLookup },
  errors: ['not_found', 'archive_horizon'],
  handle: ({ path: { story_id: storyId } }, caller, deps) =>
    cachedResponse(deps, `story ${storyId} ${horizonMs(caller.plan, deps.nowMs())}`, async () => ({
      value: await lookUp(storyId, caller, deps),
      rowsCount: 1,
    })),
});

const none = { story: null, redirect_to: null, article: null };

async function lookUp(storyId: string, caller: Caller, deps: ApiDeps): Promise<StoryLookup> {
  const end = await logEnd(deps);
  const story = await storyInside(storyId, end, caller, deps);
  if (story !== null) return { ...none, status: 'found', story: bodyOf(readStory(story)) };
  const served = async (uid: string): Promise<StoredRow | null> => deps.tail.byUid(uid) ?? (await storedArticle(uid, deps));
  const own = await served(storyId);
  // The first article of the story may be withdrawn while its others are served.
  const row = own ?? (await deps.ask((store) => rowsOfStories(store, { storyIds: [storyId], seqTo: end.seqTo, joinedLate: [] })))[0];
  if (row === undefined) throw await noArticle(storyId, deps, 'No story and no article has this id');
  const isElsewhere = row === own && row.storyId !== storyId;
  if (isElsewhere && ((await served(row.storyId)) !== null || (await outlinesOf([row.storyId], end, deps)).length > 0))
    return { ...none, status: 'merged', redirect_to: row.storyId };
  refusePast(row.publishedAtMs, horizonMs(caller.plan, deps.nowMs()), caller, deps);
  const { uid, title, publishedAtMs } = materialOf(row);
  return { ...none, status: 'not_a_story', article: { uid, title, time_published: new Date(publishedAtMs).toISOString() } };
}

/** Returns the story; null if no story has this id. Throws 403 if the story's last article is past the archive of the plan. */
export async function storyInside(storyId: string, end: LogEnd, caller: Caller, deps: ApiDeps): Promise<Outline | null> {
  const [story = null] = await outlinesOf([storyId], end, deps);
  if (story !== null) refusePast(story.lastMaterialAtMs, horizonMs(caller.plan, deps.nowMs()), caller, deps);
  return story;
}
