/** What an upstream has to show, generated or from a folder; the server does not know which. */
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { sourceOf, type FilingShelf } from './edgar/filing.ts';
import type { GdeltShelf } from './gdelt/files.ts';
import type { Reply } from './reply.ts';
import type { ServedRecord } from './served.ts';

/** A line of `/catalogue.json`: a source as the publisher stage is configured with it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly domain: string;
  /** Domains beside its own that the source speaks for. */
  readonly domains?: readonly string[];
  /** Lists articles of other publishers. */
  readonly aggregator?: boolean;
  /** Lists articles of the past. */
  readonly history?: boolean;
  readonly outlet: string;
  readonly kind: 'feed';
  readonly language?: string;
  readonly interval_seconds?: number;
}

/** What is known of a served document: enough to find it again behind the pipeline. */
export interface Truth {
  readonly document: string;
  /** `feed`: a recorded one, whole; its entries are the reader's to find. */
  readonly kind: 'article' | 'feed' | 'form4' | 'form8k' | 'form6k';
  readonly url: string;
  readonly accession?: string;
  readonly guid?: string;
  readonly source: string;
  readonly expect?: Readonly<Record<string, unknown>>;
}

const truthKinds: Readonly<Record<SecSourceType, Truth['kind']>> = { sec_form4: 'form4', sec_form8k: 'form8k', sec_form6k: 'form6k' };

/** Throws for a form that no stage collects: no listing of one counts as serving it. */
export function truthKind(form: string): Truth['kind'] {
  const source = sourceOf(form);
  if (source === null) throw new Error(`form ${form} is not collected`);
  return truthKinds[source];
}

export interface Content {
  readonly catalogue: () => readonly CatalogueEntry[];
  /** `path`: below `/feeds/`. */
  readonly feed: (path: string, now: number) => Reply | null;
  /** `path`: below `/articles/`. */
  readonly page: (path: string, now: number) => Reply | null;
  readonly filings: FilingShelf;
  readonly gdelt: GdeltShelf;
  /** The feed of what a search finds; null where there is none. */
  readonly search: (query: string, now: number) => Reply | null;
  /** Any other document of the site: symbol lists, recorded pages. */
  readonly file: (path: string, query: URLSearchParams, now: number) => Reply | null;
  readonly truth: (record: ServedRecord) => Truth;
  /** Documents out so far: articles or feeds, filings. */
  readonly released: (now: number) => { readonly articles: number; readonly filings: number };
  /** From now on; null where nothing is generated. */
  readonly setRate: ((perSecond: number, now: number) => void) | null;
}
