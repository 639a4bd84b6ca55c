/**
 * Identity of a document: the text that tells it from every other, and the ids derived from it.
 * Same document, same id, always.
 */
import { hash } from 'node:crypto';

export type Identity = string;

export const articleIdentity = (canonicalUrl: string): Identity => canonicalUrl;
/** An article as an aggregator lists it: another document than what its publisher says of the same address. `domain`: the aggregator's. */
export const listingIdentity = (domain: string, canonicalUrl: string): Identity => `via:${domain}|${canonicalUrl}`;
/** Of a listing: the identity that the publisher's own entry has; null on everything else. */
export const listedIdentity = (identity: Identity): Identity | null =>
  identity.startsWith('via:') ? articleIdentity(identity.slice(identity.indexOf('|') + 1)) : null;
export const form4EventIdentity = (accession: string, code: string, ownershipForm: string): Identity => `${accession}:${code}:${ownershipForm}`;
export const filingIdentity = (accession: string): Identity => accession;

/** 128 bits of SHA-256 as 32 hex: the id of a message on RAW, wide enough that a collision is no concern. */
export const digestOf = (identity: Identity): string => hash('sha256', identity, 'hex').slice(0, 32);

/** The first 64 bits, 16 hex: what the wire calls `uid`. `attempt` > 0 resolves a collision with another document. */
export const uidOf = (identity: Identity, attempt = 0): string => digestOf(attempt === 0 ? identity : `${identity}\n${attempt}`).slice(0, 16);
