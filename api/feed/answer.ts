/**
 * Answers a feed query for a caller: resolves the symbols to tickers, then reads a page newest first or, in delta mode, in log order. All
 * feed operations use it.
 */
import type { Caller } from '../auth/caller.ts';
import type { CachedPage } from '../cache/page-cache.ts';
import type { ApiDeps } from '../context.ts';
import type { Result } from '../operation.ts';
import type { ResolvedSymbol } from '../symbols/directory.ts';
import { depsAsOf } from './deps-as-of.ts';
import { readDelta } from './delta.ts';
import { readNewest } from './newest.ts';
import { checkPageSize, type ReadQuery } from './parameters.ts';
import type { FeedRequest } from './read.ts';

/** Answers with a page. Throws what `readDelta` and `readNewest` throw, and 400 for a page size above the plan's. */
export function answerFeed(read: ReadQuery, caller: Caller, deps: ApiDeps): Result | Promise<Result> {
  checkPageSize(read.pageSize, caller.plan);
  const request = feedRequest(read, caller, deps);
  return read.asOfMs === null ? answer(request, deps) : depsAsOf(read.asOfMs, deps).then((then) => answer(request, then));
}

function answer(request: FeedRequest, deps: ApiDeps): Result | Promise<Result> {
  const page = request.mode === 'delta' ? readDelta(request, deps) : readNewest(request, deps);
  return page instanceof Promise ? page.then(reply) : reply(page);
}

/** Returns the query with the caller and its symbols resolved. */
export function feedRequest(read: ReadQuery, caller: Caller, deps: Pick<ApiDeps, 'symbols'>): FeedRequest {
  const resolved = read.symbols === null ? null : resolveSymbols(read.symbols, caller, deps);
  return {
    ...read,
    caller,
    filter: resolved === null ? read.filter : { ...read.filter, tickers: resolved.tickers, spans: resolved.spans },
    symbolNote: resolved?.note ?? null,
  };
}

/** The word that denotes the caller's saved symbols. */
export const watchlistWord = 'WATCHLIST';

/** Returns the tickers that the texts name together; `WATCHLIST` names the caller's saved symbols. */
export function resolveSymbols(
  texts: readonly string[],
  { account: { watchlist = [] } }: Caller,
  { symbols }: Pick<ApiDeps, 'symbols'>,
): ResolvedSymbol {
  const resolved = symbols.resolveAll([...new Set(texts.flatMap((text) => (text === watchlistWord ? watchlist : [text])))]);
  if (watchlist.length > 0 || !texts.includes(watchlistWord)) return resolved;
  const note = 'The watchlist is empty. Add symbols in the account area.';
  return { ...resolved, note: resolved.note === null ? note : `${note} ${resolved.note}` };
}

const reply = ({ page, source }: CachedPage): Result => ({ content: page.content, rowsCount: page.rowsCount, source });
