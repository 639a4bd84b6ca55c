/** Compares a copy kept by polling with include=revisions to the rows that the service serves. */
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { withRevisions } from '#api/feed/add-revisions.ts';
import { createGenerationBook } from '#api/feed/generation-book.ts';
import { renderRow } from '#api/feed/tail-row.ts';
import { createTail } from '#api/feed/tail.ts';
import { changeWatchlist } from '#ops/accounts/accounts.ts';
import { everything } from '#schemas/feed-filter.ts';
import type { FeedRecord, FeedRow } from '#schemas/feed-log.ts';
import type { NewsItem } from '#schemas/item.ts';
import { plans } from '#schemas/plan.ts';
import { call, spawnApiOn, statusOf, type ApiChild } from '#test/support/api.ts';
import { startPoller, type Poller } from '#test/support/poller.ts';
import { freePort } from '#test/support/process.ts';
import { dropRecord, editRecord, rowRecord, withdrawalRecord, withOriginal } from '#test/support/records.ts';
import { sharedGround } from '#test/support/shared-servers.ts';
import { openStream } from '#test/support/stream-reader.ts';
import { until } from '#test/support/until.ts';
import type { z } from 'zod';
import { walkPages } from '../walk-pages.ts';

type Item = z.infer<typeof NewsItem>;
const pageSizeMax = plans.pro.pageSizeMax;
interface Page {
  readonly results: Item[];
  readonly next_cursor: string | null;
}

let api: ApiChild;

afterAll(() => api.stop());

const start = (): Promise<ApiChild> => spawnApiOn(ground, { API_PORT: port, API_TAIL_BYTES: '1000000' });
const get = <T>(rest: string): ReturnType<typeof call<T>> => call<T>(`${api.url}/api/news/${rest}`, { key });

const startedAtMs = Date.now() - 3_600_000;
const minute = (index: number): string => new Date(startedAtMs + index * 1_000).toISOString();
const tickersOf = (index: number): string[] => [index % 5 === 0 ? 'RARE' : 'ACME'];

const ground = await sharedGround();
const port = String(await freePort());
// With the smallest tail, most rows are evicted before their revisions arrive.
api = await start();
const key = (await ground.account('pro', { perMinute: 1_000_000, perDay: 100_000_000 })).key;
await ground.append([rowOf(0)]);
await until('the key and the row', async () => (await get<Page>('?min_relevance=1')).body.results?.length === 1);

function rowOf(index: number): FeedRow {
  const at = { publishedAt: minute(index), refinedAt: minute(index) };
  const row = rowRecord(`row ${index}`, { tickers: tickersOf(index), relevance: 1 + (index % 10), ...at });
  return withOriginal(row, { summary: 'x'.repeat(7_000) });
}

const away = { isWithdrawn: true } as const;
const editOf = (row: FeedRow, edit: number, change: Parameters<typeof editRecord>[1] | typeof away) =>
  'isWithdrawn' in change ? withdrawalRecord(row, `edit ${edit}`) : editRecord(row, change, `edit ${edit}`);

const filters = ['min_relevance=1', 'min_relevance=3&symbol=ACME&collapse=story'];

/** Returns every row that the service serves for a filter, by uid, newest first. */
async function served(filter: string): Promise<Map<string, Item>> {
  const pages = await walkPages((cursor) => get<Page>(`?${filter}&page_size=${pageSizeMax}${cursor}`));
  expect(pages.every(({ status }) => status === 200)).toBe(true);
  return new Map(pages.flatMap(({ body }) => body.results.map((item) => [item.original.uid, item] as const)));
}

/** Returns the copy of a caller that applies the polled rows. */
function copyOf(polled: readonly Item[]): Map<string, Item> {
  const rows = new Map<string, Item>();
  for (const { kind, revises, changed, ...item } of polled) {
    expect(revises).toBe(kind === 'new' ? null : item.original.uid);
    expect(Array.isArray(changed)).toBe(true);
    if (kind === 'retraction') rows.delete(item.original.uid);
    else rows.set(item.original.uid, item);
  }
  return rows;
}

