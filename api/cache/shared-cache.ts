/**
 * Pages shared between API processes through Redis: one hash a page, its facts beside its bytes. Reads give up
 * quickly and writes are not waited for; while Redis fails, nothing is asked of it.
 */
import { hash } from 'node:crypto';
import { z } from 'zod';
import { isReady, type Redis } from '#ops/runtime/redis.ts';
import { createBreaker } from '../breaker.ts';
import { createContent, keepContent } from '../reply/content.ts';
import type { Page } from './page-cache.ts';

export interface SharedCache {
  readonly get: (key: string) => Promise<Page | null>;
  /** Not waited for; a failure is a miss later. */
  readonly set: (key: string, page: Page) => void;
}

const Facts = z.object({
  type: z.string(),
  etag: z.string(),
  rowsCount: z.number(),
  firstCreatedAtMs: z.number().nullable(),
  freshUntilMs: z.number(),
  staleUntilMs: z.number(),
});

const bodyBytesMax = 1_000_000;

/** `namespace` changes with whatever would make a page of before wrong, such as the key that signs cursors. */
export function createSharedCache(redis: Redis, namespace: string, nowMs: () => number): SharedCache {
  const breaker = createBreaker({ failuresMax: 1, openMs: 1_000 });
  const redisKey = (key: string): string => `page:${namespace}:${hash('sha256', key, 'base64url')}`;
  const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
    if (!isReady(redis) || !breaker.mayTry()) return null;
    try {
      const value = await work();
      breaker.succeeded();
      return value;
    } catch {
      breaker.failed();
      return null;
    }
  };
  return {
    get: async (key) => {
      const found = await attempt(() => redis.hmgetBuffer(redisKey(key), 'facts', 'body'));
      const [facts, body] = found ?? [];
      if (!facts || !body) return null;
      const parsed = Facts.safeParse(jsonOf(facts));
      if (!parsed.success) return null;
      const { type, etag, ...rest } = parsed.data;
      return { ...rest, content: createContent(body, { type, etag }), watch: null, isShared: true };
    },
    set: (key, page) => {
      const { content, rowsCount, firstCreatedAtMs, freshUntilMs, staleUntilMs } = page;
      const lifeMs = staleUntilMs - nowMs();
      if (lifeMs <= 0 || content.identity.length > bodyBytesMax) return;
      const facts = JSON.stringify({ type: content.type, etag: content.etag, rowsCount, firstCreatedAtMs, freshUntilMs, staleUntilMs });
      const name = redisKey(key);
      void attempt(() =>
        redis
          .multi()
          .hset(name, { facts, body: keepContent(content) })
          .pexpire(name, lifeMs)
          .exec(),
      );
    },
  };
}

/** What is no JSON is nothing: another program's, or cut short. */
function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
