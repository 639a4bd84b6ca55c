/** A filing as EDGAR lists and serves it, whoever made it. */
import type { DocumentRef } from '../served.ts';

export const partyRoles = ['Issuer', 'Reporting', 'Filer', 'Subject', 'Filed by'] as const;
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
}

export interface FilingDocument {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly body: Buffer;
}

/** Of the forms whose listing counts as serving a document; others are there to be passed over. */
export const isForm4 = (form: string): boolean => form === '4' || form === '4/A';

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
