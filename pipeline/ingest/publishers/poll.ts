/** Polls one source. The position is stored last: a stop may publish an identity again, but never loses an entry. */
import { compareText } from '#schemas/compare-text.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { SourceHealth } from '../source-health.ts';
import type { FetchResult, StageDeps } from '../stage.ts';
import { tracePoll } from '../trace-poll.ts';
import { authorityOf } from './authority.ts';
import type { PolledEntries } from './cadence/cadence.ts';
import type { Source } from './catalogue.ts';
import { refusal } from './entry/entry.ts';
import { feedBytesMax, refusedFeed, type ParsedFeed } from './format/read-feed.ts';
import { isPassing } from './page/fetch-page.ts';
import type { Headlines } from './page/headlines.ts';
import type { PublisherMetrics } from './publisher-metrics.ts';
import {
  ListingPosition,
  listingAfter,
  markOf,
  positionKey,
  readPosition,
  seenIn,
  withSeen,
  type Position,
  type SeenEntries,
} from './feed-position.ts';

const timeoutMs = 30_000;
/** Maximum number of older pages that are fetched to close a gap. */
const pagesMax = 10;

export interface PollResult {
  /** Whether the next poll follows the cadence; otherwise the source waits longer. */
  readonly isHealthy: boolean;
  readonly retryAfterMs: number | null;
  /** Observations from which the cadence learns; null without a readable answer. */
  readonly observed: PolledEntries | null;
  /** Publishes the entries that wait for a page or a turn, then stores the position; does nothing when none wait. */
  readonly publishWaiting: () => Promise<void>;
}

export interface PollContext {
  readonly metrics: PublisherMetrics;
  /** Null when no pages are fetched. */
  readonly headlines: Headlines | null;
  readonly health?: Pick<SourceHealth, 'recordOutcome' | 'recordListing'>;
}

const accept =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

export async function pollSource(source: Source, untraced: StageDeps, context: PollContext): Promise<PollResult> {
  const deps = tracePoll(untraced, source.id);
  const { metrics, health } = context;
  const startedAt = performance.now();
  const line = (): Record<string, unknown> => ({ source: source.id, duration_ms: Math.round(performance.now() - startedAt) });
  const key = positionKey(source.id);
  const position = readPosition(await deps.positions.get(key), source.url);
  const poll: Poll = { source, deps, metrics, key, position, line };
  const result = await fetchFeed(source.url, source, deps, position);
  metrics.fetches.inc({ source: source.id, outcome: result.outcome });
  if (result.outcome === 'failed') {
    if (!deps.signal.aborted) deps.log.warn({ ...line(), outcome: 'failed', status: result.status, detail: result.detail }, 'source.polled');
    return { ...unread, retryAfterMs: result.retryAfterMs };
  }
  if (result.outcome === 'refused') {
    await publishRefusedDocument(poll, result);
    deps.log.warn({ ...line(), outcome: 'refused', reason: result.reason, detail: result.detail }, 'source.polled');
    return unread;
  }
  const noteSuccess = (): void => metrics.lastSuccess.set({ source: source.id }, deps.now().getTime() / 1_000);
  if (result.outcome === 'not_modified') {
    noteSuccess();
    deps.log.debug({ ...line(), outcome: 'not_modified' }, 'source.polled');
    if (source.may_be_empty !== true) health?.recordListing(source.id, position, deps.now().toISOString());
    return { ...unread, isHealthy: true, observed: { freshForMs: result.freshForMs ?? 0, entryTimes: [], listedTimes: [] } };
  }
  const seen = seenIn(position);
  const feed = await readFeedPages(source, result, seen, deps);
  const listing = listingOf(source, feed, position, result.fetchedAt);
  const { isReadable } = feed;
  health?.recordOutcome(source.id, feed.fault, result.fetchedAt);
  if (isReadable) noteSuccess();
  if (isReadable && source.may_be_empty !== true) health?.recordListing(source.id, listing, result.fetchedAt);
  const fresh = feed.messages
    .filter((message) => ['new', 'edited'].includes(seen.compare(message)))
    .map((message) => (message.kind === 'article' && seen.compare(message) === 'edited' ? { ...message, is_edit: true as const } : message));
  const waiting = fresh.filter((message) => isHistory(message) || context.headlines?.wantsPage(message, source) === true);
  const publish = async (message: Message): Promise<void> => {
    await deps.publish(message);
    if (message.kind === 'refusal') metrics.refusals.inc({ source: source.id, reason: message.reason });
    else metrics.entries.inc({ source: source.id });
  };
  const isWaiting = new Set(waiting);
  for (const message of oldestFirst(fresh.filter((one) => !isWaiting.has(one)))) await publish(message);
  const store = (postponed: ReadonlySet<string>): Promise<void> => storePoll(poll, { answer: result, feed, seen, listing, fresh, postponed });
  const publishRest = async (): Promise<void> => store(await publishWaiting(source, waiting, deps, { ...context, publish }));
  if (waiting.length === 0) await store(new Set());
  const [entryTimes, listedTimes] = [timesOf(fresh, deps.now()), timesOf(feed.messages, deps.now())];
  const observed = isReadable ? { freshForMs: result.freshForMs ?? 0, entryTimes, listedTimes } : null;
  // The attempt to parse a document that exceeds the limits of the parser costs as much every time, so its source is polled less and less
  // often.
  return { isHealthy: isReadable && !feed.isOverLimit, retryAfterMs: null, observed, publishWaiting: waiting.length === 0 ? nothing : publishRest };
}