const sorted = (rows: ReadonlyMap<string, Item>): [string, Item][] => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

/** `COPY_KILLS=60 npm test -- test/api/feed/add-revisions` kills the service more often. */
const kills = Number(process.env['COPY_KILLS'] ?? 1);

test(
  'equals the service, whatever was corrected and withdrawn, in tail and tables, over restarts',
  async () => {
    const pollers = await Promise.all(
      filters.map(async (filter) => {
        const query = `&${filter}&include=revisions`;
        const { results, next_cursor } = (await get<Page>(`?sort=ingested${query}`)).body;
        return { filter, first: results, poller: startPoller({ api: () => api.url, key, query, cursor: next_cursor, pageSize: 7, pauseMs: 20 }) };
      }),
    );
    onTestFinished(() => pollers.forEach(({ poller }) => poller.abandon()));
    const current = new Map<string, FeedRow>();
    let edits = 0;
    const records = (index: number): FeedRecord[] => {
      const row = rowOf(index);
      current.set(row.uid, row);
      const made: FeedRecord[] = index % 9 === 0 ? [dropRecord(`drop ${index}`), row] : [row];
      // A fixed choice among all served rows so far.
      const chosen = [...current.values()][(index * 37) % current.size]!;
      const kind = index % 4;
      if (index % 3 !== 0) return made;
      edits += 1;
      const change =
        kind === 0
          ? { title: `row ${index} edited` }
          : kind === 1
            ? { tickers: chosen.item.enrichment.tickers[0] === 'RARE' ? ['ACME'] : ['RARE', 'ACME'] }
            : kind === 2
              ? { relevance: 1 + ((chosen.item.enrichment.relevance_score + 4) % 10) }
              : away;
      const revision = editOf(chosen, edits, change);
      if (revision.item === null) current.delete(chosen.uid);
      else current.set(chosen.uid, { ...chosen, item: revision.item });
      return [...made, revision];
    };
    const batches = Math.max(10, 2 * kills);
    const killsBefore = (batch: number): number => Math.round((batch * kills) / batches);
    for (let batch = 0; batch < batches; batch += 1) {
      const made = Array.from({ length: 20 }, (_, at) => records(1 + batch * 20 + at)).flat();
      await ground.append(made, { stored: Math.floor(batch / 3) % 3 !== 0 });
      if (killsBefore(batch + 1) > killsBefore(batch)) {
        await api.kill();
        api = await start();
      }
    }
    await ground.storeRest();
    for (const { filter, first, poller } of pollers) {
      await poller.stop();
      expect(sorted(copyOf([...first, ...poller.rows.map(({ item }) => item as Item)])), filter).toEqual(sorted(await served(filter)));
    }
    expect(new Set((await served('min_relevance=1')).keys())).toEqual(new Set([...current.keys(), rowOf(0).uid]));
    const { rows } = pollers[0]!.poller satisfies Poller;
    const kinds = rows.map(({ item }) => (item as Item).kind);
    expect(new Set(kinds)).toEqual(new Set(['new', 'revision', 'retraction']));
  },
  480_000 + 60_000 * kills,
);

