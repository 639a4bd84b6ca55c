/**
 * Infers the catalogue entry of a recorded feed: the domain of the home page that it links to, and up to five other sites that its entries
 * link to, or `aggregator` when they link to more. A recording has no other sign of its owner.
 */
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { siteOf } from '#pipeline/site.ts';

export interface CatalogueEntry {
  readonly domain: string;
  readonly domains?: readonly string[];
  readonly aggregator?: true;
}

/** Largest number of other sites of a publisher (sister sites, an audio host, a redirector); more mean an aggregator. */
const sitesMax = 5;
const at = '2026-01-01T00:00:00.000Z';
/** Matches the first link of a feed, usually to the site that it belongs to. */
const HOME =
  /<link\b[^>]*>\s*(?:<!\[CDATA\[\s*)?(https?:\/\/[^\s<\]]+)|<link\b[^>]*\bhref=["']\s*(https?:\/\/[^"'\s]+)|"home_page_url"\s*:\s*"(https?:[^"\s]+)"/i;

/** Returns the entry. `made` is a domain for a feed that names none. */
export function catalogueEntryOf(body: Buffer, url: string, made: string): CatalogueEntry {
  const { items } = parseFeed({
    body,
    contentType: null,
    url,
    source: { id: 'recorded', name: made, url, domain: made, outlet: made, kind: 'feed' },
    authority: anyAuthority,
    seenAt: at,
    fetchedAt: at,
  });
  const own = siteOf(url).domain;
  const sites = [...new Set(items.map((item) => siteOf(item.url).domain))].filter((site) => site !== own);
  if (sites.length > sitesMax) return { domain: made, aggregator: true };
  const [, inText, inAttribute, inJson] = HOME.exec(body.subarray(0, 65_536).toString('latin1').replaceAll('\0', '')) ?? [];
  const home = siteOf((inText ?? inAttribute ?? inJson ?? '').replaceAll('\\/', '/')).domain;
  const domain = isDomain(home) ? home : made;
  const others = sites.filter((site) => site !== domain && URL.canParse(`http://${site}/`) && new URL(`http://${site}/`).host === site);
  return { domain, ...(others.length > 0 && { domains: others }) };
}

const isDomain = (site: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(site) && !/^[\d.]+$/.test(site);
