import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeedRow } from '#schemas/feed-log.ts';
import { call } from '#test/support/api.ts';
import { dropRecord, rowRecord } from '#test/support/records.ts';
import { until } from '#test/support/until.ts';
import type { Problem } from '../feed/list-ground.ts';
import { articleOf, daysAgo, minutesAgo, startMs, storiesGround, storyOf, type StoryPage } from './stories-ground.ts';
import { walkPages } from '../walk-pages.ts';

const three = ['wire.example', 'daily.example', 'post.example'];
const deal = [
  articleOf('wire.example', 'deal 0', { publishedAt: minutesAgo(300), relevance: 9, tickers: ['ACME', 'NVDA'], category: 'mergers_acquisitions' }),
  articleOf('wsj.com', 'deal 1', { publishedAt: minutesAgo(200), relevance: 4, tickers: ['ACME'], category: 'mergers_acquisitions', storyId: rowRecord('deal 0').uid }),
  articleOf('barrons.com', 'deal 2', { publishedAt: minutesAgo(100), relevance: 8, tickers: ['OTHER'], category: 'technology', storyId: rowRecord('deal 0').uid }),
  articleOf('post.example', 'deal 3', { publishedAt: minutesAgo(90), relevance: 5, tickers: [], category: 'technology', storyId: rowRecord('deal 0').uid }),
]; // prettier-ignore
const recent = storyOf('recent', minutesAgo(10), { domains: three, relevance: 7, tickers: ['GOOG'], category: 'earnings' });
const minor = storyOf('minor', minutesAgo(20), { relevance: 3 });
const past = storyOf('past', daysAgo(45), { relevance: 8 });
const ancient = storyOf('ancient', daysAgo(400), { relevance: 8 });
const noStories = [
  rowRecord('lone', { publishedAt: minutesAgo(1) }),
  ...storyOf('sisters', minutesAgo(2), { domains: ['wsj.com', 'marketwatch.com'] }),
  ...storyOf('one wire', minutesAgo(3), { authors: ['Reuters'] }),
  ...storyOf('dateline', minutesAgo(4), { summary: 'LONDON (Reuters) - Shares of Acme rose.' }),
];
/** Stories of two articles each, of four categories, scores and times, several with one time. */
const many = Array.from({ length: 40 }, (_, at) =>
  storyOf(`many ${at}`, minutesAgo(400 + Math.floor(at / 3) * 60), {
    relevance: 4 + (at % 6),
    category: (['earnings', 'ipo', 'crypto', 'other'] as const)[at % 4]!,
    tickers: at % 2 === 0 ? ['ACME'] : [],
  }),
);
const at = await storiesGround([...ancient, ...past, ...many.flat(), ...deal, ...minor, ...recent, ...noStories]);
const copy = dropRecord('copy', {
  reason: 'near_duplicate',
  source_domain: 'copies.example',
  duplicate_of: noStories[0]!.uid,
  story_id: noStories[0]!.uid,
});

const ids = ({ body }: { readonly body: StoryPage }): string[] => body.results.map(({ story_id }) => story_id);
const rootOf = ([first]: readonly FeedRow[]): string => first!.uid;

/** Returns the ids of the stories that `keep` accepts, in the order of the contract. */
const expected = (keep: (story: readonly FeedRow[]) => boolean, stories: readonly (readonly FeedRow[])[] = [recent, deal, ...many]): string[] =>
  stories
    .filter(keep)
    .map((story) => ({
      id: rootOf(story),
      last: story
        .map(({ item }) => item.original.time_published)
        .toSorted()
        .at(-1)!,
    }))
    .sort((a, b) => b.last.localeCompare(a.last) || a.id.localeCompare(b.id))
    .map(({ id }) => id);

async function walk(query: string, plan: 'free' | 'pro' = 'free', between: () => Promise<unknown> = () => Promise.resolve()) {
  const pages = await walkPages(async (cursor) => {
    if (cursor !== '') await between();
    return at.get<StoryPage & Problem>(`?${query}${cursor}`, plan);
  });
  return { ids: pages.filter(({ status }) => status === 200).flatMap(ids), end: pages.at(-1)! };
}

