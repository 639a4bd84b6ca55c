/**
 * Answers a feed query for a caller: resolves the symbols to tickers, then reads a page newest first or, in delta mode, in log order. All
 * feed operations use it.
 */
import type { Plan } from '#schemas/plan.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { invalidParameter } from '../errors.ts';
import type { Result } from '../operation.ts';
import type { ResolvedSymbol } from '../symbols/directory.ts';
import { asOf } from './deps-as-of.ts';
import { readDelta } from './delta.ts';
import { readNewest } from './newest.ts';
import { pageSizeMax, type ReadQuery } from './parameters.ts';
import type { FeedRequest } from './feed-request.ts';

export function answerFeed(read: ReadQuery, caller: Caller, deps: ApiDeps): Result | Promise<Result> {
  checkPageSize(read.pageSize, caller.plan);
  const request = feedRequest(read, caller, deps);
  const readPage = request.mode === 'delta' ? readDelta : readNewest;
  return asOf(read.asOfMs, caller, deps, (then) => readPage(request, then));
}

export function checkPageSize(pageSize: number, plan: Plan): void {
  if (pageSize >= 1 && pageSize <= plan.pageSizeMax) return;
  const most = plan.pageSizeMax === pageSizeMax ? '' : `; the pro plan allows up to ${pageSizeMax}`;
  throw invalidParameter('page_size', `must be an integer from 1 to ${plan.pageSizeMax} on the ${plan.name} plan, not ${pageSize}${most}`);
}

export function feedRequest(read: ReadQuery, caller: Caller, deps: Pick<ApiDeps, 'symbols'>): FeedRequest {
  const resolved = read.symbols === null ? null : resolveSymbols(read.symbols, caller, deps, read.asOfMs ?? undefined);
  return {
    ...read,
    caller,
    filter: resolved === null ? read.filter : { ...read.filter, tickers: resolved.tickers, spans: resolved.spans },
    symbolNote: resolved?.note ?? null,
  };
}

const watchlistWord = 'WATCHLIST';

/** Returns each text once, with the caller's saved symbols in place of `WATCHLIST`. */
export const withWatchlist = (texts: readonly string[], { account: { watchlist = [] } }: Caller): string[] => [
  ...new Set(texts.flatMap((text) => (text === watchlistWord ? watchlist : [text]))),
];

/** Returns the tickers that the texts name together, of the companies that had them at `atMs`; `WATCHLIST` names the caller's saved symbols. */
export function resolveSymbols(texts: readonly string[], caller: Caller, { symbols }: Pick<ApiDeps, 'symbols'>, atMs?: number): ResolvedSymbol {
  const resolved = symbols.resolveAll(withWatchlist(texts, caller), atMs);
  if ((caller.account.watchlist ?? []).length > 0 || !texts.includes(watchlistWord)) return resolved;
  const note = 'The watchlist is empty. Add symbols in the account area.';
  return { ...resolved, note: resolved.note === null ? note : `${note} ${resolved.note}` };
}
