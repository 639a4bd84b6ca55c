/** The assumed origin of a document: the source of the configured catalogue with its address, else one made from the address. */
import { basename } from 'node:path';
import { getDomain } from 'tldts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';

export interface Origin {
  readonly url: string;
  readonly source: Source;
  /** False: the service polls no such source, and outlet and domain are guessed from the address. */
  readonly isConfigured: boolean;
}

const normalised = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);
const hostOf = (url: string): string => new URL(url).hostname.replace(/^www\./, '');

/** Returns the origin of a feed: the source with exactly that address; a file of which no address is known is its own outlet. */
export function feedOrigin(url: string | null, name: string, catalogue: readonly Source[]): Origin {
  const address = url ?? madeUpAddress(name);
  const configured = catalogue.find((source) => normalised(source.url) === normalised(address));
  if (configured === undefined) return url === null ? guessed(address, basename(name, '.gz')) : guessed(address);
  return { url: address, source: configured, isConfigured: true };
}

/** Returns the origin of a page: a source of its publisher. `site` is the page's own name of it. */
export function pageOrigin(url: string, site: string | null, catalogue: readonly Source[]): Origin {
  const domain = getDomain(url) ?? hostOf(url);
  const configured = catalogue.find((source) => (getDomain(source.domain) ?? source.domain) === domain);
  if (configured !== undefined) return { url, source: configured, isConfigured: true };
  const origin = guessed(url);
  return site === null ? origin : { ...origin, source: { ...origin.source, outlet: site.slice(0, 300) } };
}

/** Returns the assumed address of a document when neither its own text nor `--url` gives one. */
export const madeUpAddress = (name: string): string => `https://feed.example/${encodeURIComponent(basename(name))}`;

function guessed(url: string, outlet = hostOf(url)): Origin {
  const domain = hostOf(url);
  return { url, source: { id: 'inspect', name: outlet, url, domain, outlet, kind: 'feed' }, isConfigured: false };
}
