/** Loads the search feeds: sources as in the catalogue, whose `url` contains `{ticker}` or `{name}`. Throws a CatalogueError of one line. */
import type { Config } from '#schemas/config.ts';
import { CatalogueError, readJson, requireAllowed, Source } from '../publishers/catalogue.ts';

export interface SearchFeed {
  readonly source: Omit<Source, 'url'>;
  readonly template: string;
}

export interface SearchTarget {
  readonly ticker: string;
  readonly name: string;
}

const feedsMax = 50;
const places = /\{ticker\}|\{name\}/;

export function configuredSearchFeeds({ SEARCH_FEEDS_FILE: file, OUTBOUND_ALLOWED_ORIGINS: origins }: SearchSettings): readonly SearchFeed[] {
  const feeds = file === '' ? [] : loadSearchFeeds(file);
  for (const { source, template } of feeds) requireAllowed(addressOf(template, { ticker: 'A', name: 'A' }), `${file}: ${source.id}.url`, origins);
  return feeds;
}

type SearchSettings = Pick<Config, 'SEARCH_FEEDS_FILE' | 'OUTBOUND_ALLOWED_ORIGINS'>;

export function loadSearchFeeds(path: string): readonly SearchFeed[] {
  const list = readJson(path);
  if (!Array.isArray(list) || list.length > feedsMax) throw new CatalogueError(`${path}: not a list of at most ${feedsMax} search feeds`);
  const feeds = list.map((entry: unknown, index) => feedOf(entry, `${path}: entry ${index + 1}`));
  const twice = feeds.find(({ source }, index) => feeds.findIndex((other) => other.source.id === source.id) !== index);
  if (twice !== undefined) throw new CatalogueError(`${path}: ${twice.source.id}: appears twice`);
  return feeds;
}

function feedOf(entry: unknown, label: string): SearchFeed {
  const template: unknown = typeof entry === 'object' && entry !== null && 'url' in entry ? entry.url : undefined;
  if (typeof template !== 'string' || !places.test(template)) throw new CatalogueError(`${label}.url: must contain {ticker} or {name}`);
  const parsed = Source.safeParse({ ...(entry as object), url: addressOf(template, { ticker: 'A', name: 'A' }) });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CatalogueError(`${label}${issue === undefined ? '' : `.${issue.path.join('.')}: ${issue.message}`}`);
  }
  const { url, ...source } = parsed.data;
  // A ticker must not choose the server.
  if (places.test(template.split('/').slice(0, 3).join('/')) || new URL(url).host === '')
    throw new CatalogueError(`${label}.url: the host must not contain a placeholder`);
  return { source, template };
}

export const addressOf = (template: string, { ticker, name }: SearchTarget): string =>
  template.replaceAll('{ticker}', () => encodeURIComponent(ticker)).replaceAll('{name}', () => encodeURIComponent(name));
