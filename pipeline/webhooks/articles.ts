/** Reads the articles of deliveries from the feed log, rendered as items of GET /api/news/. */
import { LRUCache } from 'lru-cache';
import { feedBounds } from '#ops/feed-log/feed-follower.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { readFeedRecord, type FeedRow } from '#schemas/feed-log.ts';
import { renderItem } from '#schemas/render-item.ts';
import { streams } from '#schemas/subjects.ts';
import { categories } from '#schemas/vocabulary.ts';

export interface Article {
  readonly uid: string;
  readonly tickers: readonly string[];
  readonly text: string;
}

export type Articles = ReturnType<typeof readArticles>;

/** Maximum number of cached articles; a story goes to many webhooks at about the same time. */
const cachedMax = 2_000;
const answerWithinMs = 5_000;

export function readArticles(bus: Bus) {
  const message = (query: { readonly seq: number } | { readonly last_by_subj: string }) =>
    withTimeout(answerWithinMs, bus.jsm.streams.getMessage(streams.feed, query));

  /** Reads a missing row again. Throws when the log ends before it: refine may still write the row to a log that has lost its end. */
  const readAgain = async (seq: number): ReturnType<typeof message> => {
    const { lastSeq } = await withTimeout(answerWithinMs, feedBounds(bus));
    if (lastSeq < seq) throw new Error(`the feed log ends at ${lastSeq}, before ${seq}`);
    return message({ seq });
  };

  const read = async (seq: number): Promise<Article | undefined> => {
    const stored = (await message({ seq })) ?? (await readAgain(seq));
    return stored === null ? undefined : (articleOf(stored.data) ?? undefined);
  };
  const cache = new LRUCache<number, Article>({ max: cachedMax, fetchMethod: read, ignoreFetchAbort: true });

  return {
    /** Returns the article, or null when the log has lost its row. Throws while the log cannot be read, or ends before the row. */
    at: async (seq: number, uid: string): Promise<Article | null> => {
      const found = await cache.fetch(seq);
      if (found === undefined || found.uid === uid) return found ?? null;
      // A cached row may be of a log that has since lost its end and grown again with other rows.
      const again = await cache.fetch(seq, { forceRefresh: true });
      return again?.uid === uid ? again : null;
    },
    /** Returns the newest article that names a ticker among the last articles of all categories, or null when none of them does. */
    newest: async (): Promise<Article | null> => {
      const messages = await Promise.all(categories.map((category) => message({ last_by_subj: `feed.${category}` })));
      const inOrder = messages.flatMap((one) => one ?? []).sort((a, b) => b.seq - a.seq);
      for (const { data } of inOrder) {
        const article = articleOf(data);
        if (article !== null && article.tickers.length > 0) return article;
      }
      return null;
    },
  };
}

function articleOf(data: Uint8Array): Article | null {
  const parsed = readFeedRecord(data);
  if (!parsed.ok || parsed.record.type !== 'row') return null;
  const { uid, item }: FeedRow = parsed.record;
  return { uid, tickers: item.enrichment.tickers, text: renderItem(item) };
}
