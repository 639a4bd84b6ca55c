/** Answers that are too long: what is cut first, and the cursor that leads to the rows left out. */
import { afterAll, describe, expect, test } from 'vitest';
import { tokensOf } from '#api/mcp/tokens.ts';
import { toolCalls, type Given } from '#test/support/tool-calls.ts';
import { records, startToolGround } from '#test/support/tool-ground.ts';

const tooling = await startToolGround();
const client = await tooling.client(tooling.accounts.pro.key);
afterAll(() => tooling?.stop());

const { answer, refusal } = toolCalls(client);

describe('an answer that is too long', () => {
  /** Follows next_cursor to the end and returns the uids of each page. */
  async function followed(name: string, given: Given): Promise<string[][]> {
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const page = await answer(name, { ...given, ...(typeof cursor === 'string' && { cursor }) });
      pages.push(page.results.map(({ uid }) => uid));
      if (pages.length === 1)
        expect(page.cut).toMatch(/^Only \d+ rows fit in max_tokens\. The same call with cursor=next_cursor returns the others\./);
      cursor = page.next_cursor;
    } while (cursor !== null && pages.length < 40);
    return pages;
  }

  test('is cut in its texts, then in its rows, says so, and its cursor leads to every row left out, once; addresses and dates stay whole', async () => {
    const wanted = new Map(records.busy.map(({ uid, item: { original } }) => [uid, original]));
    const { results, cut } = await answer('svc_ticker_news', { symbol: 'BUSY', page_size: 50 });
    expect(cut).toContain('Texts were shortened');
    for (const { uid, url, time_published } of results) expect({ url, time_published }).toEqual({ url: wanted.get(uid)!.url, time_published: wanted.get(uid)!.time_published });
    const pages = await followed('svc_ticker_news', { symbol: 'BUSY', page_size: 50 });
    expect(pages[0]).toEqual(results.map(({ uid }) => uid));
    expect(pages.flat().toSorted()).toEqual([...wanted.keys()].toSorted());
    expect(pages.length).toBeGreaterThan(1);
  }); // prettier-ignore

  test('of max_tokens has the first rows, whatever the order, and says where the others are', async () => {
    const feed = { symbol: 'BUSY,NVDA', min_relevance: 1, page_size: 20, max_tokens: 2_200 };
    const { results } = await answer('svc_ticker_news', feed);
    expect(tokensOf(JSON.stringify(results))).toBeLessThan(2_000);
    const all = [...records.busy, records.top, records.insider].map(({ uid }) => uid);
    const pages = await followed('svc_ticker_news', { ...feed, max_tokens: 4_000 });
    expect(pages.flat()).toEqual(expect.arrayContaining(all));
    expect(new Set(pages.flat()).size).toBe(pages.flat().length);
    const newest = await answer('svc_ticker_news', { ...feed, sort: 'ingested' });
    expect(newest.cut).toContain('They are the newest; raise max_tokens');
    expect((await answer('svc_ticker_news', { ...feed, sort: 'ingested', cursor: newest.next_cursor })).results).toEqual([]);
  });

  test('of a size that nothing fits in is refused with the size it needs', async () => {
    expect((await refusal('svc_radar', { max_tokens: 1_000 })).text).toMatch(/max_tokens is too small: this answer needs \d+/);
    expect((await refusal('svc_trending', { max_tokens: 999 })).text).toContain('must be an integer from 1000 to 25000, not `999`');
  });

  test('of fewer rows is whole', async () => {
    expect((await answer('svc_ticker_news', { symbol: 'BUSY', page_size: 2 })).cut).toBeNull();
  });
});
