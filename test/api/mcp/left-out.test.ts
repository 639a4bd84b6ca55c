/** Answers that are too long: the order in which they are cut, and the cursor that leads to the omitted rows. */
import { describe, expect, test } from 'vitest';
import { tokensOf } from '#api/mcp/tokens.ts';
import { toolCalls, type Given } from '#test/support/tool-calls.ts';
import { records, sharedToolGround } from '#test/support/tool-ground.ts';

const tooling = await sharedToolGround();
const client = await tooling.client(tooling.accounts.pro.key);

const { answer, refusal } = toolCalls(client);

describe('an answer that is too long', () => {
  /** Follows next_cursor to the end and returns the uids of each page. */
  async function followed(name: string, given: Given, first: number): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await answer(name, { ...given, ...(typeof cursor === 'string' && { cursor }) });
      pages.push(page.results.map(({ uid }) => uid));
      if (pages.length === 1) expect(page.cut).toMatch(new RegExp(`^\\d+ of ${first} rows were left out .* cursor=next_cursor returns them`));
      cursor = page.next_cursor;
    } while (cursor !== null && pages.length < 40);
    return pages;
  }

  test('has shorter texts, then fewer rows, and says so; its cursor leads to every omitted row once; addresses and dates are unchanged', async () => {
    const wanted = new Map(records.busy.map(({ uid, item: { original } }) => [uid, original]));
    const { results, cut } = await answer('svc_ticker_news', { symbol: 'BUSY', page_size: 50 });
    expect(cut).toContain('Texts were shortened');
    for (const { uid, url, time_published } of results) expect({ url, time_published }).toEqual({ url: wanted.get(uid)!.url, time_published: wanted.get(uid)!.time_published });
    const pages = await followed('svc_ticker_news', { symbol: 'BUSY', page_size: 50 }, 50);
    expect(pages.flat().toSorted()).toEqual([...wanted.keys()].toSorted());
    expect(pages.length).toBeGreaterThan(1);
  }); // prettier-ignore

  test('for max_tokens has the most valuable rows in their order, and the cursor leads to the others before the next page', async () => {
    const feed = { symbol: 'BUSY,NVDA', min_relevance: 1 };
    const whole = (await answer('svc_ticker_news', { ...feed, page_size: 20 })).results;
    const { results, cut } = await answer('svc_ticker_news', { ...feed, page_size: 20, max_tokens: 2_200 });
    expect(tokensOf(JSON.stringify(results))).toBeLessThan(2_000);
    expect(cut).toContain('by score, novelty, watchlist, recency');
    // The top story has the highest score of all.
    expect(results.map(({ uid }) => uid)).toContain(records.top.uid);
    const kept = new Set(results.map(({ uid }) => uid));
    expect(results.map(({ uid }) => uid)).toEqual(whole.map(({ uid }) => uid).filter((uid) => kept.has(uid)));
    const leastKept = Math.min(...results.map(({ relevance_score }) => Number(relevance_score)));
    for (const { uid, relevance_score } of whole) if (!kept.has(uid)) expect(Number(relevance_score)).toBeLessThanOrEqual(leastKept);
    const pages = await followed('svc_ticker_news', { ...feed, page_size: 20, max_tokens: 4_000 }, 20);
    const all = [...records.busy, records.top, records.insider].map(({ uid }) => uid);
    expect(pages.flat().toSorted()).toEqual(expect.arrayContaining(all.toSorted()));
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  });

  test.each(['relevance', 'published'])('of a search by %s has the match of every row, also of the rows omitted before', async (sort) => {
    const given = { q: 'busy OR story', sort, page_size: 20, max_tokens: 2_500 };
    const seen: string[] = [];
    let cursor: string | null | undefined;
    for (let page = 0; page < 40 && cursor !== null; page += 1) {
      const { results, next_cursor, cut } = await answer('svc_news_search', { ...given, ...(typeof cursor === 'string' && { cursor }) });
      if (page === 0) expect(cut).toMatch(/^\d+ of 20 rows were left out .*, the last ones/);
      for (const row of results) expect(row).toHaveProperty('search_match.terms');
      seen.push(...results.map(({ uid }) => uid));
      cursor = next_cursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(records.busy.map(({ uid }) => uid)));
  });

  test('of stories also returns the outlets of the omitted rows later', async () => {
    const feed = { symbol: 'BUSY,NVDA', collapse_stories: true, page_size: 10, max_tokens: 2_500 };
    const { next_cursor, results } = await answer('svc_ticker_news', feed);
    expect(results.length).toBeLessThan(10);
    const left = (await answer('svc_ticker_news', { ...feed, cursor: next_cursor })).results;
    for (const row of [...results, ...left]) expect(row).toMatchObject({ sources: ['example.com'], sources_count: 1 });
  });

  test.each([
    ['svc_radar', {}],
    ['svc_radar', { limit: 100, scope: 'market' }],
    ['svc_brief', { tickers: 'BUSY,NVDA,EVIL,ACME,BTC-USD', limit: 50, hours: 168 }],
    ['svc_news_search', { q: 'busy OR story OR hostile OR late', page_size: 50 }],
    ['svc_ticker_news', { symbol: 'BUSY,EVIL', page_size: 50 }],
    ['svc_trending', {}],
    ['svc_calendar', { from_date: '2026-03-01', to_date: '2026-04-01' }],
    ['svc_article', { uid: records.earnings.uid }],
    ['svc_article', { uid: records.busy[0]!.uid }],
    ['svc_stories', {}],
    ['svc_story', { story_id: records.story[0]!.uid }],
    ['svc_tickers', { search: 'a' }],
    ['svc_alerts_list', {}],
  ])('of %s %j fits the minimum size of the schema', async (name, given) => {
    const found = await answer(name, { ...given, max_tokens: 1_000 });
    expect(tokensOf(JSON.stringify(found))).toBeLessThan(1_000);
    const rows = found.results ?? found['events'] ?? [found];
    if (name !== 'svc_alerts_list') expect(rows).not.toHaveLength(0);
  });

  test('is refused for a size out of bounds, or a cursor of another tool', async () => {
    expect((await refusal('svc_trending', { max_tokens: 999 })).text).toContain('must be an integer from 1000 to 25000, not `999`');
    expect((await refusal('svc_ticker_news', { cursor: 'left2.AAAA.' })).text).toContain('damaged');
    expect((await refusal('svc_trending', { cursor: 'garbage' })).text).toContain('cursor `garbage` is not a cursor of this tool');
  });
});
