/** GET /api/stories/{story_id}/materials/: the articles of a story, oldest first. */
import { z } from 'zod';
import { cursorBinding } from '#schemas/cursor.ts';
import { Uid } from '#schemas/primitives.ts';
import { StoryMaterial } from '#schemas/story.ts';
import { cachedResponse } from '../feed/cached-response.ts';
import { apiError } from '../errors.ts';
import { NewsList } from '../feed/envelope.ts';
import { feedAliases, pageShape } from '../feed/parameters.ts';
import { horizonMs, readCursor } from '../feed/position.ts';
import { defineOperation } from '../operation.ts';
import { integerOr, optional } from '../request/parameters.ts';
import { pageSizeMax } from './list.ts';
import { oldestFirst, servedMaterial } from './material.ts';
import { logEnd } from './read-stories.ts';
import { storyInside, storyPath } from './story.ts';

const query = z.object({
  page_size: integerOr(pageSizeMax, 1, pageSizeMax, 'Articles per page, on every plan'),
  cursor: optional(pageShape.cursor.unwrap(), '`next_cursor` of the previous page'),
});

export const StoryMaterials = z
  .object({ story_id: Uid, results: z.array(StoryMaterial), next_cursor: NewsList.shape.next_cursor })
  .meta({ id: 'StoryMaterials' });

export const storyMaterials = defineOperation({
  path: '/api/stories/:story_id/materials/',
  name: 'listStoryMaterials',
  summary: 'The articles of a story',
  description: 'Oldest first. 404 if the id is `merged` or `not_a_story`. Articles that join during a walk are not shown.',
  input: { path: storyPath, query, aliases: { limit: feedAliases.limit } },
  output: { type: 'application/json', schema: StoryMaterials },
  errors: ['not_found', 'invalid_cursor', 'cursor_mode_mismatch', 'archive_horizon'],
  handle: ({ path: { story_id: storyId }, query: { page_size: pageSize, cursor = null } }, caller, deps) => {
    const binding = cursorBinding('/api/stories/materials/', storyId);
    const after = cursor === null ? null : readCursor('stories', { cursor, binding }, deps);
    const key = `materials ${storyId} ${pageSize} ${cursor ?? ''} ${horizonMs(caller.plan, deps.nowMs())}`;
    return cachedResponse(deps, key, async () => {
      const end = await logEnd(deps, after?.seqTo);
      const story = await storyInside(storyId, end, caller, deps);
      if (story === null) throw apiError('not_found', `No story has this id: ${storyId}.`, {});
      const left = after === null ? story.materials : story.materials.filter((material) => oldestFirst(after, material) < 0);
      const page = left.slice(0, pageSize);
      const last = left.length > pageSize ? page.at(-1)! : null;
      const value: z.input<typeof StoryMaterials> = {
        story_id: storyId,
        results: page.map(servedMaterial),
        next_cursor: last === null ? null : deps.cursors.write('stories', binding, { ...last, seqTo: end.seqTo }),
      };
      return { value, rowsCount: page.length };
    });
  },
});
