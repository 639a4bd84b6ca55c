/** GET /api/news/{uid}/related/: other stories beside an article. */
import { rowByUid } from '#clickhouse/feed.ts';
import { relatedMax, relatedRows, type RelatedTo } from '#clickhouse/related.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import type { NewsItem } from '#schemas/item.ts';
import { cachedContent } from '../cache/cached-response.ts';
import type { ApiDeps } from '../context.ts';
import { apiError } from '../errors.ts';
import { defineOperation, keyAccess } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { feedCacheControl, NewsList } from './envelope.ts';
import { horizonMs } from './horizon.ts';
import { renderPage } from './page.ts';
import { relevanceFloor } from './parameters.ts';
import { pageRow } from './stored-row.ts';

/** An article of more, with the other classes of their issuers, is a list of companies. */
const tickersMax = 20;

export const related = defineOperation({
  path: '/api/news/:uid/related/',
  name: 'listRelatedNews',
  summary: 'Articles related to one',
  description: `At most ${relatedMax} articles of other stories inside the plan's archive: those that share a ticker, from a week before the article on, newest first; then the newest of its category. Form 4 rows only beside a Form 4 row. \`next_cursor\` is null.`,
  access: keyAccess,
  input: { path: uidPath },
  output: { type: 'application/json', schema: NewsList },
  errors: ['not_found'],
  cost: 1,
  cache: feedCacheControl,
  handle: ({ path: { uid } }, caller, deps) => {
    const horizon = horizonMs(caller.plan, deps.nowMs());
    return cachedContent(deps, `related ${uid} ${horizon}`, async () => {
      const base = await findBase(uid, deps);
      const rows = await deps.ask((store) => relatedRows(store, base, horizon));
      return { content: renderPage({ rows: rows.map(pageRow), nextCursor: null, symbolNote: null }), rowsCount: rows.length };
    });
  },
});

async function findBase(uid: string, { ask, tail, symbols }: ApiDeps): Promise<RelatedTo> {
  const row = tail.byUid(uid) ?? (await ask((store) => rowByUid(store, uid)));
  if (row === null) throw apiError('not_found', 'There is no article with this uid.', {});
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
