/**
 * Fetches the page of an article and extracts its main text, within robots.txt and the request rate of each host. Every failure is an
 * outcome, never an error. Texts are cached for a while, because several feeds list an article and publishers correct headlines.
 */
import { LRUCache } from 'lru-cache';
import { pause, backoff } from '#ops/process/pause.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RawArticle } from '#schemas/raw.ts';
import { ParseUnavailableError } from '../../parse/parse.ts';
import type { FailureCause, FetchResult, StageDeps } from '../../stage.ts';
import type { Authority } from '../authority.ts';
import { productOf } from './read-robots.ts';
import { createRobots } from './robots.ts';

interface PageRequest {
  readonly article: Pick<RawArticle, 'url' | 'title'>;
  readonly authority: Authority;
  /** Steady-clock milliseconds after which the caller no longer needs the text. */
  readonly untilMs: number;
}

export type FetchPage = (wanted: PageRequest) => Promise<PageResult>;

/** Maximum size in bytes, without pictures and scripts; the longest pages of news sites have half of it. */
const bodyBytesMax = 4_000_000;
const redirectsMax = 4;
const cacheBytesMax = 16_000_000;
/** Milliseconds for which a cached page is used without a request. */
const freshForMs = 600_000;

const accept = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1';

export function createFetchPage(deps: Pick<StageDeps, 'fetch' | 'parse' | 'signal'>, userAgent: string): FetchPage {
  const askRobots = createRobots({ fetch: deps.fetch, parse: deps.parse, product: productOf(userAgent) });
  const hostPause = createHostPause();
  const texts = new LRUCache<string, string>({ maxSize: cacheBytesMax, sizeCalculation: (text) => 1_000 + 2 * text.length, ttl: freshForMs });

  async function follow({ article, authority, untilMs }: PageRequest): Promise<PageResult> {
    let url = new URL(article.url);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      if (hostPause.waitMs(url.host) > untilMs - steadyNowMs()) return { outcome: 'host_rests' };
      const verdict = await askRobots(url);
      if (verdict.outcome !== 'allowed') return verdict;
      const waitMs = hostPause.waitMs(url.host);
      if (waitMs > untilMs - steadyNowMs()) return { outcome: 'host_rests' };
      if (waitMs > 0) await pause(waitMs, deps.signal);
      const timeoutMs = Math.floor(untilMs - steadyNowMs());
      if (timeoutMs <= 0) return { outcome: 'too_slow' };
      hostPause.requested(url.host, verdict.delayMs);
      const redirectTargets: URL[] = [];
      const result = await deps.fetch({
        url: url.href,
        headers: { accept },
        bodyBytesMax,
        timeoutMs,
        purpose: 'page',
        // Stops at a redirect: its target gets a separate request, if the robots.txt of its host allows it.
        mayLeadTo: (address) => {
          redirectTargets.push(address);
          return false;
        },
      });
      const [next] = redirectTargets;
      if (next === undefined) return outcomeOf(article, url.host, result);
      if (!mayGo(next, authority)) return { outcome: 'forbidden_address' };
      url = next;
    }
    return { outcome: 'too_many_redirects' };
  }

  async function outcomeOf({ url, title }: PageRequest['article'], host: string, result: FetchResult): Promise<PageResult> {
    if (result.outcome !== 'ok') {
      const outcome = failureOf(result);
      if (asksForPause(result)) hostPause.failed(host);
      else if (outcome === 'status') hostPause.answered(host);
      return { outcome };
    }
    const { body, contentType } = result;
    const parsed = await deps.parse('page', { body, contentType, title });
    // Parsing such a page costs as much as any other, so the host gets fewer requests.
    if (!parsed.isRead) {
      hostPause.failed(host);
      return { outcome: 'unreadable' };
    }
    hostPause.answered(host);
    if (!parsed.value.ok) return { outcome: parsed.value.reason };
    const { text } = parsed.value;
    texts.set(url, text);
    return { outcome: 'read', text };
  }

  return async (wanted) => {
    const text = texts.get(wanted.article.url);
    if (text !== undefined) return { outcome: 'read', text };
    try {
      return await follow(wanted);
    } catch (error) {
      // No parser is available, so the article is published without its page.
      if (error instanceof ParseUnavailableError) return { outcome: 'unreadable' };
      throw error;
    }
  };
}

