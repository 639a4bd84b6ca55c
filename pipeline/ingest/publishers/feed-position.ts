/** Stores what is known of a source between two polls: its HTTP validators, the entries that are in RAW, and the end of its Retry-After. */
import { z } from 'zod';
import { digestOf } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';
import { retryAfterMaxMs } from '../fetch.ts';
import type { StageDeps } from '../stage.ts';

const SEEN_MAX = 8_000;
/** Minimum number of marks that a position keeps: a feed may drop an entry and list it again. */
const SEEN_MIN = 500;

const Position = z.object({
  url: z.string(),
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
  /** Marks of published entries, from the newest listing to the oldest. */
  seen: z.array(z.string()).max(SEEN_MAX),
  /** Number of entries in the newest listing that had any; absent before the first. */
  entries: z.int().optional(),
  /** Time of the first of the consecutive empty listings; absent while the listing has entries. */
  empty_since: z.iso.datetime().optional(),
});
export type Position = z.infer<typeof Position>;

/** The fields of a position that report on empty listings. */
export const ListingPosition = Position.pick({ entries: true, empty_since: true });
export type ListingPosition = z.infer<typeof ListingPosition>;

/** Milliseconds before an empty feed is reported: a new outlet is empty, and some feeds are cleared for a moment. */
export const emptyAfterMs = 600_000;

export const positionKey = (sourceId: string): string => `publishers.${sourceId}`;

/** Returns the stored position, or an empty one when its shape is unknown. The source is then read again, which publishes nothing twice. */
export function readPosition(value: unknown, url: string): Position {
  const parsed = Position.safeParse(value);
  if (!parsed.success) return { url, etag: null, last_modified: null, seen: [] };
  if (parsed.data.url === url) return parsed.data;
  const { empty_since: _, ...kept } = parsed.data;
  return { ...kept, url, etag: null, last_modified: null };
}

/** Returns the listing fields after a listing with `count` entries at the time `at`. */
export const listingAfter = ({ entries, empty_since }: Position, count: number, at: string): ListingPosition =>
  count > 0 ? { entries: count } : { ...(entries !== undefined && { entries }), empty_since: empty_since ?? at };

/** Returns the message for an empty feed. `entries` is the number that it had before; undefined when it never had any. */
export const emptyText = (entries: number | undefined): string =>
  entries === undefined ? 'the feed has never had entries' : `the feed is empty; it had ${entries} entries before`;

/** Returns the mark of an entry: a hash of its identity, then one of its text and time of change, by which an edit is recognised. */
export const markOf = (message: RawArticle | RawRefusal): string =>
  message.kind === 'article'
    ? `${digestOf(message.identity).slice(0, entryLength)}${digestOf(`${message.title}\n${message.summary || message.body}\n${message.updated_at}`).slice(0, 8)}`
    : `refused-${digestOf(message.identity).slice(0, 16)}`;

const entryLength = 12;
const markLength = 20;
const entryIn = (mark: string): string => (mark.startsWith('refused-') ? mark : mark.slice(0, entryLength));

/** Maximum number of edits of an entry: feeds with a comment count change at every poll. Odd, so the later of two forms stays. */
const editsMax = 5;

/** How an entry compares with earlier listings; `unsettled`: it differs again, but had all its edits. */
type Listing = 'new' | 'unchanged' | 'edited' | 'unsettled';

export type SeenEntries = ReturnType<typeof seenIn>;

export function seenIn({ seen }: Pick<Position, 'seen'>) {
  const marks = new Map(seen.toReversed().map((mark) => [entryIn(mark), mark]));
  const before = (message: RawArticle | RawRefusal): string | undefined => marks.get(entryIn(markOf(message)));
  const compare = (message: RawArticle | RawRefusal): Listing => {
    const known = before(message);
    if (known === undefined) return 'new';
    const edits = known.slice(markLength);
    // Marks of earlier releases have no edit count and hash other text.
    if (edits === '' || known.startsWith(markOf(message))) return 'unchanged';
    return Number(edits) < editsMax ? 'edited' : 'unsettled';
  };
  return {
    compare,
    /** Returns the mark to store for the entry: its mark and the number of its edits. */
    countedMark: (message: RawArticle | RawRefusal): string =>
      message.kind === 'article'
        ? `${markOf(message)}${Number(before(message)?.slice(markLength) ?? 0) + (compare(message) === 'edited' ? 1 : 0)}`
        : markOf(message),
    hasArticles: seen.some((mark) => !mark.startsWith('refused-')),
  };
}

/** Returns the marks to store, newest listing first. A listed entry keeps only its newest mark, so undoing an edit is an edit. */
export function withSeen(before: readonly string[], listed: readonly string[]): string[] {
  const now = [...new Set(listed)].slice(0, SEEN_MAX);
  const entries = new Set(now.map(entryIn));
  const older = before.filter((mark) => !entries.has(entryIn(mark)));
  return [...now, ...older].slice(0, Math.min(SEEN_MAX, Math.max(SEEN_MIN, 2 * now.length)));
}

const Wait = z.object({ until: z.iso.datetime() });
const keyOf = (id: string): string => `wait.${id}`;

type WaitDeps = Pick<StageDeps, 'positions' | 'now'>;

/** Stores the end of a Retry-After for a restart or another process. Losing it costs the publisher one early request. */
export const storeWait = ({ positions, now }: WaitDeps, id: string, waitMs: number): Promise<void> =>
  positions.set(keyOf(id), { until: new Date(now().getTime() + waitMs).toISOString() });

/** Returns the milliseconds until the source may be polled, 0 for now. The maximum Retry-After bounds it in case a clock was wrong. */
export async function waitLeftMs({ positions, now }: WaitDeps, id: string): Promise<number> {
  const stored = Wait.safeParse(await positions.get(keyOf(id)));
  return stored.success ? Math.min(retryAfterMaxMs, Math.max(0, Date.parse(stored.data.until) - now().getTime())) : 0;
}
