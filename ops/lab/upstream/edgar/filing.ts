/** Defines a filing as EDGAR lists and serves it, whether generated or recorded. */
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { DocumentRef } from '../served.ts';

export interface Party {
  readonly cik: string;
  readonly name: string;
  readonly role: 'Issuer' | 'Reporting' | 'Filer' | 'Subject' | 'Filed by';
}

/** The facts of a filing that a listing shows; its documents are made only on demand (FilingShelf.papers). */
export interface Filing {
  readonly ref: DocumentRef;
  /** `0001234567-26-000123` */
  readonly accession: string;
  readonly form: string;
  /** Milliseconds since the epoch. */
  readonly acceptedAt: number;
  /** Eastern date, `2026-11-20`. */
  readonly filedOn: string;
  readonly parties: readonly Party[];
  /** Size that the listing states; when absent, that of the papers. */
  readonly sizeBytes?: number;
}

export interface FilingDocument {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly body: Buffer;
}

const sources: ReadonlyMap<string, SecSourceType> = new Map(
  (Object.keys(collectedForms) as SecSourceType[]).flatMap((source) => collectedForms[source].map((form) => [form, source] as const)),
);

/** Returns the source that collects the form, or null when no stage collects it; such a filing is never recorded as served. */
export const sourceOf = (form: string): SecSourceType | null => sources.get(form) ?? null;

export interface FilingPapers {
  readonly period: string | null;
  /** The complete submission text; null when only documents were recorded. */
  readonly submission: Buffer | null;
  readonly documents: readonly FilingDocument[];
}

export interface FilingShelf {
  /** Yields filings, the latest accepted first. */
  readonly newest: (now: number) => Iterable<Filing>;
  readonly byAccession: (accession: string, now: number) => Filing | null;
  /** Yields the filings of a filing date, the earliest accepted first. */
  readonly filedOn: (date: string, now: number) => Iterable<Filing>;
  readonly papers: (filing: Filing) => FilingPapers;
}
