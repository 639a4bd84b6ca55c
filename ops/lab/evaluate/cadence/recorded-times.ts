/**
 * Reads when the entries of a folder's recorded feeds were published, and moves them to one common week. Each feed moves by whole weeks:
 * hour and weekday stay, and its last entry falls into that week.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';

export interface RecordedTimes {
  readonly name: string;
  /** Milliseconds since the epoch, oldest first; those before the week appear in the first listing only. */
  readonly times: readonly number[];
  /** Polling period that the feed declares, or null. */
  readonly periodMs: number | null;
}

const dayMs = 86_400_000;
export const weekMs = 7 * dayMs;
/** Monday 2 June 2025, 00:00 UTC. */
export const weekStartMs = Date.UTC(2025, 5, 2);

export function recordedTimes(dir: string): RecordedTimes[] {
  const files = readdirSync(dir).filter((name) => /\.(rss|xml|rdf|atom|json)(\.gz)?$/.test(name) && name !== 'manifest.json');
  return files.sort().flatMap((name) => {
    const bytes = readFileSync(join(dir, name));
    return timesIn(name, name.endsWith('.gz') ? gunzipSync(bytes) : bytes) ?? [];
  });
}

/** Returns null when the feed cannot be read. */
function timesIn(name: string, body: Buffer): RecordedTimes | null {
  const url = 'https://recorded.invalid/';
  const at = new Date().toISOString();
  const source = { id: 'recorded', name, url, domain: 'recorded.invalid', outlet: name, kind: 'feed' } as const;
  const feed = parseFeed({ body, contentType: null, url, source, authority: anyAuthority, seenAt: at, fetchedAt: at });
  if (feed.format === 'unknown') return null;
  const times = feed.items.flatMap(({ published_at }) => (published_at === null ? [] : [Date.parse(published_at)])).sort((one, other) => one - other);
  const last = times.at(-1);
  const shift = last === undefined ? 0 : Math.floor((last - weekStartMs) / weekMs) * weekMs;
  return { name, times: times.map((time) => time - shift), periodMs: feed.periodMs };
}

/**
 * Repeats the recorded days until the week is full. This adds no variety, but a feed that lists only its last hours is then as busy on
 * every day as on the recorded one. Hours that its listing did not reach stay silent.
 */
export function repeated({ name, times, periodMs }: RecordedTimes): RecordedTimes {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || last - first >= weekMs) return { name, times, periodMs };
  const step = (Math.floor((last - first) / dayMs) + 1) * dayMs;
  const rounds = Math.ceil((2 * weekMs) / step);
  // Starts a week earlier, for the entries of the first listing, and ends with the week.
  const end = weekStartMs + weekMs;
  const all = Array.from({ length: 2 * rounds }, (_, round) => times.map((time) => time + (rounds - round) * step)).flat();
  return { name, times: all.filter((time) => time >= weekStartMs - weekMs && time < end).sort((one, other) => one - other), periodMs };
}