test('a correction names the changed fields, or is a retraction if the row left the filter; without include it does not appear', async () => {
  const row = rowOf(6_000);
  await ground.append([row]);
  const cursor = (await get<Page>('?sort=ingested&min_relevance=1&symbol=RARE&include=revisions')).body.next_cursor!;
  const plain = (await get<Page>('?sort=ingested&min_relevance=1&symbol=RARE')).body.next_cursor!;
  const stream = await openStream(api.url, { key, query: `?min_relevance=1&symbol=RARE&include=revisions&cursor=${cursor}` });
  onTestFinished(() => stream.close());
  const renamed = editOf(row, 10_000, { title: 'renamed' });
  const moved = editOf({ ...row, item: renamed.item! }, 10_001, { tickers: ['ACME'] });
  await ground.append([renamed, moved]);
  const revision = { kind: 'revision', revises: row.uid, changed: ['original.title', 'original.updated_at'], original: { title: 'renamed' } };
  await until('the events', () => stream.events.length === 2);
  expect(stream.events.map(({ name }) => name)).toEqual(['revision', 'retraction']);
  const page = (await get<Page>(`?sort=ingested&min_relevance=1&symbol=RARE&include=revisions&cursor=${cursor}`)).body;
  expect(page.results).toMatchObject([revision, { kind: 'retraction', revises: row.uid }]);
  expect(page.results[1]!.changed).toContain('enrichment.tickers');
  expect(stream.events.map(({ data }) => ({ ...(JSON.parse(data) as Item), story_id: null }))).toEqual(page.results);
  expect((await get<Page>(`?sort=ingested&min_relevance=1&symbol=RARE&cursor=${plain}`)).body.results).toEqual([]);
});

test('streams of two watchlists get one correction as revision and as retraction', async () => {
  const open = async (ticker: string) => {
    const account = await ground.account('pro');
    await changeWatchlist(ground.accounts, account.id, () => [ticker]);
    await until('the watchlist', async () => {
      const { status, body } = await call<{ symbol_note: string | null }>(`${api.url}/api/news/?symbol=watchlist`, { key: account.key });
      return status === 200 && !body.symbol_note?.startsWith('The watchlist is empty');
    });
    const stream = await openStream(api.url, { key: account.key, query: '?symbol=watchlist&min_relevance=1&include=revisions' });
    onTestFinished(() => stream.close());
    return stream;
  };
  const streams = [await open('RARE'), await open('ACME')];
  const row = rowOf(6_005);
  await ground.append([row, editOf(row, 10_005, { tickers: ['ACME'] })]);
  const toldOf = streams.map((stream) => () => stream.events.filter(({ name, data }) => name !== 'news' && data.includes(row.uid)));
  await until('the correction', () => toldOf.every((events) => events().length > 0));
  expect(toldOf.map((events) => events().map(({ name }) => name))).toEqual([['retraction'], ['revision']]);
});

test('the newest page, the pages after a cursor in the tail and those from the tables have the same rows', async () => {
  const include = 'sort=ingested&min_relevance=1&include=revisions';
  const { next_cursor: before } = (await get<Page>(`?${include}&page_size=1`)).body;
  const rows = Array.from({ length: 12 }, (_, at) => rowOf(3_000 + at));
  const [edited, withdrawn, ...rest] = rows as [FeedRow, FeedRow, ...FeedRow[]];
  const records = [edited, withdrawn, editOf(edited, 30_000, { title: 'renamed' }), ...rest, editOf(withdrawn, 30_001, away)];
  const lastSeq = await ground.append(records);
  const { ops } = api;
  await until('the records', async () => (await statusOf({ ops })).tail.lastSeq === lastSeq);
  const ofTail = (await get<Page>(`?${include}&page_size=50&cursor=${before}`)).body;
  expect(ofTail.results.map(({ kind }) => kind)).toEqual(['new', 'revision', ...rest.map(() => 'new'), 'retraction']);
  const stream = await openStream(api.url, { key, query: '?min_relevance=1&include=revisions' });
  await until('the newest row', () => stream.events.length > 0);
  stream.close();
  expect(stream.uids()).toEqual([rest.at(-1)!.uid]);
  // Each row appears once and corrected: corrections do not displace rows.
  const standing = ofTail.results.slice(1, -1);
  for (const count of [1, 2, 11]) {
    const newest = (await get<Page>(`?${include}&page_size=${count}`)).body;
    expect(newest.results, String(count)).toEqual(standing.slice(-count));
    expect((await get<Page>(`?${include}&page_size=${count}&cursor=${newest.next_cursor}`)).body.results).toEqual([]);
  }
  // The tail of a new process begins after these records.
  await ground.append(Array.from({ length: 400 }, (_, at) => rowOf(4_000 + at)));
  await api.kill();
  api = await start();
  await until('the tail', async () => (await statusOf(api)).tail.firstSeq > lastSeq);
  const ofTables = (await get<Page>(`?${include}&page_size=${ofTail.results.length}&cursor=${before}`)).body;
  expect(ofTables.results).toEqual(ofTail.results);
});

