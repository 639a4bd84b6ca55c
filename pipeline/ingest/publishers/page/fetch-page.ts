/**
 * Fetches an article's page within robots.txt and the pace of its host, each redirect like a separate request, and reduces it to its main
 * text. Nothing that a server sends makes it throw. It caches pages for a while, within a bound, because a publisher lists an article in
 * several feeds and corrects headlines.
 */
import { LRUCache } from 'lru-cache';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { ParseUnavailableError } from '../../parse/parse.ts';
import { pause } from '../../schedule.ts';
import type { FetchResult, StageDeps } from '../../stage.ts';
import type { Authority } from '../authority.ts';
import { createHostRest } from './host-rest.ts';
import type { PageResult } from './page-outcome.ts';
import { productOf } from './read-robots.ts';
import { createRobots } from './robots.ts';

export interface PageRequest {
  readonly article: Pick<RawArticle, 'url' | 'title'>;
  readonly authority: Authority;
  /** Steady-clock time after which the text is of no use to the caller. */
  readonly untilMs: number;
}

export type FetchPage = (wanted: PageRequest) => Promise<PageResult>;

export interface FetchPageOptions {
  readonly userAgent: string;
  readonly bodyBytesMax?: number;
  readonly steadyMs?: () => number;
}

interface CachedText {
  readonly text: string;
  /** Address after redirects; the validators belong to it. */
  readonly url: string;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly readAtMs: number;
}

/** Bytes without pictures and scripts; the longest pages of news sites have half of it. */
export const pageBytesMax = 4_000_000;
const redirectsMax = 4;
const cacheBytesMax = 16_000_000;
/** Milliseconds during which a cached page is not fetched again. */
const freshForMs = 600_000;

const accept = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1';

export function createFetchPage(deps: Pick<StageDeps, 'fetch' | 'parse' | 'signal'>, options: FetchPageOptions): FetchPage {
  const { bodyBytesMax = pageBytesMax, steadyMs = steadyNowMs } = options;
  const robots = createRobots({ ...deps, product: productOf(options.userAgent), steadyMs });
  const rest = createHostRest(steadyMs);
  const kept = new LRUCache<string, CachedText>({ max: 10_000, maxSize: cacheBytesMax, sizeCalculation: ({ text }) => 1_000 + 2 * text.length });

  async function follow({ article, authority, untilMs }: PageRequest, before: CachedText | undefined): Promise<PageResult> {
    let url = new URL(article.url);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (rest.waitMs(url.host) > untilMs - steadyMs()) return { outcome: 'host_rests' };
      const verdict = await robots.ask(url);
      if (verdict.outcome !== 'allowed') return verdict;
      const waitMs = rest.waitMs(url.host);
      if (waitMs > untilMs - steadyMs()) return { outcome: 'host_rests' };
      if (waitMs > 0) await pause(waitMs, deps.signal);
      const timeoutMs = Math.floor(untilMs - steadyMs());
      if (timeoutMs <= 0) return { outcome: 'too_slow' };
      rest.asked(url.host, verdict.delayMs);
      const led: URL[] = [];
      const known = before?.url === url.href ? before : undefined;
      const result = await deps.fetch({
        url: url.href,
        headers: { accept },
        etag: known?.etag ?? null,
        lastModified: known?.lastModified ?? null,
        bodyBytesMax,
        timeoutMs,
        purpose: 'page',
        // Redirects are not followed here: the target gets its own request, if robots.txt of its host allows it.
        mayLeadTo: (address) => {
          led.push(address);
          return false;
        },
      });
      const [next] = led;
      if (next === undefined) return outcomeOf(article, url.href, result, known);
      if (!mayGo(next, authority)) return { outcome: 'forbidden_address' };
      url = next;
    }
    return { outcome: 'too_many_redirects' };
  }

  async function outcomeOf(
    { url, title }: PageRequest['article'],
    askedUrl: string,
    result: FetchResult,
    known: CachedText | undefined,
  ): Promise<PageResult> {
    const { host } = new URL(askedUrl);
    if (result.outcome === 'not_modified' && known !== undefined) {
      rest.answered(host);
      kept.set(url, { ...known, readAtMs: steadyMs() });
      return { outcome: 'read', text: known.text };
    }
    if (result.outcome !== 'ok') {
      const outcome = failureOf(result);
      if (asksForRest(result)) rest.failed(host);
      else if (outcome === 'status') rest.answered(host);
      return { outcome };
    }
    const { body, contentType, etag, lastModified } = result;
    const parsed = await deps.parse('page', { body, contentType, title });
    // A host whose page cannot be parsed in time gets fewer requests, because each costs as much.
    if (!parsed.isRead) {
      rest.failed(host);
      return { outcome: 'unreadable' };
    }
    rest.answered(host);
    if (!parsed.value.ok) return { outcome: parsed.value.reason };
    const { text } = parsed.value;
    kept.set(url, { text, url: askedUrl, etag, lastModified, readAtMs: steadyMs() });
    return { outcome: 'read', text };
  }

  return async (wanted) => {
    const before = kept.get(wanted.article.url);
    if (before !== undefined && steadyMs() - before.readAtMs < freshForMs) return { outcome: 'read', text: before.text };
    try {
      return await follow(wanted, before);
    } catch (error) {
      // An outage on this side: the article is published as its feed has it.
      if (error instanceof ParseUnavailableError) return { outcome: 'unreadable' };
      throw error;
    }
  };
}

/** Returns whether a redirect may be followed: an aggregator's to any publisher, others' where the source has authority. */
const mayGo = (address: URL, authority: Authority): boolean =>
  /^https?:$/.test(address.protocol) && address.username === '' && (authority.isAggregator || authority.mayLeadTo(address));

type Failure = Exclude<PageResult['outcome'], 'read'>;

/** Returns whether the host should get fewer requests: it is unreachable or slow, or refuses clients. A missing page does not count. */
function asksForRest(result: FetchResult): boolean {
  if (result.outcome !== 'failed') return result.outcome === 'refused';
  const { status } = result;
  if (status !== null) return status === 403 || status === 429 || status >= 500;
  return ['too_slow', 'unreachable'].includes(failureOf(result));
}

function failureOf(result: Exclude<FetchResult, { outcome: 'ok' }>): Failure {
  if (result.outcome === 'refused') return 'too_large';
  if (result.outcome === 'not_modified' || result.status !== null) return 'status';
  if (result.detail.startsWith('forbidden: ')) return 'forbidden_address';
  if (result.detail.startsWith('no complete answer')) return 'too_slow';
  return result.detail.startsWith('the host asked') || result.detail.endsWith('already wait for this host') ? 'host_rests' : 'unreachable';
}
