/** Writes the background of a single fetch: how the row's story began, and the last earnings read of the company that it names first. */
import { knownBefore } from '#clickhouse/background.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import { easternDate } from '#schemas/edgar-calendar.ts';
import type { StoredItem } from '#schemas/item.ts';
import type { TickerSpan } from '#schemas/ticker-spans.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError, unavailable } from '../errors.ts';
import { withdrawalInTail } from './stored-article.ts';

type Deps = Pick<ApiDeps, 'ask' | 'tail' | 'isFollowing' | 'symbols'>;
type Row = Readonly<Record<'uid' | 'storyId' | 'doc', string>>;
type StoryBeginning = Pick<StoredItem['original'], 'title' | 'source' | 'time_published'>;

/** Longest wait for the store, after which the article is served without background. */
const waitMs = 500;

/** Returns sentences, '' if nothing is known, or null if the store is unavailable or does not answer in time. */
export async function backgroundOf(row: Row, deps: Deps): Promise<string | null> {
  try {
    return await withTimeout(waitMs, readBackground(row, deps), () => unavailable('store', 'The background was not read in time.'));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unavailable') return null;
    throw error;
  }
}

async function readBackground({ uid, storyId, doc }: Row, deps: Deps): Promise<string> {
  const item = JSON.parse(doc) as StoredItem;
  const inTail = storyId === uid ? null : firstInTail(storyId, deps);
  const spans = spansBefore(item, deps);
  const wanted = { storyId: storyId === uid || inTail !== null ? null : storyId, spans };
  const { first, read } =
    wanted.storyId === null && spans.length === 0 ? { first: null, read: null } : await deps.ask((store) => knownBefore(store, wanted));
  const isGone = first !== null && first.version < (withdrawalInTail(storyId, deps)?.seq ?? 0);
  const texts = [
    beginning(inTail ?? (isGone ? null : first), item),
    read === null ? '' : `${item.enrichment.tickers[0]} last reported ${read.fiscal_period} on ${easternDate(read.time_published)}: ${read.verdict}.`,
  ];
  return texts.filter((text) => text !== '').join(' ');
}

function firstInTail(storyId: string, { tail, isFollowing }: Deps): StoryBeginning | null {
  const row = isFollowing() ? tail.byUid(storyId) : undefined;
  return row === undefined ? null : (JSON.parse(row.doc) as StoredItem).original;
}

function beginning(first: StoryBeginning | null, { original }: StoredItem): string {
  // The first row to arrive need not be the first that was published.
  if (first === null || first.time_published > original.time_published) return '';
  return `Its story began here with "${first.title}" (${first.source}, ${first.time_published.slice(0, 16).replace('T', ' ')} UTC).`;
}

/** Returns the spans of the company that the row names first, up to the row's publication; none if the row names no company. */
function spansBefore({ original, enrichment }: StoredItem, { symbols }: Deps): readonly TickerSpan[] {
  const ticker = enrichment.tickers[0];
  if (ticker === undefined) return [];
  const publishedAtMs = Date.parse(original.time_published);
  return symbols.tickersFor(ticker, publishedAtMs).map((span) => ({ ...span, toMs: Math.min(span.toMs ?? publishedAtMs, publishedAtMs) }));
}
