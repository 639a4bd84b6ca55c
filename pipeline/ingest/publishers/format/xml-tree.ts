/**
 * Parses XML into a tree of elements; tolerates unclosed and crossed tags, bare ampersands and undeclared prefixes. Entities that the
 * document declares are never expanded; depth and number of elements are bounded.
 */
import { Parser } from 'htmlparser2';
import type { RefusalReason } from '#schemas/vocabulary.ts';

export interface XmlElement {
  /** Name in lower case, with its namespace's canonical prefix whatever the document uses; none for the feed's own vocabulary. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
  /** Absolute xml:base in effect; null without one. */
  readonly base: string | null;
  /** xml:lang in effect; '' where it was reset, null without one. */
  readonly lang: string | null;
  /** False when the document ended inside the element. */
  isWhole: boolean;
}

export type XmlReading =
  | {
      readonly root: XmlElement;
      /** Why reading ended before the document did, or null. */
      readonly stopped: { readonly reason: RefusalReason; readonly detail: string } | null;
    }
  | { readonly refused: RefusalReason; readonly detail: string };

const DEPTH_MAX = 200;
const ELEMENTS_MAX = 200_000;
const ATTRIBUTES_MAX = 500;
/** Namespaces declared by an element and its ancestors; feeds have about twenty. */
const NAMESPACES_MAX = 1_000;
/** Bounds xml:base and what it resolves to, because every address of the document may be resolved against it. */
const BASE_CHARS_MAX = 2_000;

/** The prefixes that an element declares; others come from the outer scopes. */
interface Scope {
  readonly declared: ReadonlyMap<string, Namespace>;
  readonly outer: Scope | null;
  /** Declarations here and in all outer scopes. */
  readonly count: number;
}

const noScope: Scope = { declared: new Map(), outer: null, count: 0 };

