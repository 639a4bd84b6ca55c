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

  test.each(macroCategories)('narrows to %s', async (category) => {
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

  test.each([
    ['category=earnings', 'invalid_parameter', 'category'],
    ['exclude_categories=commodities', 'unknown_parameter', 'exclude_categories'],
    ['sort=ingested&from_date=2026-01-01', 'invalid_parameter', 'from_date'],
  ])('%s is 400 and names the field', async (query, code, field) => {
    const { status, body } = await list.get<Problem>(`macro/?${query}`);
    expect([status, body.code]).toEqual([400, code]);
    expect(Object.keys(body.extra['fields'] as object)).toEqual([field]);
  });
});
