/** GET /api/news/{uid}/related/: stories related to an article. */
import type { StoredRow } from '#clickhouse/feed-pages.ts';
import { relatedMax, relatedRows, type RelatedTo } from '#clickhouse/related.ts';
import { isBounded } from '#schemas/ticker-spans.ts';
import type { StoredItem } from '#schemas/item.ts';
import { cachedContent, renderedRows } from './cached-response.ts';
import type { ApiDeps } from '../deps.ts';
import { defineOperation } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { NewsList } from './envelope.ts';
import { pageRow } from './page.ts';
import { defaultMinRelevance } from './parameters.ts';
import { horizonMs } from './position.ts';
import { noArticle, storedArticle } from './stored-article.ts';

/** Maximum number of tickers to compare, share classes included; an article that names more is a list of companies. */
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
    return cachedContent(deps, `related ${uid} ${horizon}`, async () => {
      const base = deps.tail.byUid(uid) ?? (await storedArticle(uid, deps));
      if (base === null) throw await noArticle(uid, deps);
      return renderedRows((await deps.ask((store) => relatedRows(store, relatedTo(base, deps), horizon))).map(pageRow));
    });
  },
});

function relatedTo(row: StoredRow, { symbols }: Pick<ApiDeps, 'symbols'>): RelatedTo {
  const { enrichment, insider } = JSON.parse(row.doc) as StoredItem;
  const spans = enrichment.tickers.flatMap((ticker) => symbols.tickersFor(ticker, row.publishedAtMs)).slice(0, tickersMax);
  return {
    storyId: row.storyId,
    publishedAtMs: row.publishedAtMs,
    category: enrichment.category,
    tickers: [...new Set(spans.map(({ ticker }) => ticker))],
    spans: spans.some(isBounded) ? spans : null,
    isForm4: insider !== null,
    minRelevance: defaultMinRelevance,
  };
}
