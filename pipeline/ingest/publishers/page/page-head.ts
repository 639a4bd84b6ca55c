/** Reads the declarations of an HTML page: meta elements, title, canonical link, language, JSON-LD. */
import { isJsonObject, type JsonObject } from '#schemas/json-text.ts';
import { parseJson } from '../../parse/json.ts';
import { parseHtml } from '../../parse/parse-html.ts';

export interface PageHead {
  /** Content by name or property, in lower case; the first one of each name. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string | null;
  readonly h1: string | null;
  readonly canonical: string | null;
  readonly language: string | null;
  /** Objects of all JSON-LD scripts, including those inside `@graph`. */
  readonly linked: readonly JsonObject[];
}

const scriptCharsMax = 1_000_000;

/** Throws a NestedTooDeepError. */
export function readHead(html: string): PageHead {
  const meta = new Map<string, string>();
  const texts: Record<'title' | 'h1' | 'script', string[]> = { title: [], h1: [], script: [] };
  let inside: 'title' | 'h1' | 'script' | null = null;
  let canonical: string | null = null;
  let language: string | null = null;
  parseHtml(html, {
    onopentag: (name, attributes) => {
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
      if (name === inside) inside = null;
    },
  });
  return { meta, title: first(texts.title[0]), h1: first(texts.h1[0]), canonical, language, linked: texts.script.flatMap(objectsIn) };
}

function objectsIn(json: string): JsonObject[] {
  const parsed = parseJson(json);
  if (!parsed.ok) return [];
  return [parsed.value]
    .flat()
    .filter(isJsonObject)
    .flatMap((one) => {
      const graph = one['@graph'];
      return [one, ...(Array.isArray(graph) ? graph.filter(isJsonObject) : [])];
    });
}

const isArticle = (one: JsonObject): boolean => /article|posting|report/i.test([one['@type']].flat().join(' '));
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? first(value) : null);
/** Returns the `name` of an object, and any other value unchanged. */
export const namedIn = (value: unknown): unknown => (isJsonObject(value) ? value['name'] : value);

/** Returns the first JSON-LD object that describes an article; an empty object without one. */
export const articleIn = ({ linked }: PageHead): JsonObject => linked.find(isArticle) ?? {};

export const textsIn = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '').filter((line) => line !== '');

export const first = (...texts: readonly (string | null | undefined)[]): string | null => textsIn(...texts)[0] ?? null;
