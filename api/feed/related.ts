/** GET /api/news/{uid}/related/: stories related to an article. */
import type { StoredRow } from '#clickhouse/feed.ts';
import { wholeRange, type NewestRange } from '#clickhouse/feed-keys.ts';
import { firstOfStories, relatedFilters, relatedMax, relatedRows, rowsRead, type RelatedTo } from '#clickhouse/related.ts';
import { everything, type FeedFilter } from '#schemas/feed-filter.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import type { NewsItem } from '#schemas/item.ts';
import { cachedContent, type TailAnswer, type RenderedAnswer } from './cached-response.ts';
import type { ApiDeps } from '../context.ts';
import { defineOperation } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { NewsList } from './envelope.ts';
import { pageRow, renderPage, type PageRow } from './page.ts';
import { relevanceFloor } from './parameters.ts';
import { horizonMs } from './position.ts';
import { noArticle, storedArticle } from './stored-article.ts';
import type { Tail } from './tail.ts';
import type { TailRow } from './tail-row.ts';

/** Maximum number of tickers to compare, classes included; an article that names more is a list of companies. */
const tickersMax = 20;

export const related = defineOperation({
  path: '/api/news/:uid/related/',
  name: 'listRelatedNews',
  summary: 'Related articles',
  description: `At most ${relatedMax} articles of other stories within the plan's archive. First come articles that share a ticker, from one week before the article on, newest first; then the newest of its category. Form 4 rows appear only for a Form 4 row. \`next_cursor\` is null.`,
  input: { path: uidPath },
  output: { type: 'application/json', schema: NewsList },
  errors: ['not_found'],
  handle: ({ path: { uid } }, caller, deps) => {
    const horizon = horizonMs(caller.plan, deps.nowMs());
    const key = `related ${uid} ${horizon}`;
    return cachedContent(
      deps,
      key,
      () => relatedInStore(uid, horizon, deps),
      () => relatedInTail(uid, horizon, deps),
    );
  },
});

/** Returns the related articles from the tail; null where it lacks a part. `horizon`: milliseconds since the epoch. */
export function relatedInTail(uid: string, horizon: number, deps: Pick<ApiDeps, 'tail' | 'symbols'>): TailAnswer | null {
  const { tail } = deps;
  const base = tail.byUid(uid);
  if (base === undefined) return null;
  const to = relatedTo(base, deps);
  const { sharing, sharingFromMs, backfill } = relatedFilters(to);
  const shown = new Set([to.storyId]);
  const chosen: TailRow[] = [];
  const parts = [...(sharing === null ? [] : [{ filter: sharing, fromMs: sharingFromMs }]), { filter: backfill, fromMs: horizon }];
  for (const { filter, fromMs } of parts) {
    if (chosen.length === relatedMax) break;
    const newest = newestStories(filter, { ...wholeRange, publishedFromMs: Math.max(horizon, fromMs) }, shown, tail);
    if (newest === null) return null;
    chosen.push(...newest.slice(0, relatedMax - chosen.length));
    for (const { storyId } of chosen) shown.add(storyId);
  }
  return { ...rendered(chosen), changedBy: { filter: { ...everything, minRelevance: to.minRelevance }, storyIds: null } };
}

function newestStories(filter: FeedFilter, range: NewestRange, besides: ReadonlySet<string>, tail: Tail): TailRow[] | null {
  let stories: TailRow[] = [];
  for (const limit of rowsRead) {
    const { rows, isCertain } = tail.published(filter, range, limit);
    if (!isCertain) return null;
    stories = firstOfStories(rows, besides);
    if (rows.length < limit || stories.length >= relatedMax) break;
  }
  return stories;
}

/** Returns the related articles from the tables; throws 404 where no article has the uid. */
export async function relatedInStore(uid: string, horizon: number, deps: Pick<ApiDeps, 'ask' | 'tail' | 'symbols'>): Promise<RenderedAnswer> {
  const base = deps.tail.byUid(uid) ?? (await storedArticle(uid, deps));
  if (base === null) throw await noArticle(uid, deps);
  const rows = await deps.ask((store) => relatedRows(store, relatedTo(base, deps), horizon));
  return rendered(rows.map(pageRow));
}

const rendered = (rows: readonly PageRow[]): RenderedAnswer => ({
  content: renderPage({ rows, nextCursor: null, symbolNote: null, archiveEndsMs: null }),
  rowsCount: rows.length,
});

function relatedTo(row: StoredRow, { symbols }: Pick<ApiDeps, 'symbols'>): RelatedTo {
  const { enrichment, insider } = JSON.parse(row.doc) as NewsItem;
  const spans = enrichment.tickers.flatMap((ticker) => symbols.tickersFor(ticker, row.publishedAtMs)).slice(0, tickersMax);
  return {
    storyId: row.storyId,
    publishedAtMs: row.publishedAtMs,
    category: enrichment.category,
    tickers: [...new Set(spans.map(({ ticker }) => ticker))],
    spans: spans.some(isBounded) ? spans : null,
    isForm4: insider !== null,
    minRelevance: relevanceFloor,
  };
}
