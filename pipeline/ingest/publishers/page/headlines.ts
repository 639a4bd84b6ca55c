/** Adds the text of its page to an article with little more than a headline, before it is published: RAW takes an identity once. */
import { withTimeout } from '#ops/process/with-timeout.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { RawArticle, RawMessage } from '#schemas/raw.ts';
import { articleTextOf, DESCRIPTION_LENGTH_MIN, summaryOf } from '../../../refine/normalise/summary.ts';
import { authorityOf } from '../authority.ts';
import type { Source } from '../catalogue.ts';
import type { FetchPage, PageResult } from './fetch-page.ts';

export type Headlines = ReturnType<typeof createHeadlines>;

const LEFT_MS_MIN = 50;

const isBareHeadline = ({ title, summary }: RawArticle): boolean =>
  summaryOf(articleTextOf(summary, null, title), title).length < DESCRIPTION_LENGTH_MIN;

/** `waitMs`: maximum time that the articles of a poll wait for their pages. */
export function createHeadlines(fetchPage: FetchPage, waitMs: number) {
  return {
    wantsPage: (message: RawMessage, source: Source): message is RawArticle =>
      message.kind === 'article' && message.body === null && source.pages !== false && isBareHeadline(message),
    /** Starts the time limit for all articles of a poll. Returns a function that completes one article and reports the outcome. */
    begin: (source: Source) => {
      const authority = authorityOf(source);
      const untilMs = steadyNowMs() + waitMs;
      return async (article: RawArticle): Promise<{ readonly article: RawArticle; readonly outcome: PageResult['outcome'] }> => {
        const leftMs = untilMs - steadyNowMs();
        if (leftMs < LEFT_MS_MIN) return { article, outcome: 'no_time' };
        const page = await inTime(fetchPage({ article, authority, untilMs }), leftMs);
        return page.outcome === 'read' ? { article: { ...article, body: page.text }, outcome: 'read' } : { article, outcome: page.outcome };
      };
    },
  };
}

class LateError extends Error {}

/** Returns the outcome `too_slow` on a timeout. A robots.txt or page that arrives later is cached for the next article. */
const inTime = (work: Promise<PageResult>, timeoutMs: number): Promise<PageResult> =>
  withTimeout(timeoutMs, work, () => new LateError()).catch((error: unknown) => {
    if (error instanceof LateError) return { outcome: 'too_slow' };
    throw error;
  });