describe('200', () => {
  test('a card has publishers, importance and times: outlets of one owner are one publisher', async () => {
    const { body } = await at.get('?page_size=50');
    expect(body.results.find(({ story_id }) => story_id === rootOf(deal))).toEqual({
      story_id: deal[0]!.uid,
      title: deal[0]!.item.original.title,
      summary: 'A summary.',
      // The best of the three publishers are 9, 8 and 5.
      importance: 8,
      category: 'mergers_acquisitions',
      tickers: ['ACME'],
      publishers: 3,
      materials: 4,
      first_published_at: minutesAgo(300),
      last_material_at: minutesAgo(90),
      updated_at: minutesAgo(200),
      summary_state: 'published',
    });
  });

  test('stories by their last article, newest first; one publisher, one agency in many outlets or a reprint are not a story', async () => {
    await at.ground.append([copy]);
    const { body, headers } = await at.get('?page_size=50', 'free');
    expect(ids({ body })).toEqual(expected(() => true));
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect((await call(`${at.api.url}/api/stories`, { key: at.accounts.free, method: 'HEAD' })).status).toBe(200);
    expect(ids(await at.get('?page_size=50&min_importance=1', 'free'))).toEqual(expected(() => true, [recent, deal, minor, ...many]));
  });

  test.each<[string, string, (story: readonly FeedRow[]) => boolean]>([
    ['a category in any case', 'category=EARNINGS', (story) => story[0]!.item.enrichment.category === 'earnings'],
    ['an importance', 'min_importance=8', (story) => story === deal || story[0]!.item.enrichment.relevance_score >= 8],
    ['a symbol in any case', 'symbol=acme', (story) => story[0]!.item.enrichment.tickers.includes('ACME')],
    ['another share class', 'symbol=GOOGL', (story) => story === recent],
    ['a ticker that one publisher names', 'ticker=NVDA', () => false],
    ['a first instant', `from_date=${minutesAgo(90)}`, (story) => story === recent || story === deal],
    ['a window', `from_date=${minutesAgo(90)}&to_date=${minutesAgo(89)}`, (story) => story === deal],
  ])('%s', async (_, query, keep) => {
    expect((await walk(`${query}&page_size=7`)).ids).toEqual(expected(keep));
  });

  test('an unlisted symbol has no stories, and a note', async () => {
    const { body } = await at.get('?symbol=NOSUCH');
    expect([body.results, typeof body.symbol_note]).toEqual([[], 'string']);
  });

  test('a page of any size continues after the one before, with the stories as they were when the walk began', async () => {
    let joined = 0;
    const join = (): Promise<unknown> => {
      joined += 1;
      const story = many[(joined * 7) % many.length]!;
      return at.ground.append([articleOf('late.example', `late ${joined}`, { publishedAt: new Date(startMs - 1_000 + joined).toISOString(), storyId: rootOf(story) })]); // prettier-ignore
    };
    const filters = fc.record({
      minImportance: fc.integer({ min: 1, max: 10 }),
      pageSize: fc.integer({ min: 1, max: 50 }),
      isOfTicker: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(filters, async ({ minImportance, pageSize, isOfTicker }) => {
        at.moveClock(120_000);
        const query = `min_importance=${minImportance}${isOfTicker ? '&symbol=ACME' : ''}`;
        const whole = await at.get(`?${query}&page_size=50`, 'free');
        const paged = await walk(`${query}&page_size=${pageSize}`, 'free', join);
        const rest = whole.body.next_cursor === null ? { ids: [] } : await walk(`${query}&page_size=50&cursor=${whole.body.next_cursor}`);
        expect(paged.ids).toEqual([...ids(whole), ...rest.ids]);
        expect(new Set(paged.ids).size).toBe(paged.ids.length);
      }),
      { numRuns: 4 },
    );
  });

  test('an article that is not stored yet counts at once', async () => {
    const [first, second] = storyOf('late story', minutesAgo(0), { relevance: 10 });
    await at.ground.append([first!]);
    await at.ground.append([second!], { stored: false });
    await until('the story', async () => {
      at.moveClock(61_000);
      return ids(await at.get('?min_importance=10')).includes(first!.uid);
    });
    await at.ground.storeRest();
    at.moveClock(61_000);
    expect((await at.get('?min_importance=10')).body.results).toMatchObject([{ story_id: first!.uid, publishers: 2, materials: 2 }]);
  });
});

describe('400', () => {
  test.each([
    ['symbol=!!', 'symbol', '!!'],
    ['from_date=2026-02-02&to_date=2026-02-01', 'from_date', 'to_date'],
  ])('%s names field and value', async (query, field, value) => {
    const { status, body } = await at.get<Problem>(`?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_parameter']);
    expect((body.extra['fields'] as Record<string, string[]>)[field]!.join()).toContain(value);
  });

  test('a cursor of other filters or another list, or an invalid one', async () => {
    const cursor = (await at.get('?page_size=1')).body.next_cursor!;
    for (const rest of [`?page_size=1&min_importance=5&cursor=${cursor}`, '?cursor=nonsense', `${rootOf(deal)}/materials/?cursor=${cursor}`])
      expect((await at.get<Problem>(rest)).body.code).toBe('invalid_cursor');
    const news = await call<StoryPage>(`${at.api.url}/api/news/?page_size=1`, { key: at.accounts.pro });
    expect((await at.get<Problem>(`?cursor=${news.body.next_cursor}`)).body.code).toBe('cursor_mode_mismatch');
    expect((await at.get<Problem>('?offset=1')).body.code).toBe('unknown_parameter');
  });
});

describe('403', () => {
  test('a window or a walk past the archive of the plan', async () => {
    expect((await at.get<Problem>(`?from_date=${daysAgo(45)}`, 'free')).body).toMatchObject({
      code: 'archive_horizon',
      extra: { tier: 'free', archive_days: 30 },
    });
    const { ids: found, end } = await walk('min_importance=8&page_size=50');
    expect([end.status, end.body.code]).toEqual([403, 'archive_horizon']);
    expect(found).not.toContain(rootOf(past));
    expect((await walk('min_importance=8&page_size=50', 'pro')).ids).toContain(rootOf(past));
  });
});
