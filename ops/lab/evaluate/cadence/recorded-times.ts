/**
 * Reads when the entries of a folder's recorded feeds were published, and moves them to one common week. Each feed moves by whole weeks:
 * hour and weekday stay, and its last entry falls into that week.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { readRecorded } from '../../upstream/folder/files.ts';

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
  return files.sort().flatMap((name) => timesIn(name, readRecorded(join(dir, name))) ?? []);
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
