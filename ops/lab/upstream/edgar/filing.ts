/** A filing as EDGAR lists and serves it, whoever made it. */
import { collectedForms, type SecSourceType } from '#schemas/vocabulary.ts';
import type { DocumentRef } from '../served.ts';

const partyRoles = ['Issuer', 'Reporting', 'Filer', 'Subject', 'Filed by'] as const;
export type PartyRole = (typeof partyRoles)[number];

export interface Party {
  /** Ten digits. */
  readonly cik: string;
  readonly name: string;
  readonly role: PartyRole;
}

/** Cheap to make: all that a listing or an index shows. */
export interface Filing {
  readonly ref: DocumentRef;
  /** `0001234567-26-000123` */
  readonly accession: string;
  readonly form: string;
  /** Epoch ms. */
  readonly acceptedAt: number;
  /** Eastern date, `2026-11-20`. */
  readonly filedOn: string;
  readonly parties: readonly Party[];
  /** As a listing states it; where absent, the papers are weighed. */
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

/** The source that a form belongs to; null: it is there to be passed over, and its listing does not count as serving a document. */
export const sourceOf = (form: string): SecSourceType | null => sources.get(form) ?? null;

/** The papers of a filing. */
export interface FilingPapers {
  readonly period: string | null;
  /** The complete submission text; null where only the document itself is known. */
  readonly submission: Buffer | null;
  readonly documents: readonly FilingDocument[];
}

export interface FilingShelf {
  /** Latest accepted first; ends on its own or when the caller has enough. */
  readonly newest: (now: number) => Iterable<Filing>;
  readonly byAccession: (accession: string, now: number) => Filing | null;
  /** In order of acceptance. */
  readonly filedOn: (date: string, now: number) => Iterable<Filing>;
  readonly papers: (filing: Filing) => FilingPapers;
}
