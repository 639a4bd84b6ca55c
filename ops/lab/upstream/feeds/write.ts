/** Writes the entries of a feed as bytes, in the dialect and encoding of its manners. */
import { atomDocument, atomEntry } from './atom.ts';
import { jsonDocument, jsonEntry } from './json-feed.ts';
import type { Dialect, FeedEntry, FeedHead, FeedManners } from './manners.ts';
import { encodeXml } from './markup.ts';
import { rss092Document, rss092Entry } from './rss092.ts';
import { rss1Document, rss1Entry } from './rss1.ts';
import { rss2Document, rss2Entry } from './rss2.ts';

interface Writer {
  readonly entry: (entry: FeedEntry, manners: FeedManners) => string;
  /** Returns the document; `entries` is the joined output of `entry`. */
  readonly document: (head: FeedHead, entries: string, manners: FeedManners) => string;
}

const writers: Readonly<Record<Dialect, Writer>> = {
  rss2: { entry: rss2Entry, document: rss2Document },
  rss1: { entry: rss1Entry, document: rss1Document },
  rss092: { entry: rss092Entry, document: rss092Document },
  atom: { entry: atomEntry, document: atomDocument },
  json: { entry: jsonEntry, document: jsonDocument },
};

export const writeEntry = (entry: FeedEntry, manners: FeedManners): string => writers[manners.dialect].entry(entry, manners);

export function writeFeed(head: FeedHead, entries: readonly string[], manners: FeedManners): Buffer {
  const text = writers[manners.dialect].document(head, entries.join(''), manners);
  return manners.dialect === 'json' ? Buffer.from(text, 'utf8') : encodeXml(text, manners.encoding);
}

export const feedContentType = ({ contentType, declaredIn, encoding, dialect }: FeedManners): string =>
  dialect !== 'json' && (declaredIn === 'http' || declaredIn === 'both') ? `${contentType}; charset=${encoding}` : contentType;