test('the newest page has only revisions from the tail, however old its oldest row is', async () => {
  const tail = createTail(1_000_000);
  tail.reset(50_000);
  const row = rowRecord('new');
  tail.add(50_000, row);
  tail.add(50_001, editOf(row, 1, { title: 'renamed' }));
  const deps = { tail, ask: () => Promise.reject(new Error('the tables were asked')), generations: createGenerationBook(async () => []) };
  const gathered = { rows: [renderRow(7, rowRecord('old')), tail.byUid(row.uid)!], position: { generation: 0, seq: 50_001 } };
  const { rows } = await withRevisions(gathered, null, { filter: everything, pageSize: 3 }, deps);
  expect(rows.map(({ seq, kind }) => [seq, kind])).toEqual([
    [7, 'new'],
    [50_001, 'revision'],
  ]);
});

test('a page ends early if few revisions match its filter, but never without a row', async () => {
  const [early, row, rare] = [rowRecord('early', { tickers: ['SCARCE'] }), rowRecord('often edited'), rowRecord('rare', { tickers: ['SCARCE'] })];
  const edits = Array.from({ length: 2_200 }, (_, at) => editOf(row, 40_000 + at, { title: `edit ${at}` }));
  const lastSeq = await ground.append([early, row, ...edits, rare, editOf(rare, 50_000, { title: 'edited' })]);
  const firstSeq = lastSeq - edits.length - 3;
  // A tail that has none of the revisions.
  const tail = createTail(1_000_000);
  tail.reset(lastSeq + 1);
  const deps = {
    tail,
    ask: <T>(question: (store: typeof ground.store) => Promise<T>) => question(ground.store),
    generations: createGenerationBook(async () => []),
  };
  const filter = { ...everything, tickers: ['SCARCE'] };
  const stored = [renderRow(firstSeq, early), renderRow(lastSeq - 1, rare)];
  const after = async (seq: number): Promise<readonly [readonly (readonly unknown[])[], number]> => {
    const rows = stored.filter((one) => one.seq > seq);
    const page = await withRevisions({ rows, position: { generation: 0, seq: lastSeq } }, { generation: 0, seq }, { filter, pageSize: 5 }, deps);
    return [page.rows.map((one) => [one.seq, one.kind]), page.position.seq];
  };
  const last = [[lastSeq - 1, 'new'], [lastSeq, 'revision']]; // prettier-ignore
  expect(await after(firstSeq - 1)).toEqual([[[firstSeq, 'new']], firstSeq + 2_001]);
  expect(await after(firstSeq + 2_001)).toEqual([last, lastSeq]);
  expect(await after(firstSeq)).toEqual([last, lastSeq]);
});

test.each([2, 1])('a story whose first article is withdrawn is represented by the other articles: %i', async (count) => {
  const [root, ...others] = Array.from({ length: count + 1 }, (_, place) =>
    withOriginal(rowOf(6_010 + 10 * count + place), { source_domain: `outlet${place}.example` }),
  );
  const { uid } = root!;
  await ground.append([root!, ...others.map((row) => ({ ...row, story_id: uid }))]);
  await ground.append([editOf(root!, 20_010 + count, away)]);
  await until('the withdrawal', async () => (await get(`${uid}/`)).status === 404);
  const lookUp = async (id: string): Promise<unknown> => (await call(`${api.url}/api/stories/${id}/`, { key })).body;
  const left = { status: 'not_a_story', article: { uid: others[0]!.uid } };
  expect(await lookUp(uid)).toMatchObject(count === 1 ? left : { status: 'found', story: { story_id: uid } });
  expect(await lookUp(others[0]!.uid)).toMatchObject(count === 1 ? left : { status: 'merged', redirect_to: uid });
});
