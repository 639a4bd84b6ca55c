/** The content of an upstream, generated or from a folder; the server does not distinguish them. */
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { sourceOf, type FilingShelf } from './edgar/filing.ts';
import type { GdeltShelf } from './gdelt/files.ts';
import type { Reply } from './reply.ts';
import type { ServedRecord } from './served.ts';

/** A line of `/catalogue.json`: a source in the form of the publisher stage's configuration. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly domain: string;
  /** Other domains that the source is authoritative for. */
  readonly domains?: readonly string[];
  /** True when it lists articles of other publishers. */
  readonly aggregator?: boolean;
  /** True when it lists articles of the past. */
  readonly history?: boolean;
  readonly outlet: string;
  readonly kind: 'feed';
  readonly language?: string;
  readonly interval_seconds?: number;
}

/** The truth about a served document: enough to find it again in the pipeline's output. */
export interface Truth {
  readonly document: string;
  /** `feed`: a whole recorded feed, whose entries the reader must find. */
  readonly kind: 'article' | 'feed' | 'form4' | 'form8k' | 'form6k' | 'disclosure';
  readonly url: string;
  readonly accession?: string;
  readonly guid?: string;
  readonly source: string;
  readonly expect?: Readonly<Record<string, unknown>>;
}

const truthKinds: Readonly<Partial<Record<SecSourceType, Truth['kind']>>> = { sec_form4: 'form4', sec_form8k: 'form8k', sec_form6k: 'form6k' };

/** Returns the kind of a form; throws for one that no stage collects, because listing it does not count as serving it. */
export function truthKind(form: string): Truth['kind'] {
  const source = sourceOf(form);
  if (source === null) throw new Error(`form ${form} is not collected`);
  return truthKinds[source] ?? 'disclosure';
}

export interface Content {
  readonly catalogue: () => readonly CatalogueEntry[];
  /** `path` is relative to `/feeds/`. */
  readonly feed: (path: string, now: number) => Reply | null;
  /** `path` is relative to `/articles/`. */
  readonly page: (path: string, now: number) => Reply | null;
  readonly filings: FilingShelf;
  readonly gdelt: GdeltShelf;
  /** Returns the feed of a search's results; null when the upstream has no search. */
  readonly search: (query: string, now: number) => Reply | null;
  /** Returns any other document of the site: symbol lists, recorded pages. */
  readonly file: (path: string, now: number) => Reply | null;
  readonly truth: (record: ServedRecord) => Truth;
  /** Number of documents released so far: articles (or feeds), and filings. */
  readonly released: (now: number) => { readonly articles: number; readonly filings: number };
  /** Sets the rate from now on; null when nothing is generated. */
  readonly setRate: ((perSecond: number, now: number) => void) | null;
}
