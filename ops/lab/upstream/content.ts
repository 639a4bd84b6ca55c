/** Defines what an upstream serves, whether generated or recorded in a folder. */
import type { Filing, FilingShelf } from './edgar/filing.ts';
import type { GdeltShelf } from './gdelt/files.ts';
import type { Reply } from './reply.ts';
import type { ServedRecord } from './served.ts';

/** An entry of `/catalogue.json`: a source as the publishers stage is configured with it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly domain: string;
  /** Further domains that the source may speak for. */
  readonly domains?: readonly string[];
  /** True when the source lists other publishers' articles. */
  readonly aggregator?: boolean;
  /** True when the source is an archive feed of past articles. */
  readonly history?: boolean;
  readonly outlet: string;
  readonly kind: 'feed';
  readonly language?: string;
  readonly interval_seconds?: number;
}

/** Identifies a served document so that a test can find it in the pipeline's output. */
export interface Truth {
  readonly document: string;
  /** `feed` is a whole recorded feed. */
  readonly kind: 'article' | 'feed' | 'filing';
  readonly url: string;
  /** Accession number and form of a filing. */
  readonly accession?: string;
  readonly form?: string;
}

export const filingTruth = (publicUrl: string, { ref, accession, form, parties }: Filing): Truth => ({
  document: `filing-${ref.index}`,
  kind: 'filing',
  url: `${publicUrl}/Archives/edgar/data/${Number(parties[0]?.cik)}/${accession}.txt`,
  accession,
  form,
});

export interface Content {
  readonly catalogue: () => readonly CatalogueEntry[];
  /** `path` is relative to `/feeds/`. */
  readonly feed: (path: string, now: number) => Reply | null;
  readonly filings: FilingShelf;
  readonly gdelt: GdeltShelf;
  /** Returns a feed of search results, or null when the upstream has no search or the query is empty. */
  readonly search: (query: string, now: number) => Reply | null;
  /** Returns a symbol list or a recorded page, or null when there is none at the path. */
  readonly file: (path: string, now: number) => Reply | null;
  readonly truth: (record: ServedRecord) => Truth;
  /** Returns the number of documents released so far; with a folder, `articles` counts feeds. */
  readonly released: (now: number) => { readonly articles: number; readonly filings: number };
  /** Sets the rate from `now` on; null for a folder, whose documents are all released. */
  readonly setRate: ((perSecond: number, now: number) => void) | null;
}
