/** A filing as a listing names it, its addresses at EDGAR, and what every message of a filing states. */
import { filingIdentity } from '#schemas/identity.ts';
import type { FilingHeader } from './documents/header.ts';

/** Facts from the listing that named the filing. */
export interface ListedFiling {
  readonly accession: string;
  /** Ten digits, of any of the filers; used when the header names none. */
  readonly cik: string;
  readonly seenAt: string;
  readonly fetchedAt: string;
  /** Acceptance time; the header's takes precedence. */
  readonly acceptedAt: string | null;
  readonly filedOn: string | null;
  readonly form?: string | null;
}

/** Returns the path of a filing's folder: EDGAR omits the CIK's leading zeros and the accession number's dashes. */
export const filingFolder = (cik: string, accession: string): string => `edgar/data/${cik.replace(/^0+/, '')}/${accession.replaceAll('-', '')}`;

/** Returns the filing's index page under its issuer, whichever filer listed it, so that one filing has one address. */
export const filingIndexUrl = (issuerCik: string, accession: string): string =>
  `https://www.sec.gov/Archives/${filingFolder(issuerCik, accession)}/${accession}-index.htm`;

/** Returns the fields that the messages of all kinds of filings share. The header's times precede those of the listing. */
export const sharedFields = (listed: Omit<ListedFiling, 'cik'>, header: FilingHeader, issuerCik: string) => ({
  identity: filingIdentity(listed.accession),
  seen_at: listed.seenAt,
  fetched_at: listed.fetchedAt,
  accession: listed.accession,
  url: filingIndexUrl(issuerCik, listed.accession),
  accepted_at: header.acceptedAt ?? listed.acceptedAt,
  filed_on: header.filedOn ?? listed.filedOn,
});
