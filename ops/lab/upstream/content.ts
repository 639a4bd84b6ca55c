/** Defines what an upstream serves, whether generated or recorded in a folder. */
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { sourceOf, type FilingShelf } from './edgar/filing.ts';
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

/** Describes a served document so that a test can find it in the pipeline's output. */
export interface Truth {
  readonly document: string;
  /** `feed` is a whole recorded feed. */
  readonly kind: 'article' | 'feed' | 'form4' | 'form8k' | 'form6k' | 'disclosure';
  readonly url: string;
  readonly accession?: string;
  readonly guid?: string;
  readonly source: string;
  readonly expect?: Readonly<Record<string, unknown>>;
}

const truthKinds: Readonly<Partial<Record<SecSourceType, Truth['kind']>>> = { sec_form4: 'form4', sec_form8k: 'form8k', sec_form6k: 'form6k' };

/** Returns the kind of a form. Throws for a form that no stage collects; such a filing is never recorded as served. */
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
