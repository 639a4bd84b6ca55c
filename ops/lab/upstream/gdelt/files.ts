/**
 * Serves GDELT's files under `/gdeltv2/`: the three archives of each batch, and `lastupdate.txt`, which lists those of the newest batch
 * with size and MD5. Only the archive of the Global Knowledge Graph (`gkg`) has rows.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { reply, type Reply } from '../reply.ts';
import { zipOne } from './zip-one.ts';

export interface GdeltShelf {
  /** Returns the name of the newest batch, `yyyymmddhhmmss`, or null when there is none. */
  readonly newest: (now: number) => string | null;
  /** Returns the rows of a published batch, or null when there is no such batch. */
  readonly rows: (batch: string, now: number) => Buffer | null;
}

const kinds = ['export.CSV', 'mentions.CSV', 'gkg.csv'] as const;
const archives = new WeakMap<GdeltShelf, LRUCache<string, Buffer>>();

/** Returns the file at `path`, relative to `/gdeltv2/`, or null. */
export function gdeltFile(shelf: GdeltShelf, path: string, now: number, publicUrl: string): Reply | null {
  if (path === 'lastupdate.txt') return lastUpdate(shelf, now, publicUrl);
  const [, batch = '', kind = ''] = /^(\d{14})\.(export\.CSV|mentions\.CSV|gkg\.csv)\.zip$/.exec(path) ?? [];
  const archive = archiveOf(shelf, batch, kind, now);
  return archive === null ? null : reply(200, 'application/zip', archive, { etag: `"${md5(archive)}"` });
}

function lastUpdate(shelf: GdeltShelf, now: number, publicUrl: string): Reply | null {
  const batch = shelf.newest(now);
  if (batch === null) return null;
  const lines = kinds.map((kind) => {
    const archive = archiveOf(shelf, batch, kind, now) ?? Buffer.alloc(0);
    return `${archive.length} ${md5(archive)} ${publicUrl}/gdeltv2/${batch}.${kind}.zip\n`;
  });
  const text = lines.join('');
  return reply(200, 'text/plain', text, { etag: `"${md5(Buffer.from(text))}"` });
}

function archiveOf(shelf: GdeltShelf, batch: string, kind: string, now: number): Buffer | null {
  const rows = kind === '' ? null : shelf.rows(batch, now);
  if (rows === null) return null;
  const made = archives.get(shelf) ?? new LRUCache<string, Buffer>({ max: 100 });
  archives.set(shelf, made);
  const key = `${batch} ${kind}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const archive = zipOne(`${batch}.${kind}`, kind === 'gkg.csv' ? rows : Buffer.alloc(0));
  made.set(key, archive);
  return archive;
}

const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex');
