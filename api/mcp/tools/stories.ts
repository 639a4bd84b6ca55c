/** svc_stories and svc_story: events that several publishers reported, and on what the publishers agree and differ. */
import { z } from 'zod';
import { Story, StoryCard } from '#schemas/story.ts';
import { storyList, type StoryList } from '../../stories/list.ts';
import { storyMaterials, type StoryMaterials } from '../../stories/materials.ts';
import { storyDetail, type StoryLookup } from '../../stories/story.ts';
import { topStories, type TopStories } from '../../stories/top.ts';
import { ask } from '../ask.ts';
import { fencedDeep, plainText, type Caps } from '../fence.ts';
import { readOnly, sizeInput, type ToolResult, type Tool, type ToolCall } from '../tool.ts';

const caps: readonly Caps[] = [...[600, 200, 100].map((charsMax) => ({ charsMax, membersMax: 50 })), { charsMax: 60, membersMax: 1 }];
const [noteChars, materialsDefault] = [400, 20];
const shortened = 'Texts and lists were shortened to fit in max_tokens.';
const cardFields = Object.keys(StoryCard.shape);
const bodyFields = Object.keys(Story.shape).slice(cardFields.length);
const cursor = z.string().optional().meta({ description: 'next_cursor of the previous answer' });

export const storiesTool: Tool = {
  name: 'svc_stories',
  title: 'Stories',
  description:
    'Events that two or more publishers reported, latest article first; top=true (alone): the strongest of 48 hours, one per company. svc_story opens one.',
  annotations: readOnly,
  input: z.strictObject({
    top: z.boolean().optional().meta({ description: 'Default false' }),
    symbol: z.string().optional().meta({ description: 'Tickers, comma-separated' }),
    category: z.array(z.string()).optional().meta({ description: 'As in svc_ticker_news' }),
    min_importance: z.int().optional().meta({ description: '1-10, default 4' }),
    from_date: z.string().optional().meta({ description: 'Of the latest article' }),
    to_date: z.string().optional().meta({ description: 'Inclusive' }),
    page_size: z.int().optional().meta({ description: '1-50, default 20' }),
    cursor,
    ...sizeInput,
  }),
  aliases: { ticker: 'symbol', limit: 'page_size' },
  output: z.object({
    note: z.string().nullable(),
    results: z.array(z.looseObject({})).meta({ description: cardFields.join(', ') }),
    next_cursor: z.string().nullable(),
  }),
  run: (call) => cards(call, null),
};

/** Returns a page of stories. `rows`: how many of the requested ones fit, or null for all. */
async function cards(call: ToolCall, rows: number | null): Promise<ToolResult> {
  const { top = 'false', ...given } = call.arguments;
  const isTop = /^(?:true|1)$/i.test(top);
  const query = rows === null || isTop ? given : { ...given, page_size: String(rows) };
  const page = await ask<z.output<typeof StoryList> | z.output<typeof TopStories>>({ operation: isTop ? topStories : storyList, call, query });
  const results = rows === null ? page.results : page.results.slice(0, rows);
  const note = 'symbol_note' in page && page.symbol_note !== null ? plainText(page.symbol_note, noteChars) : null;
  const goOn = isTop ? 'the others rank below, so raise max_tokens' : `continue with next_cursor and page_size=${rows}`;
  return {
    at: (detail) => ({ note, results: results.map((card) => fencedDeep(card, caps[detail]!)), next_cursor: page.next_cursor }),
    shortened,
    fewer: { rows: results.length, with: (fewer) => cards(call, fewer) },
    ...(rows !== null && { cut: `Only ${rows} rows fit in max_tokens: ${goOn}.` }),
  };
}

export const storyTool: Tool = {
  name: 'svc_story',
  title: 'One story',
  description:
    'A story by the story_id of any row: the facts that publishers agree on, each with its source, the numbers on which they differ, and its articles, oldest first.',
  annotations: readOnly,
  input: z.strictObject({ story_id: z.string().meta({ description: '16 hex characters' }), cursor, ...sizeInput }),
  aliases: { id: 'story_id' },
  output: z.object({
    status: z.string().meta({ description: 'found; merged: see redirect_to; not_a_story: one publisher, see article' }),
    story: z
      .looseObject({})
      .nullable()
      .meta({ description: `A row of svc_stories, with ${bodyFields.join(', ')}` }),
    redirect_to: z.string().nullable(),
    article: z.looseObject({}).nullable(),
    materials: z.array(z.looseObject({})),
    next_cursor: z.string().nullable(),
  }),
  run: (call) => oneStory(call, materialsDefault),
};

async function oneStory(call: ToolCall, rows: number): Promise<ToolResult> {
  const { story_id = '', ...at } = call.arguments;
  const path = { story_id: story_id.toLowerCase() };
  const found = await ask<z.output<typeof StoryLookup>>({ operation: storyDetail, call, path });
  const page =
    found.status === 'found'
      ? await ask<z.output<typeof StoryMaterials>>({ operation: storyMaterials, call, path, query: { ...at, page_size: String(rows) } })
      : { results: [], next_cursor: null };
  return {
    at: (detail) => ({
      ...(fencedDeep(found, caps[detail]!) as object),
      materials: page.results.map((material) => fencedDeep(material, caps[detail]!)),
      next_cursor: page.next_cursor,
    }),
    shortened,
    fewer: { rows: page.results.length, with: (fewer) => oneStory(call, fewer) },
    ...(rows < materialsDefault && { cut: `Only ${rows} articles fit in max_tokens. Continue with next_cursor.` }),
  };
}