/** Returns whether a redirect may be followed: for an aggregator to any publisher, else to an address of the source. */
const mayGo = (address: URL, authority: Authority): boolean =>
  /^https?:$/.test(address.protocol) && address.username === '' && (authority.isAggregator || authority.mayLeadTo(address));

type Failure = Exclude<PageResult['outcome'], 'read'>;

/**
 * Returns whether the host should get fewer requests, because it is unreachable or slow, refuses clients, fails or sends too
 * much. A missing page does not count.
 */
function asksForPause(result: FetchResult): boolean {
  if (result.outcome !== 'failed') return result.outcome === 'refused';
  const { cause, status } = result;
  if (status !== null) return status === 403 || status === 429 || status >= 500;
  return cause === 'too_slow' || cause === 'unreachable';
}

const outcomes: Readonly<Record<FailureCause, Failure>> = {
  forbidden: 'forbidden_address',
  host_pause: 'host_rests',
  too_slow: 'too_slow',
  status: 'status',
  unreachable: 'unreachable',
  aborted: 'unreachable',
  not_leading: 'unreachable',
};

function failureOf(result: Exclude<FetchResult, { outcome: 'ok' }>): Failure {
  if (result.outcome === 'refused') return 'too_large';
  return result.outcome === 'not_modified' ? 'status' : outcomes[result.cause];
}

interface HostState {
  readonly failures: number;
  readonly freeAtMs: number;
}

/** Consecutive failures without a pause. Further ones pause the host for 1 min, 2 min and so on up to an hour, with jitter. */
const failuresAllowed = 2;
const [pauseFirstMs, pauseLastMs] = [60_000, 3_600_000] as const;
const hostsMax = 10_000;

/** Tracks until when each host gets no page request: after repeated failures, or because its robots.txt sets a delay. */
function createHostPause() {
  const states = new LRUCache<string, HostState>({ max: hostsMax });
  const stateOf = (host: string): HostState => states.get(host) ?? { failures: 0, freeAtMs: 0 };
  const postpone = (host: string, failures: number, waitMs: number): void =>
    void states.set(host, { failures, freeAtMs: Math.max(stateOf(host).freeAtMs, steadyNowMs() + waitMs) });
  return {
    /** Returns the milliseconds until the next request to the host; 0 or less when it may be sent now. */
    waitMs: (host: string): number => stateOf(host).freeAtMs - steadyNowMs(),
    /** Records a request. `delayMs` is the Crawl-delay of the host; null without one. */
    requested: (host: string, delayMs: number | null): void => {
      if (delayMs !== null) postpone(host, stateOf(host).failures, Math.min(delayMs, pauseLastMs));
    },
    answered: (host: string): void => {
      if (stateOf(host).failures > 0) states.set(host, { ...stateOf(host), failures: 0 });
    },
    failed: (host: string): void => {
      const failures = stateOf(host).failures + 1;
      postpone(host, failures, failures > failuresAllowed ? backoff(failures - failuresAllowed - 1, pauseFirstMs, pauseLastMs) : 0);
    },
  };
}

/** Outcomes of fetching a page, each counted in metrics. The value is true when a later attempt may succeed. */
const mayBeReadLater = {
  read: false,
  robots_forbidden: false,
  robots_unreachable: true,
  /** No complete answer arrived within the time limit of the poll. */
  too_slow: true,
  /** The pages of earlier entries used up the time limit. */
  no_time: true,
  /** The host gets no request now: it sent Retry-After, failed often, or sets a longer delay than an entry waits. */
  host_rests: true,
  status: true,
  unreachable: true,
  /** The address is not public, or a redirect leads to an address that the source may not publish. */
  forbidden_address: false,
  too_many_redirects: false,
  too_large: false,
  not_html: false,
  /** The page exceeded a limit of the parser, or the parser has a defect. */
  unreadable: false,
  no_text: false,
  other_text: false,
} as const;
export type PageOutcome = keyof typeof mayBeReadLater;

export const isPassing = (outcome: PageOutcome): boolean => mayBeReadLater[outcome];

export type PageResult = { readonly outcome: 'read'; readonly text: string } | { readonly outcome: Exclude<PageOutcome, 'read'> };
