/** GET /api/news/{uid}/: one article with the fields that lists omit. */
import { z } from 'zod';
import { withTexts } from '#schemas/earnings.ts';
import { Article, type KeyEntity as KeyEntitySchema, type NewsItem } from '#schemas/item.ts';
import { newsContext } from '#schemas/news-context.ts';
import { servedEvidence } from '#schemas/served-evidence.ts';
import { finalPageMs, pageFor, type Page } from '../cache/page-cache.ts';
import type { ApiDeps } from '../context.ts';
import { ApiError } from '../errors.ts';
import { createContent, etagOf } from '../reply/content.ts';
import { defineOperation, type Result } from '../operation.ts';
import { uidPath } from '../request/parameters.ts';
import { depsAsOf } from './deps-as-of.ts';
import { asOf } from '../request/as-of.ts';
import { noArticle, storedArticle } from './stored-article.ts';
import type { TailRow } from './tail-row.ts';

type KeyEntity = z.infer<typeof KeyEntitySchema>;

/** Part of the ETag; changed with the rendering. */
const format = 'article-6';

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
          ? articlePage(inTail, inTail, { readAtMs: steadyMs(), isShared: false })
          : loadStored(uid, inTail, deps);
      },
    }));
  },
});

async function articleAsOf(uid: string, asOfMs: number, deps: ApiDeps): Promise<Result> {
  const { content, rowsCount } = await loadStored(uid, undefined, await depsAsOf(asOfMs, deps));
  return { content, rowsCount };
}

/**
 * Loads the article from the store. `inTail` is the row in the tail, which may lack corrections; it is the answer where the store is
 * unavailable, or lacks the row or its last correction.
 */
async function loadStored(uid: string, inTail: TailRow | undefined, deps: ApiDeps): Promise<Page> {
  const { steadyMs, isRevisionStored } = deps;
  const isLasting = await isRevisionStored();
  const row = await storedArticle(uid, deps).catch((error: unknown) => {
    if (inTail !== undefined && error instanceof ApiError && error.code === 'unavailable') return null;
    throw error;
  });
  if (inTail !== undefined && (row === null || row.version < inTail.version))
    return articlePage(inTail, inTail, { readAtMs: steadyMs(), isShared: false });
  if (row === null) throw await noArticle(uid, deps);
  const { key_entities, earnings = null, evidence = null } = row.detail;
  const beside = { keyEntities: JSON.stringify(key_entities), earnings: JSON.stringify(earnings), evidence: JSON.stringify(evidence) };
  return articlePage(row, beside, { readAtMs: steadyMs(), isLasting, isShared: true });
}

interface ArticleRow {
  readonly uid: string;
  readonly storyId: string;
  readonly version: number;
  readonly doc: string;
}

/**
 * Returns the page of a row. A row changes only by a correction, which changes its cache key once the tail has read it, so the page is kept
 * until it is evicted.
 */
function articlePage(
  { uid, storyId, version, doc }: ArticleRow,
  beside: Pick<TailRow, 'keyEntities' | 'earnings' | 'evidence'>,
  source: { readonly readAtMs: number; readonly isLasting?: boolean; readonly isShared: boolean },
): Page {
  const { original, enrichment, ...rest } = JSON.parse(doc) as NewsItem;
  const news_context_enhancement = newsContext({ original, enrichment }, JSON.parse(beside.keyEntities) as KeyEntity[]);
  const read = JSON.parse(beside.earnings) as Article['earnings'];
  const earnings = read === null ? null : withTexts(read);
  const evidence = servedEvidence(JSON.parse(beside.evidence), { original, enrichment });
  const value: Article = { original, enrichment: { ...enrichment, news_context_enhancement, evidence }, ...rest, story_id: storyId, earnings };
  const content = createContent(JSON.stringify(value), { etag: etagOf(`${format}|${uid}|${version}`) });
  return pageFor({ ...source, content, rowsCount: 1, freshForMs: finalPageMs });
}
