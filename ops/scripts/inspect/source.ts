/** Where a document is taken to come from: the source of the configured catalogue that has its address, else one made of the address. */
import { basename } from 'node:path';
import { getDomain } from 'tldts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';

export interface Origin {
  readonly url: string;
  readonly source: Source;
  /** False: the service polls no such source, so that outlet and domain are only guessed from the address. */
  readonly isConfigured: boolean;
}

const normalised = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Of a feed: the one source at that address. */
export function feedOrigin(url: string | null, name: string, catalogue: readonly Source[]): Origin {
  const address = url ?? madeUpAddress(name);
  const configured = catalogue.find((source) => normalised(source.url) === normalised(address));
  return configured === undefined ? guessed(address) : { url: address, source: configured, isConfigured: true };
}

/** Of a page: a source of its publisher. `site`: as the page names it. */
export function pageOrigin(url: string, site: string | null, catalogue: readonly Source[]): Origin {
  const domain = getDomain(url) ?? hostOf(url);
  const configured = catalogue.find((source) => (getDomain(source.domain) ?? source.domain) === domain);
  if (configured !== undefined) return { url, source: configured, isConfigured: true };
  const origin = guessed(url);
  return site === null ? origin : { ...origin, source: { ...origin.source, outlet: site.slice(0, 300) } };
}

export const madeUpAddress = (name: string): string => `https://feed.example/${encodeURIComponent(basename(name))}`;

function guessed(url: string): Origin {
  const domain = hostOf(url);
  return { url, source: { id: 'inspect', name: domain, url, domain, outlet: domain, kind: 'feed' }, isConfigured: false };
}
