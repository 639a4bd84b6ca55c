/** How one feed is written and served: dialect, encoding, where it says so, and what it lets a poller compare. */
export const dialects = ['rss2', 'rss1', 'rss092', 'atom', 'json'] as const;
export type Dialect = (typeof dialects)[number];

export interface FeedManners {
  readonly dialect: Dialect;
  readonly encoding: 'utf-8' | 'utf-16le' | 'iso-8859-1' | 'windows-1252' | 'windows-1251' | 'shift_jis';
  /** Who names the encoding: the XML declaration, the Content-Type, both, or a byte order mark alone. */
  readonly declaredIn: 'xml' | 'http' | 'both' | 'mark';
  readonly contentType: string;
  readonly validators: 'both' | 'etag' | 'modified' | 'none';
  /** RFC 822 in GMT, with a numeric offset or an Eastern abbreviation; or ISO 8601. */
  readonly dates: 'gmt' | 'offset' | 'eastern' | 'iso';
  /** The permanent id is the address; else an opaque text. */
  readonly isPermalink: boolean;
  readonly carriesBody: boolean;
  readonly usesCdata: boolean;
}

/** One entry as a newsroom knows it, before any dialect. */
export interface FeedEntry {
  readonly title: string;
  /** Goes into an XML document as it stands instead of the escaped title: entities that the publisher got wrong. */
  readonly titleXml: string | null;
  /** As written in the feed, perhaps relative. */
  readonly link: string;
  readonly id: string;
  readonly idIsAddress: boolean;
  readonly lead: string;
  readonly bodyHtml: string | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  /** Already in the feed's date style; null: the entry has none. */
  readonly dateText: string | null;
  /** Where it differs from the feed's. */
  readonly language: string | null;
  readonly imageUrl: string | null;
}

export interface FeedHead {
  readonly title: string;
  readonly homeUrl: string;
  readonly selfUrl: string;
  readonly language: string;
  readonly dateText: string;
}
