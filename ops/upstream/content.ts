/** What an upstream has to show, generated or from a folder; the server does not know which. */
import type { FilingShelf } from './edgar/filing.ts';
import type { Reply } from './reply.ts';
import type { ServedRecord } from './served.ts';

/** A line of `/catalogue.json`: a source as the publisher stage is configured with it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly domain: string;
  readonly outlet: string;
  readonly kind: 'feed';
  readonly language?: string;
  readonly interval_seconds?: number;
}

/** What is known of a served document: enough to find it again behind the pipeline. */
export interface Truth {
  readonly document: string;
  /** `feed`: a recorded one, whole; its entries are the reader's to find. */
  readonly kind: 'article' | 'feed' | 'form4';
  readonly url: string;
  readonly accession?: string;
  readonly guid?: string;
  readonly source: string;
  readonly expect?: Readonly<Record<string, unknown>>;
}

export interface Content {
  readonly catalogue: () => readonly CatalogueEntry[];
  /** `path`: below `/feeds/`. */
  readonly feed: (path: string, now: number) => Reply | null;
  /** `path`: below `/articles/`. */
  readonly page: (path: string, now: number) => Reply | null;
  readonly filings: FilingShelf;
  /** Any other document of the site: symbol lists, recorded pages. */
  readonly file: (path: string, query: URLSearchParams) => Reply | null;
  readonly truth: (record: ServedRecord) => Truth;
  /** Documents out so far: articles or feeds, filings. */
  readonly released: (now: number) => { readonly articles: number; readonly filings: number };
  /** From now on; null where nothing is generated. */
  readonly setRate: ((perSecond: number, now: number) => void) | null;
}
