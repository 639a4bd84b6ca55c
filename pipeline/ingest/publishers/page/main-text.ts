/**
 * The main text of an HTML page, a line a block: what a reader mode would show of it. Mozilla's Readability finds it, over the
 * document that it brings for workers (JSDOMParser), which wants well-formed input: xhtml.ts. The same text as over jsdom, in a
 * twentieth of the time (ops/decisions/0024-article-pages.md).
 */
import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { linesOf } from '../format/text.ts';
import { xhtmlOf } from './xhtml.ts';

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

/** It has no types, and is no module of its own. */
const JSDOMParser = createRequire(import.meta.url)('@mozilla/readability/JSDOMParser.js') as new () => {
  parse(text: string, url: string): ReadableDocument;
};

/** What refine looks at is a tenth of it. */
const TEXT_CHARS_MAX = 20_000;
/** With less, Readability looks again at what it left out by its name. */
const ARTICLE_CHARS = 120;

/** An item of a list that is a link alone: further reading, no sentence. */
const LINK_ITEM = /<li[^<>]{0,600}>\s{0,100}<a[^<>]{0,600}>[^<>]{0,300}<\/a>\s{0,100}<\/li>/gi;

/** Empty where the page holds no text that is read. Throws a NestedTooDeepError. */
export function mainText(html: string): string {
  const document = new JSDOMParser().parse(xhtmlOf(html).text, 'http://page.invalid/');
  const article = new Readability(document, { charThreshold: ARTICLE_CHARS, disableJSONLD: true, maxElemsToParse: 0 }).parse();
  return fromFirstSentence(linesOf({ kind: 'html', value: (article?.content ?? '').replace(LINK_ITEM, ' ') }, TEXT_CHARS_MAX));
}

/** A line that is prose: so many words with an end of a sentence behind them, or more than any label has. */
const isProse = (line: string): boolean => line.length >= 120 || (/[.!?…:]["'”’)\]]*$/.test(line) && line.split(' ', 5).length === 5);

/** More than that is what the article says: a table, a list. */
const LABEL_CHARS_MAX = 250;

/** Dates, bylines and labels (`Text size`) stand before an article's first sentence. */
function fromFirstSentence(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(isProse);
  const before = lines.slice(0, Math.max(first, 0)).join('\n');
  return before.length <= LABEL_CHARS_MAX ? text.slice(before.length).trimStart() : text;
}
