/**
 * Infers the catalogue entry of a recorded feed: the domain of the home page it links, up to five other sites its
 * entries link to, or `aggregator` where they link to more. A recording does not say otherwise whose feed it is.
 */
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { siteOf } from '#pipeline/site.ts';

export interface CatalogueEntry {
  readonly domain: string;
  readonly domains?: readonly string[];
  readonly aggregator?: true;
}

/** A publisher has a few sister sites, an audio host, a redirector; more sites mean an aggregator. */
const sitesMax = 5;
const at = '2026-01-01T00:00:00.000Z';
/** The first link of a feed is most often to the site that it belongs to. */
const HOME =
  /<link\b[^>]*>\s*(?:<!\[CDATA\[\s*)?(https?:\/\/[^\s<\]]+)|<link\b[^>]*\bhref=["']\s*(https?:\/\/[^"'\s]+)|"home_page_url"\s*:\s*"(https?:[^"\s]+)"/i;

/** `made`: a domain for a feed that names none. */
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
