/** Finds the source of a document: the one with its address in the catalogue, or one made from the address. */
import { basename } from 'node:path';
import { getDomain } from 'tldts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';

export interface Origin {
  readonly url: string;
  readonly source: Source;
  /** False when the catalogue has no such source and outlet and domain were derived from the address. */
  readonly isConfigured: boolean;
}

const normalised = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Returns the origin of a feed: the source with exactly this address. A file without an address becomes its own outlet. */
export function feedOrigin(url: string | null, name: string, catalogue: readonly Source[]): Origin {
  const address = url ?? madeUpAddress(name);
  const configured = catalogue.find((source) => normalised(source.url) === normalised(address));
  if (configured === undefined) return url === null ? guessed(address, basename(name, '.gz')) : guessed(address);
  return { url: address, source: configured, isConfigured: true };
}

/** Returns the origin of a page: a source with its domain. `site` is the publisher's name on the page, used when there is no such source. */
export function pageOrigin(url: string, site: string | null, catalogue: readonly Source[]): Origin {
  const domain = getDomain(url) ?? hostOf(url);
  const configured = catalogue.find((source) => (getDomain(source.domain) ?? source.domain) === domain);
  if (configured !== undefined) return { url, source: configured, isConfigured: true };
  const origin = guessed(url);
  return site === null ? origin : { ...origin, source: { ...origin.source, outlet: site.slice(0, 300) } };
}

/** Returns an address for a document when neither its text nor `--url` has one. */
export const madeUpAddress = (name: string): string => `https://feed.example/${encodeURIComponent(basename(name))}`;

function guessed(url: string, outlet = hostOf(url)): Origin {
  const domain = hostOf(url);
  return { url, source: { id: 'inspect', name: outlet, url, domain, outlet, kind: 'feed' }, isConfigured: false };
}
