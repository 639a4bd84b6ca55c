/** Stores the position of a source between polls: its HTTP validators, which of its entries are in RAW, and its Retry-After. Bounded. */
import { z } from 'zod';
import { digestOf } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import { retryAfterMaxMs } from '../fetch.ts';
import type { StageDeps } from '../stage.ts';

const SEEN_MAX = 8_000;
/** Entries remembered at least: a feed may drop one and list it again. */
const SEEN_MIN = 500;

const Position = z.object({
  /** Address that the validators belong to. */
  url: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** Marks of published entries, newest listing first. */
  seen: z.array(z.string()).max(SEEN_MAX),
  /** Number of entries in the newest listing that had any; absent before one. */
  entries: z.int().optional(),
  /** Time of the first of the consecutive empty listings; absent while the listing has entries. */
  empty_since: z.iso.datetime().optional(),
});
export type Position = z.infer<typeof Position>;

/** Part of a position that counts the entries of the feed's listings. */
export const ListingPosition = Position.pick({ entries: true, empty_since: true });
export type ListingPosition = z.infer<typeof ListingPosition>;

/** Milliseconds; a new outlet, or one that clears its feed for a moment, is not reported as empty. */
export const emptyAfterMs = 600_000;

/** Returns the key of a feed in the bucket of positions. */
export const positionKey = (sourceId: string): string => `publishers.${sourceId}`;

/** Returns an empty position for a value of an older or foreign shape: the source is read again, which publishes nothing twice. */
export function readPosition(value: unknown, url: string): Position {
  const parsed = Position.safeParse(value);
  if (!parsed.success) return { url, etag: null, last_modified: null, seen: [] };
  if (parsed.data.url === url) return parsed.data;
  const { empty_since: _, ...kept } = parsed.data;
  return { ...kept, url, etag: null, last_modified: null };
}

/** Returns what the listings carry after one with this number of entries. */
export const carriedAfter = ({ entries, empty_since }: Position, count: number, at: string): ListingPosition =>
  count > 0 ? { entries: count } : { ...(entries !== undefined && { entries }), empty_since: empty_since ?? at };

/** Returns the sentence for a feed that is empty. */
export const emptyText = (entries: number | undefined): string =>
  entries === undefined ? 'the feed has never had entries' : `the feed is empty; it had ${entries} entries before`;

/** Returns the entry's mark: its identity, and the words and time of change by which an edit is recognised. */
export const markOf = (message: RawArticle | RawRefusal): string =>
  message.kind === 'article'
    ? `${digestOf(message.identity).slice(0, entryLength)}${digestOf(`${message.title}\n${message.summary || message.body}\n${message.updated_at}`).slice(0, 8)}`
    : `refused-${digestOf(message.identity).slice(0, 16)}`;

const entryLength = 12;
const markLength = 20;
const entryIn = (mark: string): string => (mark.startsWith('refused-') ? mark : mark.slice(0, entryLength));

/**
 * Edits that are published of one entry. Two servers of a feed that differ give one at every poll, and so does a count of comments. The number
 * is odd, so that of two forms that alternate the later one stays.
 */
const editsMax = 5;

/** `unsettled`: listed before in another form, but it has had all its edits. */
export type Listing = 'new' | 'unchanged' | 'edited' | 'unsettled';

export interface SeenEntries {
  /** Returns how the entry compares with what was listed before. */
  readonly compare: (message: RawArticle | RawRefusal) => Listing;
  /** Returns the mark to store for the entry, which counts its edits. */
  readonly countedMark: (message: RawArticle | RawRefusal) => string;
  readonly hasArticles: boolean;
}

/** Returns the entries that were published, as the position lists them. */
export function seenIn({ seen }: Pick<Position, 'seen'>): SeenEntries {
  const marks = new Map(seen.toReversed().map((mark) => [entryIn(mark), mark]));
  const before = (message: RawArticle | RawRefusal): string | undefined => marks.get(entryIn(markOf(message)));
  const compare: SeenEntries['compare'] = (message) => {
    const known = before(message);
    if (known === undefined) return 'new';
    const edits = known.slice(markLength);
    // Marks of earlier versions have no count and were made of other words.
    if (edits === '' || known.startsWith(markOf(message))) return 'unchanged';
    return Number(edits) < editsMax ? 'edited' : 'unsettled';
  };
  return {
    compare,
    countedMark: (message) =>
      message.kind === 'article'
        ? `${markOf(message)}${Number(before(message)?.slice(markLength) ?? 0) + (compare(message) === 'edited' ? 1 : 0)}`
        : markOf(message),
    hasArticles: seen.some((mark) => !mark.startsWith('refused-')),
  };
}

/**
 * Returns the marks of published entries, newest listing first, within their bound. An entry that is listed now keeps its newest mark alone:
 * taken back, an edit is one more edit.
 */
export function withSeen(before: readonly string[], listed: readonly string[]): string[] {
  const now = [...new Set(listed)].slice(0, SEEN_MAX);
  const entries = new Set(now.map(entryIn));
  const older = before.filter((mark) => !entries.has(entryIn(mark)));
  return [...now, ...older].slice(0, Math.min(SEEN_MAX, Math.max(SEEN_MIN, 2 * now.length)));
}

const Wait = z.object({ until: z.iso.datetime() });
const keyOf = (id: string): string => `wait.${id}`;

type WaitDeps = Pick<StageDeps, 'positions' | 'now'>;

/**
 * Stores until when a publisher must not be polled: the next poll waits too, after a restart or on another machine. A lost wait costs the
 * publisher one request.
 */
export const storeWait = ({ positions, now }: WaitDeps, id: string, waitMs: number): Promise<void> =>
  positions.set(keyOf(id), { until: new Date(now().getTime() + waitMs).toISOString() });

/** Returns the milliseconds left, 0 for none; at most the longest Retry-After, should a machine's clock be wrong. */
export async function waitLeftMs({ positions, now }: WaitDeps, id: string): Promise<number> {
  const stored = Wait.safeParse(await positions.get(keyOf(id)));
  return stored.success ? Math.min(retryAfterMaxMs, Math.max(0, Date.parse(stored.data.until) - now().getTime())) : 0;
}
