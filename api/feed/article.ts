/** GET /api/news/{uid}/: one article with the fields that lists omit. */
import { z } from 'zod';
import { withTexts } from '#schemas/earnings.ts';
import { Article, type KeyEntity, type StoredItem } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { cacheMs, finalPageMs, pageFor, type Page } from '../cache/page-cache.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { createContent, etagOf } from '../reply/content.ts';
import { defineOperation, type Result } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { backgroundOf } from './background.ts';
import { depsAsOf } from './deps-as-of.ts';
import { asOf } from '../request/as-of.ts';
import { noArticle, notYetArrived, storedArticle } from './stored-article.ts';
import type { TailRow } from './tail-row.ts';

/** Part of the ETag; changed with the rendering. */
const format = 'article-7';

export const article = defineOperation({
  path: '/api/news/:uid/',
  name: 'getArticle',
  summary: 'One article',
  description:
    'The row as in a list, with its key entities, what its tickers, score and directions rest on and, for an earnings release that could be read, its earnings read. Works on every plan for articles of any age: the archive limits date windows and cursors, not a known `uid`.',
  input: { path: uidPath, query: z.object({ as_of: asOf }) },
  output: { type: 'application/json', schema: Article },
  errors: ['not_found'],
  handle: ({ path: { uid }, query: { as_of } }, _, deps) => {
    if (as_of !== undefined) return articleAsOf(uid, as_of.firstMs, deps);
    const { tail, version, isFollowing, steadyMs } = deps;
    // A tail that does not follow the log may lack corrections, so the tables are queried.
    return deps.cache.get(`article|${uid}|${version()}`, () => ({
      isShared: isFollowing() && tail.byUid(uid) === undefined,
      load: () => {
        const inTail = tail.byUid(uid);
        return inTail !== undefined && isFollowing()
          ? articlePage(inTail, inTail, { readAtMs: steadyMs(), isShared: false }, deps)
          : loadStored(uid, inTail, deps);
      },
    }));
  },
});

async function articleAsOf(uid: string, asOfMs: number, deps: ApiDeps): Promise<Result> {
  const then = await depsAsOf(asOfMs, deps);
  const noneThen = async (): Promise<ApiError> => (await notYetArrived(uid, asOfMs, deps)) ?? noArticle(uid, then);
  const { content, rowsCount } = await loadStored(uid, undefined, then, noneThen);
  return { content, rowsCount };
}

/**
 * Loads the article from the store. `inTail` is the row in the tail, which may lack corrections; it is the answer where the store is
 * unavailable, or lacks the row or its last correction. `none` makes the error for an article that is not there.
 */
async function loadStored(uid: string, inTail: TailRow | undefined, deps: ApiDeps, none = () => noArticle(uid, deps)): Promise<Page> {
  const { steadyMs, isRevisionStored } = deps;
  const isLasting = await isRevisionStored();
  const row = await storedArticle(uid, deps).catch((error: unknown) => {
    if (inTail !== undefined && error instanceof ApiError && error.code === 'unavailable') return null;
    throw error;
  });
  if (inTail !== undefined && (row === null || row.version < inTail.version))
    return articlePage(inTail, inTail, { readAtMs: steadyMs(), isShared: false }, deps);
  if (row === null) throw await none();
  const { key_entities, earnings = null, evidence = null } = row.detail;
  const beside = { keyEntities: JSON.stringify(key_entities), earnings: JSON.stringify(earnings), evidence: JSON.stringify(evidence) };
  return articlePage(row, beside, { readAtMs: steadyMs(), isLasting, isShared: true }, deps);
}

interface ArticleRow {
  readonly uid: string;
  readonly storyId: string;
  readonly version: number;
  readonly doc: string;
}

/**
 * Returns the page of a row. A row changes only by a correction, which changes its cache key once the tail has read it, so a page without
 * background, which other rows may change, is kept until it is evicted.
 */
async function articlePage(
  { uid, storyId, version, doc }: ArticleRow,
  beside: Pick<TailRow, 'keyEntities' | 'earnings' | 'evidence'>,
  { isLasting = true, ...source }: { readonly readAtMs: number; readonly isLasting?: boolean; readonly isShared: boolean },
  deps: ApiDeps,
): Promise<Page> {
  const background = await backgroundOf({ uid, storyId, doc }, deps);
  const { original, enrichment, ...rest } = JSON.parse(doc) as StoredItem;
  const news_context_enhancement = newsContext({ original, enrichment }, JSON.parse(beside.keyEntities) as KeyEntity[], background ?? '');
  const read = JSON.parse(beside.earnings) as Article['earnings'];
  const earnings = read === null ? null : withTexts(read);
  const evidence = servedEvidence(JSON.parse(beside.evidence), { original, enrichment });
  const value: Article = { original, enrichment: { ...enrichment, news_context_enhancement, evidence }, ...rest, story_id: storyId, earnings };
  const content = createContent(JSON.stringify(value), { etag: etagOf(`${format}|${uid}|${version}|${background ?? ''}`) });
  return pageFor({
    ...source,
    isLasting: isLasting && background !== null,
    content,
    rowsCount: 1,
    freshForMs: background === '' ? finalPageMs : cacheMs,
  });
}
