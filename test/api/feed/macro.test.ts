import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { macroCategories, type Category } from '#schemas/vocabulary.ts';
import { listGround, relevant, served, walk, type Problem } from './list-ground.ts';

const list = await listGround();
const macro: ReadonlySet<Category> = new Set(macroCategories);
const isOf = (row: FeedRow, categories: ReadonlySet<Category>): boolean => relevant(row) && categories.has(row.item.enrichment.category);

const macroWalk = async (query: string): Promise<string[]> =>
  (await walk({ get: (rest) => list.get(`macro/${rest}`) }, `${query}&page_size=20`)).uids;

describe('the macro feed', () => {
  test('has the rows of its three categories, newest first, in pages', async () => {
    const expected = served((row) => isOf(row, macro));
    expect(expected.length).toBeGreaterThan(20);
    expect(await macroWalk('')).toEqual(expected);
  });

  test('narrows to one of them', async () => {
    const [category] = macroCategories;
    const expected = served((row) => isOf(row, new Set([category])));
    expect(expected.length).toBeGreaterThan(0);
    expect(await macroWalk(`category=${category}`)).toEqual(expected);
  });

  test('has its own delta mode: its cursor is not valid for the main feed', async () => {
    const { body } = await list.get('macro/?sort=ingested&page_size=5');
    expect(body.results.every(({ enrichment }) => macro.has(enrichment.category))).toBe(true);
    expect((await list.get(`macro/?sort=ingested&page_size=5&cursor=${body.next_cursor}`)).status).toBe(200);
    const foreign = await list.get<Problem>(`?sort=ingested&page_size=5&cursor=${body.next_cursor}`);
    expect([foreign.status, foreign.body.code]).toEqual([400, 'invalid_cursor']);
  });

  test('refuses any other category', async () => {
    const { status, body } = await list.get<Problem>('macro/?category=earnings');
    expect([status, body.code, Object.keys(body.extra['fields'] as object)]).toEqual([400, 'invalid_parameter', ['category']]);
  });
});
