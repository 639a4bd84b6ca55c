/** Defines how a feed is written and served, and its entries before they are written. */
export type Dialect = 'rss2' | 'rss1' | 'rss092' | 'atom' | 'json';

export interface FeedManners {
  readonly dialect: Dialect;
  readonly encoding: 'utf-8' | 'utf-16le' | 'iso-8859-1' | 'windows-1252' | 'windows-1251' | 'shift_jis';
  /** Place that declares the encoding: the XML declaration, the Content-Type, both, or only a byte order mark. */
  readonly declaredIn: 'xml' | 'http' | 'both' | 'mark';
  readonly contentType: string;
  /** Headers for conditional requests: ETag, Last-Modified, both or none. */
  readonly validators: 'both' | 'etag' | 'modified' | 'none';
  /** Date format: RFC 822 in GMT, with a numeric offset, or with EST or EDT; or ISO 8601. */
  readonly dates: 'gmt' | 'offset' | 'eastern' | 'iso';
  /** True when an entry's id is its URL, false when it is an opaque text. */
  readonly isPermalink: boolean;
  readonly carriesBody: boolean;
  readonly usesCdata: boolean;
}

export interface FeedEntry {
  readonly title: string;
  /** Malformed XML that replaces the escaped title; null when the title is well-formed. */
  readonly titleXml: string | null;
  /** URL as the feed writes it, possibly relative. */
  readonly link: string;
  readonly id: string;
  readonly idIsAddress: boolean;
  readonly lead: string;
  readonly bodyHtml: string | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  /** Date in the feed's format; null when the entry has none. */
  readonly dateText: string | null;
  /** Language of the entry; null when it is the feed's. */
  readonly language: string | null;
  readonly imageUrl: string | null;
}

export const bareEntry = { titleXml: null, idIsAddress: false, bodyHtml: null, authors: [], topics: [], language: null, imageUrl: null } as const;

export interface FeedHead {
  readonly title: string;
  readonly homeUrl: string;
  readonly selfUrl: string;
  readonly language: string;
  readonly dateText: string;
}
