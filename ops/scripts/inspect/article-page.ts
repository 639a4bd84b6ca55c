/** Reads the page of an article into the entry that a feed would have for it, from its head (Open Graph, JSON-LD, meta) and its main text. */
import { noMarkup, type Markup } from '#pipeline/ingest/publishers/format/text.ts';
import type { FeedEntry } from '#pipeline/ingest/publishers/entry/entry.ts';
import { articleIn, first, namedIn, readHead, textOf, textsIn } from '#pipeline/ingest/publishers/page/page-head.ts';
import { textOfPage } from '#pipeline/ingest/publishers/page/read-page.ts';
import { decodePage } from '#pipeline/ingest/publishers/format/encoding.ts';

/** Shorter texts are notices or login forms. */
const textCharsMin = 60;

/** Returns null for a page without a headline or with too little text. `site` names the publisher. Throws a NestedTooDeepError. */
export function readArticlePage(body: Buffer, url: string | null): { readonly entry: FeedEntry; readonly site: string | null } | null {
  const html = decodePage(body, null);
  if (html === null) return null;
  const head = readHead(html);
  const article = articleIn(head);
  const headline = first(head.meta.get('og:title'), textOf(article['headline']), head.h1, head.title);
  const text = textOfPage(html, head);
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
      published: textsIn(head.meta.get('article:published_time'), textOf(article['datePublished']), head.meta.get('date')),
      updated: textsIn(head.meta.get('article:modified_time'), textOf(article['dateModified'])),
      origin: null,
      isWhole: true,
    },
  };
}

function authorsOf(value: unknown, declared: string | undefined): string[] {
  const named = [value].flat().flatMap((author) => textOf(namedIn(author)) ?? []);
  return named.length > 0 ? named : [first(declared)].filter((author) => author !== null);
}
