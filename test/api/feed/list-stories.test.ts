import { describe, expect, test } from 'vitest';
import type { Answer } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { listGround, uids, type List } from './list-ground.ts';

const list = await listGround();

describe('a symbol', () => {
  test('a stock and a coin of the same letters: the stock is served and the envelope names the coin', async () => {
    expect((await list.get('?symbol=eth')).body.symbol_note).toContain('ETH-USD');
    expect((await list.get('?symbol=ETH-USD')).body.symbol_note).toBeNull();
    expect((await list.get('?symbol=btc')).body.symbol_note).toBeNull();
  });

  test('a ticker answers for its former name and for the other classes of its issuer', async () => {
    const at = new Date().toISOString();
    const rows = [rowRecord('old name', { tickers: ['FB'], publishedAt: at }), rowRecord('class c', { tickers: ['GOOG'], publishedAt: at })];
    await list.ground.append(rows);
    const find = async (ticker: string): Promise<string[]> => uids(await until(`rows of ${ticker}`, async () => {
      const answer = await list.get(`?sort=ingested&symbol=${ticker}`);
      return answer.body.results.length > 0 && answer;
    })); // prettier-ignore
    expect(await find('meta')).toEqual([rows[0]!.uid]);
    expect(await find('GOOGL')).toEqual([rows[1]!.uid]);
  });
});

describe('stories', () => {
  test('collapse gives one row a story, with its sources, written either way', async () => {
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const root = rowRecord('story root', { publishedAt: at(3), tickers: ['STORY'] });
    const reprint = rowRecord('story reprint', { publishedAt: at(2), tickers: ['STORY'], storyId: root.uid });
    const other = { ...reprint, item: { ...reprint.item, original: { ...reprint.item.original, source_domain: 'other.example' } } };
    await list.ground.append([root, other]);
    for (const query of ['collapse=story', 'collapse_stories=true', 'collapse=story&sort=ingested', 'collapse_stories=True&sort=ingested']) {
      const answer = await until(`the story with ${query}`, async () => {
        const found = await list.get(`?symbol=STORY&${query}`);
        return found.body.results.length > 0 && found;
      });
      expect(uids(answer)).toEqual([root.uid]);
      expect(answer.body.results[0]).toMatchObject({ story_id: root.uid, sources_count: 2, sources: ['example.com', 'other.example'] });
    }
    expect(uids(await list.get('?symbol=STORY&collapse_stories=false'))).toHaveLength(2);
  });

  test('a source that joins a story is seen under collapse at once, though no row of the page is new', async () => {
    const root = rowRecord('joined root', { publishedAt: new Date().toISOString(), tickers: ['JOINED'] });
    await list.ground.append([root]);
    const poll = (): Promise<Answer<List>> => list.get('?symbol=JOINED&collapse=story&sort=ingested');
    await until('the story', async () => (await poll()).body.results.length === 1);
    expect((await poll()).body.results[0]!.sources_count).toBe(1);
    const reprint = rowRecord('joined reprint', { publishedAt: new Date().toISOString(), tickers: ['JOINED'], storyId: root.uid });
    await list.ground.append([{ ...reprint, item: { ...reprint.item, original: { ...reprint.item.original, source_domain: 'second.example' } } }]);
    await until('the second source', async () => (await poll()).body.results[0]!.sources_count === 2, 5_000);
  });
});
