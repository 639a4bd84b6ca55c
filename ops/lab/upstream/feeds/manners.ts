/** How one feed is written and served: dialect, encoding, where the encoding is declared, and the validators for conditional requests. */
export const dialects = ['rss2', 'rss1', 'rss092', 'atom', 'json'] as const;
export type Dialect = (typeof dialects)[number];

export interface FeedManners {
  readonly dialect: Dialect;
  readonly encoding: 'utf-8' | 'utf-16le' | 'iso-8859-1' | 'windows-1252' | 'windows-1251' | 'shift_jis';
  /** Where the encoding is declared: the XML declaration, the Content-Type, both, or a byte order mark alone. */
  readonly declaredIn: 'xml' | 'http' | 'both' | 'mark';
  readonly contentType: string;
  readonly validators: 'both' | 'etag' | 'modified' | 'none';
  /** RFC 822 in GMT, with a numeric offset or an Eastern abbreviation; or ISO 8601. */
  readonly dates: 'gmt' | 'offset' | 'eastern' | 'iso';
  /** True when the entry's permanent id is its URL; false: an opaque text. */
  readonly isPermalink: boolean;
  readonly carriesBody: boolean;
  readonly usesCdata: boolean;
}

/** One entry before it is written in a dialect. */
export interface FeedEntry {
  readonly title: string;
  /** Inserted into an XML document unescaped in place of the title: entities that the publisher got wrong. */
  readonly titleXml: string | null;
  /** The URL as written in the feed, possibly relative. */
  readonly link: string;
  readonly id: string;
  readonly idIsAddress: boolean;
  readonly lead: string;
  readonly bodyHtml: string | null;
  readonly authors: readonly string[];
  readonly topics: readonly string[];
  /** The date in the feed's style; null when the entry has none. */
  readonly dateText: string | null;
  /** The entry's language when it differs from the feed's, else null. */
  readonly language: string | null;
  readonly imageUrl: string | null;
}

/** The optional fields of an entry, empty. */
export const bareEntry = { titleXml: null, idIsAddress: false, bodyHtml: null, authors: [], topics: [], language: null, imageUrl: null } as const;

export interface FeedHead {
  readonly title: string;
  readonly homeUrl: string;
  readonly selfUrl: string;
  readonly language: string;
  readonly dateText: string;
}
