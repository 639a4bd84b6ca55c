/** Defines a filing as EDGAR lists and serves it, whether generated or recorded. */
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { DocumentRef } from '../served.ts';

export interface Party {
  readonly cik: string;
  readonly name: string;
  readonly role: 'Issuer' | 'Reporting' | 'Filer' | 'Subject' | 'Filed by';
}

/** The facts of a filing that a listing shows; its submission text is made only on demand. */
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
  /** Size that the listing states; when absent, that of the submission text. */
  readonly sizeBytes?: number;
}

const sources: ReadonlyMap<string, SecSourceType> = new Map(
  (Object.keys(collectedForms) as SecSourceType[]).flatMap((source) => collectedForms[source].map((form) => [form, source] as const)),
);

/** Returns the source that collects the form, or null when no stage collects it; such a filing is never recorded as served. */
export const sourceOf = (form: string): SecSourceType | null => sources.get(form) ?? null;

export interface FilingShelf {
  /** Yields filings, the latest accepted first. */
  readonly newest: (now: number) => Iterable<Filing>;
  readonly byAccession: (accession: string, now: number) => Filing | null;
  /** Yields the filings of a filing date, the earliest accepted first. */
  readonly filedOn: (date: string, now: number) => Iterable<Filing>;
  /** Returns the complete submission text. */
  readonly submission: (filing: Filing) => Buffer;
}
