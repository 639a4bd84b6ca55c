/**
 * Extracts the main text of an HTML page, a line per block, as a reader mode shows it. Mozilla's Readability finds it, on its own document
 * for workers (JSDOMParser), which needs well-formed input (xhtml.ts). The text is the same as with jsdom, in a twentieth of the time
 * (ops/decisions/0024-article-pages.md).
 */
import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { linesOf } from '../format/text.ts';
import { xhtmlOf } from './xhtml.ts';

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

/** The parser has no types, and is not a module of the package. */
const JSDOMParser = createRequire(import.meta.url)('@mozilla/readability/JSDOMParser.js') as new () => {
  parse(text: string, url: string): ReadableDocument;
};

/** Ten times what refine reads. */
const TEXT_CHARS_MAX = 20_000;
/** Below this length Readability retries with elements that it excluded by name. */
const ARTICLE_CHARS = 120;

/** Matches a list item that is only a link: further reading, not a sentence. */
const LINK_ITEM = /<li[^<>]{0,600}>\s{0,100}<a[^<>]{0,600}>[^<>]{0,300}<\/a>\s{0,100}<\/li>/gi;

/** Returns the text; empty when the page has none. Throws a NestedTooDeepError. */
export function mainText(html: string): string {
  const document = new JSDOMParser().parse(xhtmlOf(html).text, 'http://page.invalid/');
  const article = new Readability(document, { charThreshold: ARTICLE_CHARS, disableJSONLD: true, maxElemsToParse: 0 }).parse();
  return fromFirstSentence(linesOf({ kind: 'html', value: (article?.content ?? '').replace(LINK_ITEM, ' ') }, TEXT_CHARS_MAX));
}

/** Returns whether a line is prose: at least five words and the end of a sentence, or longer than any label. */
const isProse = (line: string): boolean => line.length >= 120 || (/[.!?…:]["'”’)\]]*$/.test(line) && line.split(' ', 5).length === 5);

/** Longer text before the first sentence belongs to the article: a table, a list. */
const LABEL_CHARS_MAX = 250;

/** Drops dates, bylines and labels (`Text size`) before an article's first sentence. */
function fromFirstSentence(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(isProse);
  const before = lines.slice(0, Math.max(first, 0)).join('\n');
  return before.length <= LABEL_CHARS_MAX ? text.slice(before.length).trimStart() : text;
}
