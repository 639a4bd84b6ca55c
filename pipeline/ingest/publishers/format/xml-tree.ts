/** Parses XML into a tree of bounded size; tolerates unclosed tags, bare ampersands and undeclared prefixes, refuses entities. */
import { Parser } from 'htmlparser2';
import type { RefusalReason } from '#schemas/vocabulary.ts';

export interface XmlElement {
  /** Name in lower case with the canonical prefix of its namespace; without a prefix in the vocabulary of the feed itself. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (XmlElement | string)[];
  /** Absolute xml:base that applies here; null without one. */
  readonly base: string | null;
  /** The xml:lang that applies here; empty when it was reset, null without one. */
  readonly lang: string | null;
  /** False when the document ended inside the element. */
  isWhole: boolean;
}

type XmlReading =
  | {
      readonly root: XmlElement;
      /** Why parsing ended before the end of the document; null when it did not. */
      readonly stopped: { readonly reason: RefusalReason; readonly detail: string } | null;
    }
  | { readonly refused: RefusalReason; readonly detail: string };

const DEPTH_MAX = 200;
const ELEMENTS_MAX = 200_000;
const ATTRIBUTES_MAX = 500;
/** Maximum number of namespaces that an element and its ancestors declare; feeds have about twenty. */
const NAMESPACES_MAX = 1_000;
/** Maximum length of xml:base and of its resolved form, against which every address of the document may be resolved. */
const BASE_CHARS_MAX = 2_000;

/** The prefixes that an element declares; `outer` has those of its ancestors. */
interface Scope {
  readonly declared: ReadonlyMap<string, Namespace>;
  readonly outer: Scope | null;
  readonly count: number;
}

const noScope: Scope = { declared: new Map(), outer: null, count: 0 };

function namespaceOf(prefix: string, scope: Scope): Namespace | undefined {
  for (let here: Scope | null = scope; here !== null; here = here.outer) {
    const uri = here.declared.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

/** Returns the tree of a document, which may be malformed, or why the document is refused. Addresses are resolved against `documentUrl`. */
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
        // Text after the root element (a comment of the server, a second document) is not read.
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
  if (declaresEntities) return { refused: 'entity_expansion', detail: 'the document has a DOCTYPE with an internal subset' };
  isEnding = true;
  if (stopped === null) parser.end();
  if (root === null) return { refused: 'malformed', detail: text.trim() === '' ? 'the document is empty' : 'the document has no XML element' };
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

export const elementsOf = (parent: XmlElement): XmlElement[] => parent.children.filter((child) => typeof child !== 'string');

/** Returns the children of these names, in the order of the names, then of the document. */
export function childrenOf(parent: XmlElement, ...names: readonly string[]): XmlElement[] {
  const elements: XmlElement[] = [];
  for (const name of names) for (const child of parent.children) if (typeof child !== 'string' && child.name === name) elements.push(child);
  return elements;
}

export const textOf = (element: XmlElement): string => element.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');

/** Returns the trimmed texts, unless empty, of the children with these names. */
export const childTexts = (parent: XmlElement, ...names: readonly string[]): string[] =>
  childrenOf(parent, ...names)
    .map((child) => textOf(child).trim())
    .filter((text) => text !== '');

export const childText = (parent: XmlElement, ...names: readonly string[]): string | null => childTexts(parent, ...names)[0] ?? null;

/** Returns the content as HTML. `escapeText` is for text that is plain text and not escaped HTML. */
export function innerHtml(element: XmlElement, escapeText: boolean): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return escapeText ? child.replace(/&/g, '&amp;').replace(/</g, '&lt;') : child;
      const name = child.name.slice(child.name.indexOf(':') + 1);
      return `<${name}>${innerHtml(child, escapeText)}</${name}>`;
    })
    .join('');
}

/** Canonical prefixes by namespace, in lower case and without a trailing slash. The prefix is empty for the namespaces that RSS uses for itself. */
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

interface Namespace {
  readonly name: string;
  /** The canonical prefix; undefined for an unknown namespace. */
  readonly prefix: string | undefined;
}

const nameCharactersMax = 500;

function namespaceNamed(whole: string): Namespace {
  const name = whole.slice(0, nameCharactersMax);
  const key = normal(name);
  return { name, prefix: Object.hasOwn(known, key) ? known[key] : undefined };
}

/** Returns the canonical prefix of an element. `vocabulary` is the namespace of the root element. */
function canonicalPrefix(prefix: string, namespace: Namespace | undefined, vocabulary: Namespace | undefined): string {
  if (namespace !== undefined) {
    if (namespace === vocabulary || namespace.name === vocabulary?.name) return namespace.prefix === 'rdf' ? 'rdf' : '';
    const canonical = namespace.prefix;
    if (canonical === 'atom' && vocabulary?.prefix === 'atom') return '';
    if (canonical !== undefined) return canonical;
    // An unknown default namespace is usually a misspelling of that of the feed.
    if (prefix === '') return '';
  }
  return prefix.toLowerCase();
}

const normal = (namespace: string): string =>
  namespace
    .toLowerCase()
    .replace(/\/$/, '')
    .replace(/^https:/, 'http:');
