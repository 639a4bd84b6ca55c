/**
 * Finds the publisher of a recorded feed in the folder's `manifest.json`, or else in the feed. Its title gives the outlet; the site that it
 * or most of its entries link to gives the domain. A feed whose entries link to more than five sites is an aggregator.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getDomain } from 'tldts';
import { z } from 'zod';
import { anyAuthority } from '#pipeline/ingest/publishers/authority.ts';
import { decodeDocument } from '#pipeline/ingest/publishers/format/encoding.ts';
import { parseFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { lineOf } from '#pipeline/ingest/publishers/format/text.ts';
import { childrenOf, childText, readXml, type XmlElement } from '#pipeline/ingest/publishers/format/xml-tree.ts';
import { siteOf } from '#pipeline/site.ts';
import type { CatalogueEntry } from '../content.ts';

const Entry = z.object({
  /** Path relative to the folder, with or without `.gz`. */
  file: z.string(),
  outlet: z.string().min(1).max(300).optional(),
  domain: z.string().min(1).max(253).optional(),
  domains: z.array(z.string().min(1).max(253)).optional(),
  language: z.string().max(35).optional(),
});
export type ManifestEntry = z.infer<typeof Entry>;

/** Returns the manifest's entries by file name, or none without a manifest. Throws when the manifest cannot be read. */
export function manifestEntries(folder: string): ReadonlyMap<string, ManifestEntry> {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return new Map();
  let parsed: z.ZodSafeParseResult<ManifestEntry[]>;
  try {
    parsed = z.array(Entry).safeParse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(`${path} is not JSON`);
  }
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not a list of files'}`);
  }
  return new Map(parsed.data.map((entry) => [entry.file.replace(/\.gz$/, ''), entry]));
}

/** The fields of a catalogue entry that describe the feed's publisher. */
export type Publisher = Pick<CatalogueEntry, 'outlet' | 'domain' | 'aggregator' | 'language'> & { readonly domains: readonly string[] };

/** Largest number of sites that the entries of one publisher link to (sister sites, an audio host, a redirector). */
const sitesMax = 5;

/** Returns the publisher. `fallback` gives outlet or domain when neither manifest nor feed states it. */
export function publisherOf(
  entry: ManifestEntry | undefined,
  { body, url }: { readonly body: Buffer; readonly url: string },
  fallback: { readonly outlet: string; readonly domain: string },
): Publisher {
  const head = entry?.outlet !== undefined && entry.domain !== undefined ? noHead : headOf(body);
  const links = entry?.domain === undefined ? linksOf(body, url) : [];
  const domain = entry?.domain ?? publicDomain(head.site) ?? commonDomain(links) ?? fallback.domain;
  // Without a manifest the entries decide: a few linked sites are the publisher's own, many make the feed an aggregator.
  const sites = [...new Set(links.map((link) => siteOf(link).domain))].filter(isHost);
  const isAggregator = sites.length > sitesMax;
  const home = siteOf(head.site).domain;
  const furtherDomains = isAggregator || entry?.domain !== undefined ? [] : [...(isDomain(home) ? [home] : []), ...sites];
  return {
    outlet: entry?.outlet ?? (head.title || fallback.outlet),
    domain,
    domains: [...new Set([getDomain(domain) ?? domain, ...(entry?.domains ?? []), ...furtherDomains])],
    ...(isAggregator && { aggregator: true }),
    ...(entry?.language !== undefined && { language: entry.language }),
  };
}

const isHost = (site: string): boolean => URL.canParse(`http://${site}/`) && new URL(`http://${site}/`).host === site;
const isDomain = (site: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(site) && !/^[\d.]+$/.test(site);

/** Returns the registrable domain, or null for an address without one. Private suffixes count, so that a shared host such as github.io is not a publisher's domain. */
function publicDomain(url: string): string | null {
  const domain = getDomain(url, { allowPrivateDomains: true });
  return domain === null || !isDomain(domain) ? null : domain;
}

function commonDomain(links: readonly string[]): string | null {
  const byDomain = Map.groupBy(links, publicDomain);
  const domains = [...byDomain].filter(([domain]) => domain !== null).sort(([, a], [, b]) => b.length - a.length);
  return domains[0]?.[0] ?? null;
}

/** Returns the URLs of the feed's entries, without those on the feed's own host. */
function linksOf(body: Buffer, url: string): string[] {
  const source = { id: 'recorded', name: 'recorded', url, domain: 'recorded.invalid', outlet: 'recorded', kind: 'feed' } as const;
  const at = new Date(0).toISOString();
  const { items } = parseFeed({ body, contentType: null, url, source, authority: anyAuthority, seenAt: at, fetchedAt: at });
  const own = new URL(url).host;
  return items.map((item) => item.url).filter((link) => new URL(link).host !== own);
}

interface Head {
  readonly title: string;
  readonly site: string;
}

const noHead: Head = { title: '', site: '' };
const titleCharsMax = 100;
const titleOf = (value: string): string => lineOf({ kind: 'html', value }, titleCharsMax);
/** Matches the first link of a feed, usually its site's, even when the feed is not well-formed. */
const firstLink =
  /<link\b[^>]*>\s*(?:<!\[CDATA\[\s*)?(https?:\/\/[^\s<\]]+)|<link\b[^>]*\bhref=["']\s*(https?:\/\/[^"'\s]+)|"home_page_url"\s*:\s*"(https?:[^"\s]+)"/i;

/** Returns the feed's title and the URL of its site, each '' when the feed has none. */
function headOf(body: Buffer): Head {
  const decoded = decodeDocument(body, null);
  const text = 'text' in decoded ? decoded.text.replace(/^\ufeff/, '') : '';
  const head = /^\s*\{/.test(text) ? jsonHead(text) : xmlHead(text);
  const [, inText, inAttribute, inJson] = firstLink.exec(text.slice(0, 65_536)) ?? [];
  return { title: head.title, site: head.site || (inText ?? inAttribute ?? inJson ?? '').replaceAll('\\/', '/') };
}

function xmlHead(text: string): Head {
  const xml = readXml(text, 'https://recorded.invalid/');
  if ('refused' in xml) return noHead;
  const channel = childrenOf(xml.root, 'channel')[0] ?? xml.root;
  return { title: titleOf(childText(channel, 'title') ?? ''), site: childText(channel, 'link')?.trim() || linkedSite(channel) };
}

const linkedSite = (feed: XmlElement): string =>
  childrenOf(feed, 'link')
    .find((link) => (link.attributes.get('rel') ?? 'alternate') === 'alternate')
    ?.attributes.get('href') ?? '';

function jsonHead(text: string): Head {
  try {
    const { title, home_page_url: site } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    return { title: typeof title === 'string' ? titleOf(title) : '', site: typeof site === 'string' ? site : '' };
  } catch {
    return noHead;
  }
}
