/** Identity of a document: the text that distinguishes it, and the ids derived from it. The same document always has the same id. */
import { hash } from 'node:crypto';

export type Identity = string;

/** Returns the identity of a publisher's article. */
export const articleIdentity = (canonicalUrl: string): Identity => canonicalUrl;
/** Returns the identity of an article in a feed of the aggregator `domain`: it differs from the publisher's own entry. */
export const aggregatorIdentity = (domain: string, canonicalUrl: string): Identity => `via:${domain}|${canonicalUrl}`;
/** Returns the identity of the publisher's own entry for an aggregator's; null for all other documents. */
export const publisherIdentityOf = (identity: Identity): Identity | null =>
  identity.startsWith('via:') ? articleIdentity(identity.slice(identity.indexOf('|') + 1)) : null;
/** Returns the identity of a Form 4 event. */
export const form4EventIdentity = (accession: string, code: string, ownershipForm: string): Identity => `${accession}:${code}:${ownershipForm}`;
/** Returns the identity of a filing. */
export const filingIdentity = (accession: string): Identity => accession;

/**
 * Returns the identity of an edited version of a document; for a document that was not edited, its own identity. The time of the fetch tells
 * an edit from an earlier one with the same words.
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

/** Returns 128 bits of SHA-256 as 32 hex digits: the id of a message on RAW, wide enough to rule out collisions. */
export const digestOf = (identity: Identity): string => hash('sha256', identity, 'hex').slice(0, 32);

/** Returns the first 64 bits as 16 hex digits, the `uid` of the API. `attempt` > 0 resolves a collision with another document. */
export const uidOf = (identity: Identity, attempt = 0): string => digestOf(attempt === 0 ? identity : `${identity}\n${attempt}`).slice(0, 16);
