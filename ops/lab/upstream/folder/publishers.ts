/**
 * Finds the publisher of a recorded feed: outlet and domains from the folder's `manifest.json`, else from the feed (its title, and the site
 * that it links to or that most of its entries are on).
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

const Entry = z.object({
  /** Path relative to the folder, with or without `.gz`. */
  file: z.string(),
  outlet: z.string().min(1).max(300).optional(),
  domain: z.string().min(1).max(253).optional(),
  domains: z.array(z.string().min(1).max(253)).optional(),
  language: z.string().max(35).optional(),
});
export type ManifestEntry = z.infer<typeof Entry>;

export interface Publisher {
  readonly outlet: string;
  readonly domain: string;
  /** Registrable domains that it is authoritative for. */
  readonly domains: readonly string[];
  readonly language: string | null;
}

/** Returns the entries by name of the recorded file, none without a manifest; throws when the manifest cannot be read. */
export function manifestEntries(folder: string): ReadonlyMap<string, ManifestEntry> {
  const path = join(folder, 'manifest.json');
  if (!existsSync(path)) return new Map();
  let parsed: z.ZodSafeParseResult<ManifestEntry[]>;
  try {
    parsed = z.array(Entry).safeParse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(`${path}: not JSON`);
  }
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not a list of files'}`);
  }
  return new Map(parsed.data.map((entry) => [entry.file.replace(/\.gz$/, ''), entry]));
}

/** Returns the publisher. `fallback` applies when neither manifest nor feed names it. */
export function publisherOf(entry: ManifestEntry | undefined, body: Buffer, fallback: Pick<Publisher, 'outlet' | 'domain'>): Publisher {
  const isTold = entry?.outlet !== undefined && entry.domain !== undefined;
  const said = isTold ? { title: null, domain: null } : saidBy(body);
  const domain = entry?.domain ?? said.domain ?? fallback.domain;
  return {
    outlet: entry?.outlet ?? said.title ?? fallback.outlet,
    domain,
    domains: [...new Set([getDomain(domain) ?? domain, ...(entry?.domains ?? [])])],
    language: entry?.language ?? null,
  };
}

interface ChannelHead {
  readonly title: string | null;
  readonly domain: string | null;
}

function saidBy(body: Buffer): ChannelHead {
  const decoded = decodeDocument(body, null);
  const text = 'text' in decoded ? decoded.text.replace(/^\ufeff/, '') : '';
  const { title, site } = /^\s*\{/.test(text) ? jsonHead(text) : xmlHead(text);
  return { title: title === '' ? null : title, domain: publicDomain(site) ?? commonDomain(body) };
}

/** Returns the registrable domain, with private suffixes counted: a shared host is not a publisher's domain. */
function publicDomain(url: string): string | null {
  const domain = getDomain(url, { allowPrivateDomains: true });
  return domain === null || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain) ? null : domain;
}

function commonDomain(body: Buffer): string | null {
  const source = { id: 'recorded', name: 'recorded', url: 'https://recorded.invalid/', domain: 'recorded.invalid', outlet: 'recorded' } as const;
  const at = new Date(0).toISOString();
  const { items } = parseFeed({
    body,
    contentType: null,
    url: source.url,
    source: { ...source, kind: 'feed' },
    authority: anyAuthority,
    seenAt: at,
    fetchedAt: at,
  });
  const counts = new Map<string, number>();
  for (const { url } of items) {
    const domain = publicDomain(url);
    if (domain !== null && domain !== source.domain) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}

interface Head {
  readonly title: string;
  readonly site: string;
}

const noHead: Head = { title: '', site: '' };
const titleCharsMax = 100;
const titleOf = (value: string): string => lineOf({ kind: 'html', value }, titleCharsMax);

function xmlHead(text: string): Head {
  const xml = readXml(text, 'https://recorded.invalid/');
  if ('refused' in xml) return noHead;
  const channel = childrenOf(xml.root, 'channel')[0] ?? xml.root;
  return { title: titleOf(childText(channel, 'title') ?? ''), site: childText(channel, 'link')?.trim() || linkedSite(channel) };
}

/** Returns the alternate link of an Atom feed, or ''. */
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