const nothing = async (): Promise<void> => undefined;
/** The result of a poll without a readable answer. */
const unread: PollResult = { isHealthy: false, retryAfterMs: null, observed: null, publishWaiting: nothing };

interface Poll {
  readonly source: Source;
  readonly deps: StageDeps;
  readonly metrics: PublisherMetrics;
  readonly key: string;
  readonly position: Position;
  /** Returns the fields that every log line of the poll has. */
  readonly line: () => Record<string, unknown>;
}

interface PolledFeed {
  readonly answer: Answer;
  readonly feed: WholeFeed;
  readonly seen: SeenEntries;
  readonly listing: ListingPosition;
  readonly fresh: readonly Message[];
  /** Identities of edits that the next poll tries to publish again. */
  readonly postponed: ReadonlySet<string>;
}

/** Stores the position after the new entries are published, then counts and logs the poll. */
async function storePoll(poll: Poll, { answer, feed, seen, listing, fresh, postponed }: PolledFeed): Promise<void> {
  const { source, deps, metrics, line } = poll;
  const isDone = feed.isReadable && postponed.size === 0;
  const listed = feed.messages.filter(({ identity }) => !postponed.has(identity)).map(seen.countedMark);
  await storePosition(poll, {
    url: source.url,
    // Without validators, the next poll fetches the whole feed again: it is broken, or an edit must be retried.
    etag: isDone ? answer.etag : null,
    last_modified: isDone ? answer.lastModified : null,
    seen: withSeen(poll.position.seen, listed),
    ...listing,
  });
  if (feed.skipped > 0) metrics.skipped.inc({ source: source.id }, feed.skipped);
  if (feed.isGap) metrics.gaps.inc({ source: source.id });
  const outcome = {
    ...line(),
    outcome: 'ok',
    entries: feed.messages.length,
    published: fresh.length - postponed.size,
    pages: feed.pages,
    skipped: feed.skipped,
    gap: feed.isGap,
  };
  if (feed.isGap) deps.log.warn(outcome, 'source.polled');
  else deps.log[fresh.length > 0 ? 'info' : 'debug'](outcome, 'source.polled');
}

/** Returns the listing fields of the position. They stay unchanged after an unreadable feed, and are absent for a feed that may be empty. */
function listingOf(source: Source, { isReadable, messages }: WholeFeed, position: Position, at: string): ListingPosition {
  if (source.may_be_empty === true) return {};
  return isReadable ? listingAfter(position, messages.length, at) : ListingPosition.parse(position);
}

/**
 * Publishes waiting entries one at a time: in order, and with one request per host at a time. Returns the identities of edits that are not
 * published because their page cannot be read now: without its text, the edit would remove that text from the row.
 */
async function publishWaiting(
  source: Source,
  waiting: readonly Message[],
  deps: StageDeps,
  { headlines, metrics, publish }: PollContext & { readonly publish: (message: Message) => Promise<void> },
): Promise<ReadonlySet<string>> {
  const postponed = new Set<string>();
  const complete = headlines?.begin(source);
  for (const message of oldestFirst(waiting)) {
    if (complete === undefined || headlines?.wantsPage(message, source) !== true) {
      await publish(message);
      continue;
    }
    const { article, outcome } = await complete(message);
    // The process is stopping. The position is not stored, so the next start fetches the entry again.
    if (deps.signal.aborted) throw new StoppedError();
    metrics.pages.inc({ source: source.id, outcome });
    if (article.is_edit === true && isPassing(outcome)) postponed.add(article.identity);
    else await publish(article);
  }
  return postponed;
}

/** Returns whether the message is published only while refine has nothing newer to do (history-turn.ts). */
const isHistory = (message: Message): boolean => message.kind === 'article' && message.is_history === true;

/** Returns the publication times of articles; without a date an article counts as published now. */
const timesOf = (messages: readonly Message[], now: Date): number[] =>
  messages.flatMap((message) =>
    message.kind === 'article' ? [message.published_at === null ? now.getTime() : Date.parse(message.published_at)] : [],
  );

type Answer = Extract<FetchResult, { outcome: 'ok' }>;
type Message = RawArticle | RawRefusal;

