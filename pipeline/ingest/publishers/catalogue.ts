/** Loads the catalogue of publisher feeds from a JSON file. Throws one CatalogueError that names the file, entry and field of each mistake. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isLocalUrl } from '#ops/outbound/outbound.ts';
import { ConfigError, type Config } from '#schemas/config.ts';
import { Domain, HttpUrl } from '#schemas/primitives.ts';
import builtIn from './catalogue.json' with { type: 'json' };

const Host = z
  .string()
  .max(253)
  .refine((name) => hostIn(name) === name && !name.includes('*'), 'must be a lower-case host without scheme, port and path');

function hostIn(text: string): string | null {
  const url = `http://${text}/`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

export const Source = z
  .strictObject({
    /** Name in metrics, positions and the source of every row. */
    id: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, starting with a letter'),
    name: z.string().min(1).max(200),
    url: HttpUrl,
    /** Domain under which rows are served: that of the publisher, or of the aggregator whose links the feed carries (authority.ts). */
    domain: Domain.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a lower-case domain'),
    /** Further hosts of the source, each with all its subdomains: sister sites, the newsroom at a wire, the redirector of its links. */
    domains: z.array(Host).max(100).optional(),
    /** Whether the feed lists articles of other publishers. Absent: true for known aggregators (normalise/outlets.ts). */
    aggregator: z.boolean().optional(),
    /** Whether the feed lists old articles. Their rows count from their publication time and never enter delta mode. */
    history: z.boolean().optional(),
    /** Whether an empty feed is normal, as for trade halts at night. Otherwise a feed that is empty for ten minutes counts as failing. */
    may_be_empty: z.boolean().optional(),
    /** Whether each release replaces the one before at its address and under its headline; the day then distinguishes them. */
    reuses_links: z.boolean().optional(),
    /** Outlet name; for an aggregator, the outlet of entries that name none. */
    outlet: z.string().min(1).max(300),
    kind: z.literal('feed').optional(),
    /** BCP 47 language of entries when neither feed nor entry declares one. */
    language: z.string().max(35).optional(),
    /** False to never fetch article pages of this source, whatever ARTICLE_PAGES is. */
    pages: z.boolean().optional(),
    /** Fixed seconds between polls; absent: the cadence of the stage. */
    interval_seconds: z.int().min(1).max(86_400).optional(),
    /** Bounds of the adaptive cadence in seconds; absent: those of the stage. */
    poll_seconds_min: z.int().min(10).max(86_400).optional(),
    poll_seconds_max: z.int().min(10).max(86_400).optional(),
  })
  .refine(({ poll_seconds_min: least = 0, poll_seconds_max: most = Infinity }) => least <= most, 'poll_seconds_min is greater than poll_seconds_max');
export type Source = z.infer<typeof Source>;

export class CatalogueError extends ConfigError {}

/** Returns the sources that the settings name. Throws a CatalogueError, also for a private address that OUTBOUND_ALLOWED_ORIGINS lacks. */
export function configuredSources({ SOURCES_FILE: file, OUTBOUND_ALLOWED_ORIGINS: origins }: SourceSettings): readonly Source[] {
  const sources = loadCatalogue(file === '' ? null : file);
  for (const [index, source] of sources.entries()) requireAllowed(source.url, `${file}: ${labelOf(source, index)}.url`, origins);
  return sources;
}

/** Throws a CatalogueError that begins with `label` when the address is private and not among `allowedOrigins`. */
export function requireAllowed(address: string, label: string, allowedOrigins: readonly string[]): void {
  const url = new URL(address);
  if (!isLocalUrl(url) || allowedOrigins.some((origin) => new URL(origin).origin === url.origin)) return;
  const remedy = `add ${url.origin} to OUTBOUND_ALLOWED_ORIGINS to allow it`;
  throw new CatalogueError(`${label}: ${url.hostname} is not a public address; ${remedy}`);
}

type SourceSettings = Pick<Config, 'SOURCES_FILE' | 'OUTBOUND_ALLOWED_ORIGINS'>;

export function loadCatalogue(path: string | null): readonly Source[] {
  const file = path ?? 'the built-in catalogue';
  const list = path === null ? builtIn : readJson(path);
  if (!Array.isArray(list)) throw new CatalogueError(`${file}: not a list of sources`);
  const problems: string[] = [];
  const byId = new Map<string, Source>();
  for (const [index, entry] of list.entries()) {
    const parsed = Source.safeParse(entry);
    const label = labelOf(entry, index);
    if (!parsed.success)
      problems.push(...parsed.error.issues.map((issue) => `${label}${issue.path.length > 0 ? `.${issue.path.join('.')}` : ''}: ${issue.message}`));
    else if (byId.has(parsed.data.id)) problems.push(`${label}.id: appears twice`);
    else byId.set(parsed.data.id, parsed.data);
  }
  if (problems.length > 0)
    throw new CatalogueError(`${file}: ${problems.slice(0, 10).join('; ')}${problems.length > 10 ? `; and ${problems.length - 10} more` : ''}`);
  return [...byId.values()];
}

export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as unknown;
  } catch (error) {
    throw new CatalogueError(`${path}: ${error instanceof SyntaxError ? 'not JSON' : 'cannot be read'}`, { cause: error });
  }
}

function labelOf(entry: unknown, index: number): string {
  const id: unknown = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : undefined;
  return typeof id === 'string' ? `entry ${index + 1} (${id.slice(0, 64)})` : `entry ${index + 1}`;
}
