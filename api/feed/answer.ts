/**
 * Answers a feed query for a caller: resolves the symbol to tickers, then reads a page newest first or, in delta mode,
 * in log order. Shared by every feed operation.
 */
import type { Caller } from '../auth/caller.ts';
import type { CachedPage } from '../cache/page-cache.ts';
import type { ApiDeps } from '../context.ts';
import type { Result } from '../operation.ts';
import { readDelta } from './delta.ts';
import { readNewest } from './newest.ts';
import { checkPageSize, type ReadQuery } from './parameters.ts';
import type { FeedRequest } from './read.ts';

export function answerFeed(read: ReadQuery, caller: Caller, deps: ApiDeps): Result | Promise<Result> {
  checkPageSize(read.pageSize, caller.plan);
  const request = feedRequest(read, caller, deps);
  const page = read.mode === 'delta' ? readDelta(request, deps) : readNewest(request, deps);
  return page instanceof Promise ? page.then(reply) : reply(page);
}

/** The query as this caller's, its ticker resolved. */
export function feedRequest(read: ReadQuery, caller: Caller, deps: ApiDeps): FeedRequest {
  const resolved = read.symbol === null ? null : deps.symbols.resolve(read.symbol);
  return {
    ...read,
    caller,
    filter: resolved === null ? read.filter : { ...read.filter, tickers: resolved.tickers, spans: resolved.spans },
    symbolNote: resolved?.note ?? null,
  };
}

const reply = ({ page, source }: CachedPage): Result => ({ content: page.content, rowsCount: page.rowsCount, source });
