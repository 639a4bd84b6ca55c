import { describe, expect, test } from 'vitest';
import type { StoryMaterial } from '#schemas/story.ts';
import { rowRecord } from '#test/support/records.ts';
import type { Problem } from '../feed/list-ground.ts';
import { articleOf, daysAgo, minutesAgo, startMs, storiesGround, storyOf } from './stories-ground.ts';
import { walkPages } from '../walk-pages.ts';

interface Page {
  readonly story_id: string;
  readonly results: StoryMaterial[];
  readonly next_cursor: string | null;
}

const domains = Array.from({ length: 60 }, (_, at) => `outlet${at}.example`);
const story = storyOf('story', minutesAgo(100), { domains });
const storyId = story[0]!.uid;
const oneTime = Array.from({ length: 6 }, (_, at) => articleOf(`same${at}.example`, `same ${at}`, { publishedAt: minutesAgo(200), storyId: rowRecord('same 0').uid })); // prettier-ignore
const lone = rowRecord('lone', { publishedAt: minutesAgo(5) });
const past = storyOf('past', daysAgo(45));
const at = await storiesGround([...past, ...story, ...oneTime, lone]);

const get = async (query = '', id = storyId): Promise<Page> => (await at.get<Page>(`${id}/materials/${query}`, 'free')).body;
async function walk(pageSize: number, id = storyId, between: () => Promise<unknown> = () => Promise.resolve()): Promise<string[]> {
  const pages = await walkPages(async (cursor) => {
    if (cursor !== '') await between();
    return at.get<Page>(`${id}/materials/?page_size=${pageSize}${cursor}`, 'free');
  });
  return pages.flatMap(({ body }) => body.results.map(({ uid }) => uid));
}

describe('200', () => {
  test('fifty per page, oldest first, with their publishers', async () => {
    const page = await get();
    expect([page.story_id, page.results.length]).toEqual([storyId, 50]);
    const { title, time_published, url } = story[0]!.item.original;
    expect(page.results[0]).toEqual({ uid: storyId, title, publisher: 'outlet0.example', time_published, url, relevance_score: 7, seo_eligible: false });
    const rest = await get(`?cursor=${page.next_cursor}`);
    expect([...page.results, ...rest.results].map(({ uid }) => uid)).toEqual(story.map(({ uid }) => uid));
    expect(rest.next_cursor).toBeNull();
  }); // prettier-ignore

  test.each([2, 50])('%i per page: articles of one time by uid, each once', async (pageSize) => {
    expect(await walk(pageSize, oneTime[0]!.uid)).toEqual(oneTime.map(({ uid }) => uid).toSorted());
  });

  test('an article that joins during a walk is in the next walk', async () => {
    let joined = 0;
    const join = (): Promise<unknown> =>
      at.ground.append([articleOf('late.example', `late ${(joined += 1)}`, { publishedAt: new Date(startMs - 1_000).toISOString(), storyId })]);
    expect(await walk(13, storyId, join)).toEqual(story.map(({ uid }) => uid));
    at.moveClock(61_000);
    expect((await walk(50)).length).toBe(story.length + joined);
  });

  test('outlets of one name and different owners are named by their domains', async () => {
    const named = storyOf('named', minutesAgo(7), { source: 'The Herald', domains: ['herald.example', 'other-herald.example', 'wsj.com'] });
    await at.ground.append(named);
    expect((await get('', named[0]!.uid)).results.map(({ publisher }) => publisher)).toEqual(['herald.example', 'other-herald.example', 'wsj.com']);
  });
});

describe('400, 403, 404', () => {
  test('for unknown parameters, and for parameters of other lists', async () => {
    expect((await at.get<Problem>(`${storyId}/materials/?page_size=51`)).body.code).toBe('invalid_parameter');
    expect((await at.get<Problem>(`${storyId}/materials/?symbol=ACME`)).body.code).toBe('unknown_parameter');
    const { next_cursor } = await get('?limit=1');
    expect((await at.get<Problem>(`${oneTime[0]!.uid}/materials/?cursor=${next_cursor}`)).body.code).toBe('invalid_cursor');
  });

  test.each([
    ['unknown', '0000000000000000'],
    ['merged', story[1]!.uid],
    ['not a story', lone.uid],
    ['no id', 'top'],
  ])('%s', async (_, id) => {
    const { status, body } = await at.get<Problem>(`${id}/materials/`);
    expect([status, body.code]).toEqual([404, 'not_found']);
  });
});