/** Returns a prefix's namespace, in at most one step per level of nesting. */
function namespaceOf(prefix: string, scope: Scope): Namespace | undefined {
  for (let here: Scope | null = scope; here !== null; here = here.outer) {
    const uri = here.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

/** Returns the tree of a document that may be malformed, with addresses resolved against `documentUrl`, or why it is refused. */
export function readXml(text: string, documentUrl: string): XmlReading {
  const open: XmlElement[] = [];
  const scopes: Scope[] = [];
  let root: XmlElement | null = null;
  let vocabulary: Namespace | undefined;
  let elements = 0;
  let attributesSeen = 0;
  let isEnding = false;
  let stopped: { reason: RefusalReason; detail: string } | null = null;
  let declaresEntities = false;
  const stop = (reason: RefusalReason, detail: string): void => {
    stopped ??= { reason, detail };
    parser.pause();
  };

  const parser: Parser = new Parser(
    {
      onattribute: () => {
        attributesSeen += 1;
        if (attributesSeen > ATTRIBUTES_MAX) stop('malformed', `more than ${ATTRIBUTES_MAX} attributes on one element`);
      },
      onopentag: (rawName, rawAttributes) => {
        elements += 1;
        attributesSeen = 0;
        if (open.length >= DEPTH_MAX) return stop('malformed', `elements nested deeper than ${DEPTH_MAX}`);
        if (elements > ELEMENTS_MAX) return stop('too_large', `more than ${ELEMENTS_MAX} elements`);
        const parent = open.at(-1) ?? null;
        const { attributes, scope } = attributesOf(rawAttributes, scopes.at(-1) ?? noScope);
        if (scope.count > NAMESPACES_MAX) return stop('malformed', `more than ${NAMESPACES_MAX} namespaces in one place`);
        if (root === null) vocabulary = namespaceOf(split(rawName).prefix, scope);
        const element: XmlElement = {
          name: nameOf(rawName, scope, vocabulary),
          attributes,
          children: [],
          base: baseOf(attributes.get('xml:base'), parent?.base ?? null, documentUrl),
          lang: attributes.get('xml:lang') ?? parent?.lang ?? null,
          isWhole: false,
        };
        if (parent === null) root = element;
        else parent.children.push(element);
        open.push(element);
        scopes.push(scope);
      },
      onclosetag: () => {
        const element = open.pop();
        scopes.pop();
        if (element !== undefined) element.isWhole = !isEnding;
        // Text after the root (a server's comment, another document) does not belong to it.
        if (open.length === 0 && !isEnding) parser.pause();
      },
      ontext: (data) => {
        const children = open.at(-1)?.children;
        if (children === undefined) return;
        const last = children.length - 1;
        const before = children[last];
        if (typeof before === 'string') children[last] = before + data;
        else children.push(data);
      },
      onprocessinginstruction: (name, data) => {
        // Brackets enclose the internal subset (XML 1.0, 2.8). An external DTD is never fetched.
        if (/^!entity$/i.test(name) || (/^!doctype/i.test(name) && data.replace(/"[^"]*"|'[^']*'/g, '').includes('['))) {
          declaresEntities = true;
          parser.pause();
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.write(text);
  if (declaresEntities) return { refused: 'entity_expansion', detail: 'a DOCTYPE with an internal subset' };
  isEnding = true;
  if (stopped === null) parser.end();
  if (root === null) return { refused: 'malformed', detail: text.trim() === '' ? 'empty' : 'no element in it' };
  return { root, stopped };
}

const split = (rawName: string): { prefix: string; local: string } => {
  const colon = rawName.indexOf(':');
  return colon === -1 ? { prefix: '', local: rawName } : { prefix: rawName.slice(0, colon), local: rawName.slice(colon + 1) };
};

function nameOf(rawName: string, scope: Scope, vocabulary: Namespace | undefined): string {
  const { prefix, local } = split(rawName);
  const canonical = canonicalPrefix(prefix, namespaceOf(prefix, scope), vocabulary);
  return canonical === '' ? local.toLowerCase() : `${canonical}:${local.toLowerCase()}`;
}

const noAttributes: ReadonlyMap<string, string> = new Map();

function attributesOf(raw: Readonly<Record<string, string>>, outer: Scope): { attributes: ReadonlyMap<string, string>; scope: Scope } {
  const entries = Object.entries(raw);
  if (entries.length === 0) return { attributes: noAttributes, scope: outer };
  const attributes = new Map<string, string>();
  const declared = new Map<string, Namespace>();
  for (const [name, value] of entries) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) declared.set(name.slice(6), namespaceNamed(value.trim()));
    else attributes.set(name.toLowerCase(), value);
  }
  return { attributes, scope: declared.size === 0 ? outer : { declared, outer, count: outer.count + declared.size } };
}

function baseOf(declared: string | undefined, outer: string | null, documentUrl: string): string | null {
  // A fragment is not a base to resolve against (RFC 3986, 5.1).
  if (declared === undefined || declared.length > BASE_CHARS_MAX || /^\s*(#|$)/.test(declared)) return outer;
  const base = outer ?? documentUrl;
  if (!URL.canParse(declared.trim(), base)) return outer;
  const { protocol, href } = new URL(declared.trim(), base);
  return (protocol === 'http:' || protocol === 'https:') && href.length <= BASE_CHARS_MAX ? href : outer;
}

/** Returns the child elements, without text. */
export const elementsOf = (parent: XmlElement): XmlElement[] => parent.children.filter((child) => typeof child !== 'string');

/** Returns the children of these names, in the order of the names, then of the document. */
export function childrenOf(parent: XmlElement, ...names: readonly string[]): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const name of names) for (const child of parent.children) if (typeof child !== 'string' && child.name === name) elements.push(child);
  return elements;
}

/** Returns all text inside the element, without markup. */
export const textOf = (element: XmlElement): string => element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

/** Returns the trimmed texts of the children of these names that have any. */
export const childTexts = (parent: XmlElement, ...names: readonly string[]): string[] =>
  childrenOf(parent, ...names)
    .map((child) => textOf(child).trim())
    .filter((text) => text !== '');

/** Returns the first of these texts; null without one. */
export const childText = (parent: XmlElement, ...names: readonly string[]): string | null => childTexts(parent, ...names)[0] ?? null;

/** Returns the content as HTML. `escapeText` escapes text that is plain text instead of escaped HTML. */
export function innerHtml(element: XmlElement, escapeText: boolean): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escapeText ? child.replace(/&/g, '&amp;').replace(/</g, '&lt;') : child;
      const name = child.name.slice(child.name.indexOf(':') + 1);
      return `<${name}>${innerHtml(child, escapeText)}</${name}>`;
    })
    .join('');
}

/**
 * One canonical prefix per namespace, whatever prefix a document uses; '' for the feed's own vocabulary. Keys: namespaces in lower case
 * without a trailing slash. RSS never agreed on one for itself; every one in use is ''.
 */
const known: Readonly<Record<string, string>> = {
  'http://purl.org/rss/1.0': '',
  'http://my.netscape.com/rdf/simple/0.9': '',
  'http://channel.netscape.com/rdf/simple/0.9': '',
  'http://my.netscape.com/publish/formats/rss-0.91.dtd': '',
  'http://backend.userland.com/rss': '',
  'http://backend.userland.com/rss2': '',
  'http://backend.userland.com/rss091': '',
  'http://backend.userland.com/rss092': '',
  'http://blogs.law.harvard.edu/tech/rss': '',
  'http://cyber.law.harvard.edu/rss': '',
  'http://www.w3.org/2005/atom': 'atom',
  'http://purl.org/atom/ns#': 'atom',
  'http://www.w3.org/1999/xhtml': 'xhtml',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/dc/elements/1.1': 'dc',
  'http://purl.org/dc/elements/1.0': 'dc',
  'http://purl.org/dc/terms': 'dcterms',
  'http://purl.org/rss/1.0/modules/content': 'content',
  'http://search.yahoo.com/mrss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner',
  'http://www.pheedo.com/namespace/pheedo': 'pheedo',
  'http://purl.org/syndication/history/1.0': 'fh',
  'http://www.nasdaqtrader.com': 'ndaq',
};

/** A namespace as declared in one place; its prefix is looked up once there, not at every element. */
interface Namespace {
  readonly name: string;
  /** The prefix in the table above; undefined for a namespace that is not there. */
  readonly prefix: string | undefined;
}

/** Namespaces that differ only beyond this length count as one. */
const nameCharactersMax = 500;

function namespaceNamed(whole: string): Namespace {
  const name = whole.slice(0, nameCharactersMax);
  const key = normal(name);
  return { name, prefix: Object.hasOwn(known, key) ? known[key] : undefined };
}

/** Returns an element's canonical prefix. `vocabulary`: the root element's namespace, which is the document's own. */
function canonicalPrefix(prefix: string, namespace: Namespace | undefined, vocabulary: Namespace | undefined): string {
  if (namespace !== undefined) {
    if (namespace === vocabulary || namespace.name === vocabulary?.name) return namespace.prefix === 'rdf' ? 'rdf' : '';
    const canonical = namespace.prefix;
    if (canonical === 'atom' && vocabulary?.prefix === 'atom') return '';
    if (canonical !== undefined) return canonical;
    // An unknown default namespace is usually the feed's own, misspelt.
    if (prefix === '') return '';
  }
  return prefix.toLowerCase();
}

const normal = (namespace: string): string =>
  namespace
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/^https:/, 'http:');
