/**
 * Decides whether a page may be fetched (RFC 9309). A missing robots.txt allows everything. When it cannot be fetched, its last rules stay
 * valid; without any, the origin is forbidden for ten minutes.
 */
import { LRUCache } from 'lru-cache';
import { withJitter } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { FetchResult, StageDeps } from '../../stage.ts';

type Verdict =
  | { readonly outcome: 'allowed'; readonly delayMs: number | null }
  | { readonly outcome: 'robots_forbidden' }
  /** The robots.txt could not be fetched and is not known to be missing, or it was not parsed in time. */
  | { readonly outcome: 'robots_unreachable' }
  /** The host is not public, so nothing was requested. */
  | { readonly outcome: 'forbidden_address' };

export type RobotsCheck = (url: URL) => Promise<Verdict>;

interface CachedRobots {
  /** Null when it could not be fetched, which forbids all pages. */
  readonly body: Buffer | null;
  readonly isAddressForbidden?: true;
  readonly staleAtMs: number;
}

type RobotsOptions = Pick<StageDeps, 'fetch' | 'parse'> & { readonly product: string; readonly steadyMs?: () => number };

/** Maximum size in bytes; RFC 9309, 2.5 requires at least 500 KiB. */
const bodyBytesMax = 512_000;
const timeoutMs = 10_000;
/** Milliseconds for which a robots.txt is cached (RFC 9309, 2.4). */
const keptForMs = 24 * 3_600_000;
const againAfterMs = 600_000;
const originsMax = 5_000;
const cacheBytesMax = 16_000_000;
const noRules = Buffer.alloc(0);

export function createRobots({ product, fetch, parse, steadyMs = steadyNowMs }: RobotsOptions): RobotsCheck {
  const cache = new LRUCache<string, CachedRobots>({
    max: originsMax,
    maxSize: cacheBytesMax,
    sizeCalculation: ({ body }) => 500 + (body?.length ?? 0),
  });
  const requests = new Map<string, Promise<CachedRobots>>();

  async function fetchRobots(origin: string, before: CachedRobots | undefined): Promise<CachedRobots> {
    const result = await fetch({
      url: `${origin}/robots.txt`,
      headers: { accept: 'text/plain, */*;q=0.5' },
      bodyBytesMax,
      timeoutMs,
      purpose: 'page',
    });
    const now = entryAfter(result, before, steadyMs());
    cache.set(origin, now);
    return now;
  }

  /** Returns the robots.txt of an origin; concurrent callers share one request. */
  function robotsOf(origin: string): Promise<CachedRobots> {
    const known = cache.get(origin);
    if (known !== undefined && steadyMs() < known.staleAtMs) return Promise.resolve(known);
    const inFlight = requests.get(origin);
    if (inFlight !== undefined) return inFlight;
    const request = fetchRobots(origin, known).finally(() => requests.delete(origin));
    requests.set(origin, request);
    return request;
  }

  return async (url) => {
    const { body, isAddressForbidden } = await robotsOf(url.origin);
    if (body === null) return { outcome: isAddressForbidden ? 'forbidden_address' : 'robots_unreachable' };
    if (body.length === 0) return { outcome: 'allowed', delayMs: null };
    const read = await parse('robots', { body, robotsUrl: `${url.origin}/robots.txt`, url: url.href, product });
    if (!read.isRead) return { outcome: 'robots_unreachable' };
    return read.value.isAllowed ? { outcome: 'allowed', delayMs: read.value.delayMs } : { outcome: 'robots_forbidden' };
  };
}

/** Returns the new cache entry. A 4xx status means a missing file (RFC 9309, 2.3.1), except 429, which counts as no answer. */
function entryAfter(result: FetchResult, before: CachedRobots | undefined, nowMs: number): CachedRobots {
  const fresh = { staleAtMs: nowMs + withJitter(keptForMs) };
  if (result.outcome === 'ok') return { body: result.body, ...fresh };
  const isMissing = result.outcome === 'failed' && result.status !== null && result.status >= 400 && result.status < 500 && result.status !== 429;
  if (isMissing) return { body: noRules, ...fresh };
  return {
    body: before?.body ?? null,
    staleAtMs: nowMs + withJitter(againAfterMs),
    ...(result.outcome === 'failed' && result.cause === 'forbidden' && { isAddressForbidden: true as const }),
  };
}
