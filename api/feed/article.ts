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
import { asOf, uidPath } from '../request/parameters.ts';
import { backgroundOf } from './background.ts';
import { depsAsOf } from './deps-as-of.ts';
import type { PageRow } from './page.ts';
import { noArticle, notYetArrived, storedArticle } from './stored-article.ts';
import type { TailRow } from './tail-row.ts';

/** Part of every ETag. Change it whenever the rendering changes. */
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
    const { tail, version, isFollowing } = deps;
    // A tail that does not follow the log may lack corrections, so the tables are queried.
    return deps.cache.get(`article|${uid}|${version()}`, () => ({
      isShared: isFollowing() && tail.byUid(uid) === undefined,
      load: () => {
        const inTail = tail.byUid(uid);
        return inTail !== undefined && isFollowing() ? tailPage(inTail, deps) : loadStored(uid, inTail, deps);
      },
    }));
  },
});

async function articleAsOf(uid: string, asOfMs: number, deps: ApiDeps): Promise<Result> {
  const then = await depsAsOf(asOfMs, deps);
  const noneThen = async (): Promise<ApiError> => (await notYetArrived(uid, asOfMs, deps)) ?? noArticle(uid, then);
  return loadStored(uid, undefined, then, noneThen);
}

/**
 * Returns the stored article, or `inTail`, the row in the tail, if the store is unavailable or lacks the row or its last correction. `none`
 * makes the error for an article that does not exist.
 */
async function loadStored(uid: string, inTail: TailRow | undefined, deps: ApiDeps, none = () => noArticle(uid, deps)): Promise<Page> {
  const { steadyMs, isRevisionStored } = deps;
  const isLasting = await isRevisionStored();
  const row = await storedArticle(uid, deps).catch((error: unknown) => {
    if (inTail !== undefined && error instanceof ApiError && error.code === 'unavailable') return null;
    throw error;
  });
  if (inTail !== undefined && (row === null || row.version < inTail.version)) return tailPage(inTail, deps);
  if (row === null) throw await none();
  const { key_entities, earnings = null, evidence = null } = row.detail;
  const detail = { keyEntities: JSON.stringify(key_entities), earnings: JSON.stringify(earnings), evidence: JSON.stringify(evidence) };
  return articlePage(row, detail, { readAtMs: steadyMs(), isLasting, isShared: true }, deps);
}

const tailPage = (row: TailRow, deps: ApiDeps): Promise<Page> => articlePage(row, row, { readAtMs: deps.steadyMs(), isShared: false }, deps);

/**
 * Returns the page of a row. A correction of the row changes the page's cache key, so a page without background is final. Other rows may
 * change a background.
 */
async function articlePage(
  { uid, storyId, version, doc }: Pick<PageRow, 'uid' | 'storyId' | 'version' | 'doc'>,
  detail: Pick<TailRow, 'keyEntities' | 'earnings' | 'evidence'>,
  { isLasting = true, ...source }: { readonly readAtMs: number; readonly isLasting?: boolean; readonly isShared: boolean },
  deps: ApiDeps,
): Promise<Page> {
  const background = await backgroundOf({ uid, storyId, doc }, deps);
  const { original, enrichment, ...rest } = JSON.parse(doc) as StoredItem;
  const news_context_enhancement = newsContext({ original, enrichment }, JSON.parse(detail.keyEntities) as KeyEntity[], background ?? '');
  const read = JSON.parse(detail.earnings) as Article['earnings'];
  const earnings = read === null ? null : withTexts(read);
  const evidence = servedEvidence(JSON.parse(detail.evidence), { original, enrichment });
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