const fetchFeed = (url: string, source: Source, deps: StageDeps, position: Position | null): Promise<FetchResult> =>
  deps.fetch({
    url,
    // Requests for older pages do not count in source health.
    ...(position !== null && { source: source.id }),
    headers: { accept },
    etag: position?.etag ?? null,
    lastModified: position?.last_modified ?? null,
    bodyBytesMax: feedBytesMax,
    timeoutMs,
    mayLeadTo: authorityOf(source).mayLeadTo,
  });

async function parse(source: Source, { body, contentType, url, fetchedAt }: Answer, deps: StageDeps): Promise<ParsedFeed> {
  const document = { body, contentType, url, source, seenAt: fetchedAt, fetchedAt };
  const parsed = await deps.parse('feed', document);
  return parsed.isRead ? parsed.value : refusedFeed(document, parsed);
}

const costly: ReadonlySet<RefusalReason> = new Set(['parse_timeout', 'parse_memory']);

type WholeFeed = Awaited<ReturnType<typeof readFeedPages>>;

/** Reads the feed, and older pages until one has a known entry (RFC 5005, 3 and 4). */
async function readFeedPages(source: Source, first: Answer, seen: SeenEntries, deps: StageDeps) {
  // An unchanged entry shows that the listing reaches back to the poll before. An edited one may have moved to the top, so it shows this only
  // in last place: some feeds change the dates of all entries at once.
  const overlaps = ({ items }: ParsedFeed): boolean =>
    items.some((item) => seen.compare(item) === 'unchanged') || items.slice(-1).some((item) => seen.compare(item) !== 'new');
  let feed = await parse(source, first, deps);
  const messages: Message[] = [...feed.items, ...feed.refusals];
  const isReadable = feed.format !== 'unknown';
  const [refused] = feed.refusals;
  const fault = isReadable ? null : `${refused?.reason}: ${refused?.detail}`;
  let skipped = feed.entriesSkipped;
  let isGap = seen.hasArticles && feed.items.length > 0 && !overlaps(feed);
  const visited = new Set([source.url, first.url]);
  let pages = 1;
  while (isGap && feed.olderUrl !== null && !visited.has(feed.olderUrl) && pages <= pagesMax) {
    visited.add(feed.olderUrl);
    if (!authorityOf(source).mayLeadTo(new URL(feed.olderUrl))) break;
    const page = await fetchFeed(feed.olderUrl, source, deps, null);
    if (page.outcome !== 'ok') break;
    feed = await parse(source, page, deps);
    messages.push(...feed.items, ...feed.refusals);
    skipped += feed.entriesSkipped;
    pages += 1;
    if (overlaps(feed)) isGap = false;
  }
  return {
    /** Messages in document order, newest page first. */
    messages: distinct(messages),
    pages,
    skipped,
    isReadable,
    /** Why the feed is unreadable; null when it is readable. */
    fault,
    /** Whether a document exceeded the time or memory of the parser. */
    isOverLimit: messages.some((message) => message.kind === 'refusal' && costly.has(message.reason)),
    /** Whether entries may have been listed and removed between two polls. */
    isGap,
  };
}

const distinct = (messages: readonly Message[]): Message[] =>
  [...new Map(messages.toReversed().map((message) => [message.identity, message])).values()].toReversed();

/** Sorts by publication time when every article has one. Otherwise reverses the document, which is newest first by convention. */
export function oldestFirst(messages: readonly (RawArticle | RawRefusal)[]): (RawArticle | RawRefusal)[] {
  const articles = messages.filter((message) => message.kind === 'article').toReversed();
  const refusals = messages.filter((message) => message.kind === 'refusal');
  const timeOf = (article: RawArticle): string => article.published_at ?? '';
  if (articles.every((article) => article.published_at !== null)) articles.sort((one, other) => compareText(timeOf(one), timeOf(other)));
  return [...refusals, ...articles];
}

async function publishRefusedDocument(poll: Poll, result: Extract<FetchResult, { outcome: 'refused' }>): Promise<void> {
  const { source, deps, metrics, position } = poll;
  const at = deps.now().toISOString();
  // The content is not available, so address and reason are the identity, and each pair is counted once.
  const message = refusal(
    { source, url: source.url, seenAt: at, fetchedAt: at },
    { reason: result.reason, detail: result.detail, content: source.url, url: source.url },
  );
  if (position.seen.includes(markOf(message))) return;
  await deps.publish(message);
  metrics.refusals.inc({ source: source.id, reason: result.reason });
  await storePosition(poll, { ...position, seen: withSeen(position.seen, [markOf(message)]) });
}

async function storePosition({ deps, key, position }: Poll, after: Position): Promise<void> {
  if (JSON.stringify(position) !== JSON.stringify(after)) await deps.positions.set(key, after);
}
