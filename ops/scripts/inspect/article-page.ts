/**
 * Converts an HTML page to the entry a feed would carry for it: what its head declares (Open Graph, JSON-LD, meta,
 * canonical link) and its main text. Null where it has neither a headline nor an article's text. Throws a NestedTooDeepError.
 */
import { Parser } from 'htmlparser2';
import { createNesting } from '#pipeline/ingest/calendar/format/html.ts';
import { decodeDocument } from '#pipeline/ingest/publishers/format/encoding.ts';
import { noMarkup, type Markup } from '#pipeline/ingest/publishers/format/text.ts';
import type { FeedEntry } from '#pipeline/ingest/publishers/entry/entry.ts';
import { mainText } from './main-text.ts';

export interface ArticlePage {
  readonly entry: FeedEntry;
  /** As the page names its publisher; null where it does not. */
  readonly site: string | null;
}

const headBytes = 8_192;
/** Shorter is a notice or a login form. */
const textCharsMin = 60;

export function readArticlePage(body: Buffer, url: string | null): ArticlePage | null {
  const charset = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(body.toString('latin1', 0, headBytes))?.[1];
  const decoded = decodeDocument(body, charset === undefined ? null : `text/html; charset=${charset}`);
  if ('refused' in decoded) return null;
  const head = readHead(decoded.text);
  const article = head.linked.find(isArticle) ?? {};
  const headline = first(head.meta.get('og:title'), textOf(article['headline']), head.h1, head.title);
  const declared = textOf(article['articleBody']) ?? '';
  const reduced = mainText(decoded.text);
  const text = declared.length > reduced.length ? declared : reduced;
  if (headline === null || text.length < textCharsMin) return null;
  const site = first(head.meta.get('og:site_name'), textOf(namedIn(article['publisher'])));
  const plain = (value: string | null): Markup => (value === null ? noMarkup : { kind: 'text', value });
  return {
    site,
    entry: {
      links: [url, head.canonical, head.meta.get('og:url')].filter((link): link is string => link !== null && link !== undefined && link !== ''),
      id: null,
      title: plain(headline),
      summary: plain(first(head.meta.get('og:description'), head.meta.get('description'), textOf(article['description']))),
      body: plain(text),
      authors: authorsOf(article['author'], head.meta.get('author')),
      topics: [],
      language: head.language,
      images: [head.meta.get('og:image') ?? ''].filter((image) => image !== ''),
      published: first(head.meta.get('article:published_time'), textOf(article['datePublished']), head.meta.get('date')),
      updated: first(head.meta.get('article:modified_time'), textOf(article['dateModified'])),
      origin: null,
      isWhole: true,
    },
  };
}

interface Head {
  /** By name or property, lower case; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string | null;
  readonly h1: string | null;
  readonly canonical: string | null;
  readonly language: string | null;
  /** Objects of the page's JSON-LD, graphs opened. */
  readonly linked: readonly Readonly<Record<string, unknown>>[];
}

const scriptCharsMax = 1_000_000;

function readHead(html: string): Head {
  const meta = new Map<string, string>();
  const texts: Record<'title' | 'h1' | 'script', string[]> = { title: [], h1: [], script: [] };
  let inside: 'title' | 'h1' | 'script' | null = null;
  let canonical: string | null = null;
  let language: string | null = null;
  const nesting = createNesting();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        nesting.open();
        const key = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase();
        if (name === 'meta' && key !== '' && !meta.has(key)) meta.set(key, attributes['content'] ?? '');
        if (name === 'link' && attributes['rel'] === 'canonical') canonical ??= attributes['href'] ?? null;
        if (name === 'html') language ??= attributes['lang'] ?? null;
        if (name === 'title' || name === 'h1' || (name === 'script' && attributes['type'] === 'application/ld+json')) {
          inside = name;
          texts[name].push('');
        }
      },
      ontext: (text) => {
        if (inside !== null) texts[inside].push(`${texts[inside].pop() ?? ''}${text}`.slice(0, scriptCharsMax));
      },
      onclosetag: (name) => {
        nesting.close();
        if (name === inside) inside = null;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return { meta, title: first(texts.title[0]), h1: first(texts.h1[0]), canonical, language, linked: texts.script.flatMap(objectsIn) };
}

function objectsIn(json: string): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(json);
    return (Array.isArray(parsed) ? parsed : [parsed]).filter(isObject).flatMap((one) => {
      const graph = one['@graph'];
      return [one, ...(Array.isArray(graph) ? graph.filter(isObject) : [])];
    });
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isArticle = (one: Readonly<Record<string, unknown>>): boolean => /article|posting|report/i.test([one['@type']].flat().join(' '));
const textOf = (value: unknown): string | null => (typeof value === 'string' ? first(value) : null);
const namedIn = (value: unknown): unknown => (isObject(value) ? value['name'] : value);

function authorsOf(value: unknown, declared: string | undefined): string[] {
  const named = [value].flat().flatMap((author) => textOf(namedIn(author)) ?? []);
  return named.length > 0 ? named : [first(declared)].filter((author) => author !== null);
}

/** The first that says something, folded to one line. */
function first(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const line = text?.replace(/\s+/g, ' ').trim() ?? '';
    if (line !== '') return line;
  }
  return null;
}
