/** Maps XML namespaces to one canonical prefix each, whatever prefix a document uses; '' for the feed's own vocabulary. */

/** Keys: namespaces in lower case without a trailing slash. RSS never agreed on one for itself; every one in use is ''. */
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
export interface Namespace {
  readonly name: string;
  /** The prefix in the table above; undefined for a namespace that is not there. */
  readonly prefix: string | undefined;
}

/** Namespaces that differ only beyond this length count as one. */
const nameCharactersMax = 500;

export function namespaceNamed(whole: string): Namespace {
  const name = whole.slice(0, nameCharactersMax);
  const key = normal(name);
  return { name, prefix: Object.hasOwn(known, key) ? known[key] : undefined };
}

/** Returns an element's canonical prefix. `vocabulary`: the root element's namespace, which is the document's own. */
export function canonicalPrefix(prefix: string, namespace: Namespace | undefined, vocabulary: Namespace | undefined): string {
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
