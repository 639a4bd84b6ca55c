import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { uidOf } from '#schemas/identity.ts';
import type { Answer } from '#test/support/api.ts';
import { rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import { listGround, uids, type List } from './list-ground.ts';

const list = listGround();

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

  test('a story is shown by the best of it: a primary source, then the fullest, then the earliest published', async () => {
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const told = (name: string, root: string, minutes: number, changes: { readonly source_domain?: string; readonly summary?: string }): FeedRow => {
      const row = rowRecord(name, { publishedAt: at(minutes), tickers: ['BEST'], ...(root !== '' && { storyId: uidOf(root) }) });
      return { ...row, item: { ...row.item, original: { ...row.item.original, ...changes } } };
    };
    const long = 'Sentence after sentence tells what happened. '.repeat(6);
    const rows = [
      told('thin first', '', 30, { summary: '' }),
      told('full second', 'thin first', 20, { summary: long }),
      told('full third', 'thin first', 25, { summary: `${long}More.` }),
      told('alone', '', 28, {}),
      told('outlet', '', 40, { summary: long }),
      told('release', 'outlet', 35, { summary: 'Short.', source_domain: 'www.businesswire.com' }),
    ];
    await list.ground.append(rows);
    const answer = await until('all stories', async () => {
      const found = await list.get('?symbol=BEST&collapse=story&page_size=10');
      return found.body.results.length === 3 && found;
    });
    expect(uids(answer)).toEqual(['full third', 'alone', 'release'].map((name) => uidOf(name)));
    expect(answer.body.results.map(({ story_id }) => story_id)).toEqual(['thin first', 'alone', 'outlet'].map((name) => uidOf(name)));
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer<List> = await list.get(`?symbol=BEST&collapse=story&page_size=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
      pages.push(...uids(page));
      cursor = page.body.results.length === 0 ? null : page.body.next_cursor;
    }
    expect(pages).toEqual(uids(answer));
  });

  test('a category is asked of the row that a story is shown by, not of the first that came', async () => {
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const thin = rowRecord('category thin', { publishedAt: at(9), tickers: ['FITS'], category: 'other' });
    const root = { ...thin, item: { ...thin.item, original: { ...thin.item.original, summary: '' } } };
    const member = rowRecord('category full', { publishedAt: at(8), tickers: ['FITS'], category: 'mergers_acquisitions', storyId: root.uid });
    const full = {
      ...member,
      item: { ...member.item, original: { ...member.item.original, summary: 'What was bought and for how much. '.repeat(8) } },
    };
    await list.ground.append([root, full]);
    const answer = await until('the story', async () => {
      const found = await list.get('?symbol=FITS&collapse=story&category=mergers_acquisitions');
      return found.body.results.length > 0 && found;
    });
    expect(uids(answer)).toEqual([full.uid]);
    expect(answer.body.results[0]).toMatchObject({ story_id: root.uid, sources_count: 1 });
    expect(uids(await list.get('?symbol=FITS&collapse=story&category=other'))).toEqual([]);
  });
});
