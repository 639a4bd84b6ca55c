/** Serves recorded feeds, one source per file: the bytes unchanged, with the HTTP headers that the file's first comment states. */
import { createHash } from 'node:crypto';
import { extname, join } from 'node:path';
import type { CatalogueEntry, Truth } from '../content.ts';
import { reply, type Reply } from '../reply.ts';
import { readRecorded, recordedFiles, type RecordedFile } from './files.ts';
import { manifestEntries, publisherOf, type ManifestEntry } from './publishers.ts';

interface FolderFeed extends RecordedFile {
  readonly id: string;
  /** Path relative to `/feeds/`. */
  readonly feedPath: string;
}

const folders = ['rss', 'rss-torture'] as const;

const types: Readonly<Record<string, string>> = {
  '.rss': 'application/rss+xml',
  '.atom': 'application/atom+xml',
  '.rdf': 'application/rdf+xml',
  '.xml': 'application/xml',
  '.json': 'application/feed+json',
};

/** Returns the content type: HTML and JSON by the first bytes, others by the file's extension. */
function contentTypeOf(name: string, body: Buffer): string {
  const start = body.subarray(0, 400).toString('latin1').replaceAll('\0', '').trimStart().toLowerCase();
  if (start.startsWith('<!doctype html') || start.startsWith('<html')) return 'text/html';
  if (start.startsWith('{')) return 'application/feed+json';
  return types[extname(name).toLowerCase()] ?? 'text/xml';
}

/** Returns the headers in the file's first comment, lines `Header: name: value` as in feedparser's tests. */
function statedHeaders(body: Buffer): Readonly<Record<string, string>> {
  const start = body.subarray(0, 8_192).toString('latin1').replaceAll('\0', '');
  const comment = /^[^<]{0,4}\s*(?:<\?xml[^>]*\?>)?\s*<!--([\s\S]*?)-->/.exec(start)?.[1] ?? '';
  const lines = [...comment.matchAll(/^Header:[ \t]+([\w-]+):[ \t]*(.*?)\s*$/gm)];
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
}

export function folderFeeds(root: string, publicUrl: string) {
  const ids = new Set<string>();
  const feeds = folders.flatMap((folder) =>
    recordedFiles(join(root, folder)).map((file): FolderFeed => {
      const stem = `${folder}-${file.name}`
        .toLowerCase()
        .replace(/\.[a-z]+$/, '')
        .replace(/[^a-z0-9]+/g, '_')
        .slice(0, 56)
        .replace(/_+$/, '');
      let id = stem;
      for (let turn = 2; ids.has(id); turn++) id = `${stem}_${turn}`;
      ids.add(id);
      return { ...file, id, feedPath: `${folder}/${file.name}` };
    }),
  );
  const places = new Map(feeds.map(({ feedPath }, index) => [feedPath, index]));
  const urlOf = (feed: FolderFeed): string => `${publicUrl}/feeds/${feed.feedPath.split('/').map(encodeURIComponent).join('/')}`;
  const manifest = new Map<string, ManifestEntry>(
    folders.flatMap((folder) => [...manifestEntries(join(root, folder))].map(([file, entry]) => [`${folder}/${file}`, entry] as const)),
  );
  function entryOf(feed: FolderFeed): CatalogueEntry {
    const fallback = { outlet: feed.name, domain: `${feed.id.replaceAll('_', '-')}.example` };
    const publisher = publisherOf(manifest.get(feed.feedPath), { body: readRecorded(feed.path), url: urlOf(feed) }, fallback);
    return { id: feed.id, name: feed.name, url: urlOf(feed), ...publisher, kind: 'feed' };
  }
  let catalogue: readonly CatalogueEntry[] | null = null;
  return {
    count: feeds.length,
    ids: feeds.map(({ id }) => id),
    // Feeds are parsed to find their publishers, once, at the first request for the catalogue.
    catalogue: (): readonly CatalogueEntry[] => (catalogue ??= feeds.map(entryOf)),
    feed: (path: string): Reply | null => {
      const index = places.get(path);
      const feed = index === undefined ? undefined : feeds[index];
      if (feed === undefined || index === undefined) return null;
      const body = readRecorded(feed.path);
      const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 20)}"`;
      return reply(200, contentTypeOf(feed.name, body), body, { etag, shows: [{ lane: 0, index }], headers: statedHeaders(body) });
    },
    truth: (index: number): Truth => {
      const feed = feeds[index];
      if (feed === undefined) throw new Error(`the folder has no feed number ${index}`);
      return { document: feed.feedPath, kind: 'feed', url: urlOf(feed) };
    },
  };
}
