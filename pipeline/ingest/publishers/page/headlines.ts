/**
 * Completes articles whose feed gives little more than the headline with their page's main text. Such an article waits for its page before
 * it is published, because RAW takes each identity once. It waits no longer than its poll allows, then is published unchanged.
 */
import { withTimeout } from '#ops/process/with-timeout.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import { articleTextOf, SHORT_LENGTH, summaryOf } from '../../../refine/normalise/summary.ts';
import { authorityOf } from '../authority.ts';
import type { Source } from '../catalogue.ts';
import type { FetchPage, PageResult } from './fetch-page.ts';

export interface Headlines {
  readonly wantsPage: (message: RawMessage, source: Source) => message is RawArticle;
  /** Starts the time limit of a poll's articles. Returns a function that completes one of them and reports the outcome. */
  readonly begin: (source: Source) => (article: RawArticle) => Promise<{ readonly article: RawArticle; readonly outcome: PageResult['outcome'] }>;
}

/** Too few milliseconds for a page to arrive, so that none is requested. */
const LEFT_MS_MIN = 50;

const isUnsaid = ({ title, summary }: RawArticle): boolean => summaryOf(articleTextOf(summary, null, title), title).length < SHORT_LENGTH;

/** Returns the completion of bare headlines; `waitMs`: longest time that an article waits for its page. */
export function createHeadlines(fetchPage: FetchPage, waitMs: number, steadyMs: () => number = steadyNowMs): Headlines {
  return {
    wantsPage: (message, source): message is RawArticle =>
      message.kind === 'article' && message.body === null && source.pages !== false && isUnsaid(message),
    begin: (source) => {
      const authority = authorityOf(source);
      const untilMs = steadyMs() + waitMs;
      return async (article) => {
        const leftMs = untilMs - steadyMs();
        if (leftMs < LEFT_MS_MIN) return { article, outcome: 'no_time' };
        const late: PageResult = { outcome: 'too_slow' };
        const page = await inTime(fetchPage({ article, authority, untilMs }), leftMs, late);
        return page.outcome === 'read' ? { article: { ...article, body: page.text }, outcome: 'read' } : { article, outcome: page.outcome };
      };
    },
  };
}

class LateError extends Error {}

/** Returns `late` on a timeout; a robots.txt or page that arrives later is cached for the next time. */
const inTime = <T>(work: Promise<T>, timeoutMs: number, late: T): Promise<T> =>
  withTimeout(timeoutMs, work, () => new LateError()).catch((error: unknown) => {
    if (error instanceof LateError) return late;
    throw error;
  });
