/** The facts that a listing gives about a filing, the filing's addresses at EDGAR, and the fields that all filing messages share. */
import { filingIdentity } from '#schemas/identity.ts';
import type { FilingHeader } from './documents/header.ts';

export interface ListedFiling {
  readonly accession: string;
  /** CIK, ten digits, of any of the filers: each has the filing's folder. It is used when the header of the submission names none. */
  readonly cik: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** Acceptance time; the header of the submission takes precedence. */
  readonly acceptedAt: string | null;
  readonly filedOn: string | null;
  readonly form?: string | null;
}

/** Returns the path of a filing's folder: EDGAR omits the CIK's leading zeros and the accession number's dashes. */
export const filingFolder = (cik: string, accession: string): string => `edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;

/** Returns the address of the filing's index page in the issuer's folder, so that the address does not depend on which filer listed it. */
export const filingIndexUrl = (issuerCik: string, accession: string): string =>
  `https://www.sec.gov/Archives/${filingFolder(issuerCik, accession)}/${accession}-index.htm`;

/** Returns the fields that all filing messages share. The header's times take precedence over those of the listing. */
export const sharedFields = (listed: Omit<ListedFiling, 'cik'>, header: FilingHeader, issuerCik: string) => ({
  identity: filingIdentity(listed.accession),
  seen_at: listed.seenAt,
  fetched_at: listed.fetchedAt,
  accession: listed.accession,
  url: filingIndexUrl(issuerCik, listed.accession),
  accepted_at: header.acceptedAt ?? listed.acceptedAt,
  filed_on: header.filedOn ?? listed.filedOn,
});
