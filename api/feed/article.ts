/** GET /api/news/{uid}/: one article, with what lists leave out. */
import { z } from 'zod';
import { rowByUid } from '#clickhouse/feed.ts';
import { Article, type KeyEntity as KeyEntitySchema, type NewsItem } from '#schemas/item.ts';
import { Uid } from '#schemas/primitives.ts';
import type { CachedPage, Page } from '../cache/page-cache.ts';
import type { ApiDeps } from '../context.ts';
import { apiError } from '../errors.ts';
import { createContent, etagOf } from '../reply/content.ts';
import { keyedRoute, type Reply } from '../route.ts';
import { feedCacheControl } from './envelope.ts';
import { keptMs, staleMs } from './read.ts';

type KeyEntity = z.infer<typeof KeyEntitySchema>;

/** Part of the ETag: changes when the rendering does. */
const format = 'article-1';

export const article = keyedRoute({
  path: '/api/news/:uid/',
  name: 'getArticle',
  summary: 'One article',
  description: 'The row of a list, with its key entities.',
  params: z.object({ uid: Uid.meta({ description: 'Article identifier' }) }),
  query: z.object({}),
  aliases: {},
  response: { type: 'application/json', schema: Article },
  errors: ['not_found'],
  cost: 1,
  cacheControl: feedCacheControl,
  read: () => null,
  handle: ({ params: { uid } }, deps) => {
    const cached = deps.cache.get(`article|${uid}`, {
      isCurrent: () => true,
      isShared: () => deps.tail.byUid(uid) === undefined,
      load: () => {
        const held = deps.tail.byUid(uid);
        return held === undefined ? loadStored(uid, deps) : articlePage(uid, held.doc, held.keyEntities, deps.nowMs());
      },
    });
    return cached instanceof Promise ? cached.then(reply) : reply(cached);
  },
});

const reply = ({ page, source }: CachedPage): Reply => ({ content: page.content, rowsCount: 1, source });

async function loadStored(uid: string, { ask, nowMs }: ApiDeps): Promise<Page> {
  const row = await ask((store) => rowByUid(store, uid));
  if (row === null) throw apiError('not_found', 'There is no article with this uid.', {});
  return { ...articlePage(uid, row.doc, JSON.stringify(row.detail.key_entities), nowMs()), isShared: true };
}

/** A row never changes, so the page is kept until something else needs the room. */
function articlePage(uid: string, doc: string, keyEntities: string, nowMs: number): Page {
  const { original, enrichment, ...rest } = JSON.parse(doc) as NewsItem;
  const news_context_enhancement = { key_entities: JSON.parse(keyEntities) as KeyEntity[] };
  const value: Article = { original, enrichment: { ...enrichment, news_context_enhancement }, ...rest, earnings: null };
  return {
    content: createContent(JSON.stringify(value), { etag: etagOf(`${format}|${uid}`) }),
    rowsCount: 1,
    firstCreatedAtMs: null,
    freshUntilMs: nowMs + keptMs,
    staleUntilMs: nowMs + keptMs + staleMs,
    watch: null,
    isShared: false,
  };
}
