import { describe, expect, test } from 'vitest';
import { createPageCache, isCurrent, type CachedPage, type Page, type SharedCache } from '#api/cache/page-cache.ts';
import { unavailable } from '#api/errors.ts';
import { createTail } from '#api/feed/tail.ts';
import { createContent } from '#api/reply/content.ts';
import { everything } from '#schemas/feed-filter.ts';

let nowMs = 1_000_000;
const pageOf = (text: string, changes: Partial<Page> = {}): Page => ({
  content: createContent(text),
  rowsCount: 1,
  firstCreatedAtMs: null,
  readAtMs: nowMs,
  freshUntilMs: nowMs + 60_000,
  staleUntilMs: nowMs + 600_000,
  watch: { seenSeq: 0, filter: everything, storyIds: null },
  isShared: false,
  ...changes,
});
const textOf = ({ content }: CachedPage): string => content.identity.toString();

function ground(bytesMax = 1_000_000) {
  const elsewhere = new Map<string, Page>();
  const shared: SharedCache = { get: async (key) => elsewhere.get(key) ?? null, set: (key, page) => void elsewhere.set(key, page) };
  let areChanged = false;
  const tail = { changesAfter: () => areChanged };
  const cache = createPageCache({ bytesMax, shared, tail, isFollowing: () => true, steadyMs: () => nowMs });
  let loads = 0;
  const get = (key: string, load: () => Page | Promise<Page>, isChanged = false): CachedPage | Promise<CachedPage> => {
    areChanged = isChanged;
    return cache.get(key, () => ({
      isShared: true,
      load: () => {
        loads += 1;
        return load();
      },
    }));
  };
  return { cache, elsewhere, get, loads: () => loads };
}

describe('a page', () => {
  test('is loaded once for all simultaneous requests, and then comes from memory', async () => {
    const { get, loads } = ground();
    const all = await Promise.all(Array.from({ length: 20 }, async () => get('a', async () => pageOf('A'))));
    expect([new Set(all.map(textOf)), loads()]).toEqual([new Set(['A']), 1]);
    expect(all.map(({ source }) => source).toSorted()).toEqual([...Array.from({ length: 19 }, () => 'flight'), 'load']);
    expect((await get('a', () => pageOf('B'))).source).toBe('memory');
  });

  test('is loaded again when it is no longer fresh, or the tail says that it has changed', async () => {
    const { get } = ground();
    await get('a', () => pageOf('A'));
    expect(textOf(await get('a', () => pageOf('B'), true))).toBe('B');
    nowMs += 60_001;
    expect(textOf(await get('a', () => pageOf('C')))).toBe('C');
  });

  test('that another process stored is used while fresh, and a page that may be shared is stored for others', async () => {
    const { get, elsewhere } = ground();
    elsewhere.set('a', pageOf('theirs'));
    const found = await get('a', () => pageOf('ours'));
    expect([textOf(found), found.source]).toEqual(['theirs', 'redis']);
    elsewhere.set('b', pageOf('old', { freshUntilMs: nowMs - 1 }));
    expect(textOf(await get('b', () => pageOf('new', { isShared: true })))).toBe('new');
    expect(elsewhere.get('b')?.content.identity.toString()).toBe('new');
    await get('c', () => pageOf('own'));
    expect(elsewhere.has('c')).toBe(false);
  });
});

describe('a load that fails', () => {
  const outage = (): never => {
    throw unavailable('store', 'away');
  };

  test('in an outage gets the stale page up to its limit, and no longer', async () => {
    const { get } = ground();
    await get('a', () => pageOf('A'));
    nowMs += 61_000;
    const stale = await get('a', outage);
    expect([textOf(stale), stale.source]).toEqual(['A', 'stale']);
    nowMs += 600_000;
    await expect(async () => get('a', outage)).rejects.toThrow('away');
  });

  test('because of a bug is not answered stale, and the next request loads again', async () => {
    const { get } = ground();
    await get('a', () => pageOf('A'));
    nowMs += 61_000;
    const bug = async (): Promise<Page> => {
      throw new TypeError('a bug');
    };
    await expect(async () => get('a', bug)).rejects.toThrow('a bug');
    expect(textOf(await get('a', () => pageOf('B')))).toBe('B');
  });
});

test('memory stays within its bound: the least recently used page is evicted first, and a page that is too large is not kept', async () => {
  const { cache, get } = ground(100_000);
  for (let at = 0; at < 200; at += 1) {
    await get(`page ${at}`, () => pageOf('x'.repeat(2_000)));
    await get('page 0', () => pageOf('again'));
    expect(cache.size().bytes).toBeLessThanOrEqual(100_000);
  }
  expect((await get('page 0', () => pageOf('again'))).source).toBe('memory');
  expect((await get('page 1', () => pageOf('again'))).source).toBe('load');
  await get('large', () => pageOf('x'.repeat(50_000)));
  expect((await get('large', () => pageOf('small'))).source).toBe('load');
});

test.each([
  ['a page that no new row changes', null, 60_000],
  ['a page of the newest rows', { seenSeq: 0, filter: everything, storyIds: null }, 1_000],
])('%s is cached while the tail follows the log, and otherwise for a limited time', (_, watch, unfollowedMs) => {
  const page = pageOf('{}', { watch });
  const tail = createTail(1_000_000);
  const isServed = (isFollowing: boolean, ageMs: number): boolean =>
    isCurrent(page, { tail, isFollowing: () => isFollowing, steadyMs: () => page.readAtMs + ageMs });
  expect(isServed(true, 3_599_999)).toBe(true);
  expect([isServed(false, unfollowedMs - 1), isServed(false, unfollowedMs)]).toEqual([true, false]);
});
