/** Makes identities of documents and derives ids from them. The same document always has the same identity and ids. */
import { hash } from 'node:crypto';

type Identity = string;

export const articleIdentity = (canonicalUrl: string): Identity => canonicalUrl;
/** Returns the identity of an aggregator's entry, which differs from the identity of the publisher's own entry. */
export const aggregatorIdentity = (domain: string, canonicalUrl: string): Identity => `via:${domain}|${canonicalUrl}`;
/** Returns the identity of the publisher's entry for the article of an aggregator's entry; null for all other documents. */
export const publisherIdentityOf = (identity: Identity): Identity | null =>
  identity.startsWith('via:') ? articleIdentity(identity.slice(identity.indexOf('|') + 1)) : null;
export const form4EventIdentity = (accession: string, code: string, ownershipForm: string): Identity => `${accession}:${code}:${ownershipForm}`;
export const filingIdentity = (accession: string): Identity => accession;

/**
 * Returns the identity of an edited version of a document, or the identity of a document that was not edited. The time of the fetch
 * distinguishes an edit from an earlier one with the same words.
 */
export const editedIdentity = (document: {
  readonly identity: Identity;
  readonly is_edit?: true;
  readonly title?: string;
  readonly summary?: string;
  readonly fetched_at: string;
}): Identity =>
  document.is_edit === true
    ? `${document.identity}\nedit ${digestOf(`${document.title}\n${document.summary}\n${document.fetched_at}`)}`
    : document.identity;

/** Returns 128 bits of SHA-256 as 32 hex digits, the id of a message in RAW. */
export const digestOf = (identity: Identity): string => hash('sha256', identity, 'hex').slice(0, 32);

/** Returns the uid: 64 bits of SHA-256 as 16 hex digits. `attempt` is above 0 if another document has the uid of the attempt before. */
export const uidOf = (identity: Identity, attempt = 0): string => digestOf(attempt === 0 ? identity : `${identity}\n${attempt}`).slice(0, 16);
