/** Reads what the head of an HTML page declares: meta elements, title, canonical link, language, JSON-LD. */
import { Parser } from 'htmlparser2';
import { parseJson } from '../../parse/json.ts';
import { createNesting } from '../../parse/nesting.ts';

export interface PageHead {
  /** Content by name or property in lower case; the first of each. */
  readonly meta: ReadonlyMap<string, string>;
  readonly title: string | null;
  readonly h1: string | null;
  readonly canonical: string | null;
  readonly language: string | null;
  /** Objects of the page's JSON-LD, including those inside `@graph`. */
  readonly linked: readonly Readonly<Record<string, unknown>>[];
}

const scriptCharsMax = 1_000_000;

/** Returns the declarations; throws a NestedTooDeepError. */
export function readHead(html: string): PageHead {
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
  const parsed = parseJson(json);
  if (!parsed.ok) return [];
  return [parsed.value]
    .flat()
    .filter(isObject)
    .flatMap((one) => {
      const graph = one['@graph'];
      return [one, ...(Array.isArray(graph) ? graph.filter(isObject) : [])];
    });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isArticle = (one: Readonly<Record<string, unknown>>): boolean => /article|posting|report/i.test([one['@type']].flat().join(' '));
/** Returns a text value in one line; null for any other value. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' ? first(value) : null);
/** Returns the `name` of an object; any other value as it is. */
export const namedIn = (value: unknown): unknown => (isObject(value) ? value['name'] : value);

/** Returns the article object that the page declares; empty without one. */
export const articleIn = ({ linked }: PageHead): Readonly<Record<string, unknown>> => linked.find(isArticle) ?? {};

/** Returns the texts that are not blank, each folded to one line. */
export const textsIn = (...texts: readonly (string | null | undefined)[]): string[] =>
  texts.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '').filter((line) => line !== '');

/** Returns the first of these texts. */
export const first = (...texts: readonly (string | null | undefined)[]): string | null => textsIn(...texts)[0] ?? null;
