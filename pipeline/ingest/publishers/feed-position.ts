/** Stores the position of a source between polls: its HTTP validators, and which of its entries are in RAW. Bounded. */
import { z } from 'zod';
import { digestOf } from '#schemas/identity.ts';
import type { RawArticle, RawRefusal } from '#schemas/raw.ts';

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

/** Part of a position that tells what the feed's listings carry. */
export const ListingPosition = Position.pick({ entries: true, empty_since: true });
export type ListingPosition = z.infer<typeof ListingPosition>;

/** Milliseconds; a new outlet, or one that clears its feed for a moment, is not reported as empty. */
export const emptyAfterMs = 600_000;

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
export const carriedAfter = ({ entries, empty_since }: Position, found: number, at: string): ListingPosition =>
  found > 0 ? { entries: found } : { ...(entries !== undefined && { entries }), empty_since: empty_since ?? at };

/** Returns the sentence for a feed that is empty. */
export const emptyText = (entries: number | undefined): string =>
  entries === undefined ? 'the feed has never had entries' : `the feed is empty; it had ${entries} entries before`;

/** Returns the entry's mark: its identity, and the headline and time of change by which an edit is recognised. */
export const markOf = (message: RawArticle | RawRefusal): string =>
  message.kind === 'article'
    ? `${entryOf(message)}${digestOf(`${message.title}\n${message.updated_at ?? ''}`).slice(0, 8)}`
    : `refused-${digestOf(message.identity).slice(0, 16)}`;

const entryOf = ({ identity }: RawArticle): string => digestOf(identity).slice(0, 12);

/** Returns a test whether a listed entry was seen before in another form. */
export function createEditTest({ seen }: Position): (message: RawArticle) => boolean {
  const marks = new Set(seen);
  const entries = new Set(seen.map((mark) => mark.slice(0, 12)));
  return (message) => entries.has(entryOf(message)) && !marks.has(markOf(message));
}

export const hasArticles = (position: Position): boolean => position.seen.some((mark) => !mark.startsWith('refused-'));

export function withSeen(before: readonly string[], listed: readonly string[]): string[] {
  const now = [...new Set(listed)].slice(0, SEEN_MAX);
  const current = new Set(now);
  const older = before.filter((mark) => !current.has(mark));
  return [...now, ...older].slice(0, Math.min(SEEN_MAX, Math.max(SEEN_MIN, 2 * now.length)));
}
