/**
 * Extracts the main text of an HTML page, one line per block, with Mozilla's Readability on its own small document (JSDOMParser), which needs
 * well-formed input. With jsdom the text is the same in twenty times the time (ops/decisions/0024-article-pages.md).
 */
import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { linesOf } from '../format/text.ts';
import { parseHtml } from '../../parse/parse-html.ts';
import { wordSet } from '../../../refine/text/word-set.ts';

type ReadableDocument = ConstructorParameters<typeof Readability>[0];

/** JSDOMParser has no types, and its package does not export it as a module. */
const JSDOMParser = createRequire(import.meta.url)('@mozilla/readability/JSDOMParser.js') as new () => {
  parse(text: string, url: string): ReadableDocument;
};

/** Maximum length of the text, ten times what refine reads. */
const TEXT_CHARS_MAX = 20_000;
/** Minimum length; for less text Readability retries with elements that it excluded by name. */
const ARTICLE_CHARS = 120;

const LINK_ITEM = /<li[^<>]{0,600}>\s{0,100}<a[^<>]{0,600}>[^<>]{0,300}<\/a>\s{0,100}<\/li>/gi;

/** Returns the main text; empty when the page has none. Throws a NestedTooDeepError. */
export function mainText(html: string): string {
  const document = new JSDOMParser().parse(xhtmlOf(html), 'http://page.invalid/');
  const article = new Readability(document, { charThreshold: ARTICLE_CHARS, disableJSONLD: true, maxElemsToParse: 0 }).parse();
  return fromFirstSentence(linesOf({ kind: 'html', value: (article?.content ?? '').replace(LINK_ITEM, ' ') }, TEXT_CHARS_MAX));
}

/** Returns whether a line is prose: at least five words and the end of a sentence, or longer than any label. */
const isProse = (line: string): boolean => line.length >= 120 || (/[.!?…:]["'”’)\]]*$/.test(line) && line.split(' ', 5).length === 5);

/** Maximum length of what is dropped; longer text before the first sentence is part of the article, such as a table. */
const LABEL_CHARS_MAX = 250;

/** Drops dates, bylines and labels (`Text size`) before the first sentence. */
function fromFirstSentence(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex(isProse);
  const before = lines.slice(0, Math.max(first, 0)).join('\n');
  return before.length <= LABEL_CHARS_MAX ? text.slice(before.length).trimStart() : text;
}

const dropped = wordSet('script style noscript template svg math iframe object embed canvas audio video select textarea dialog figure');
/** Elements whose tags are dropped and whose content is kept, because the output has its own. */
const unwrapped = wordSet('html head body meta link base');
/** Elements whose class or id describes the whole page, so that it does not exclude them. */
const pageWide = wordSet('html body main article');
const voids = wordSet('area base br col embed hr img input link meta param source track wbr');
/** Attributes by which Readability separates an article from its surroundings. */
const attributesRead = wordSet('class id role itemprop property rel style hidden aria-hidden aria-modal');
/** Matches the class or id of a consent dialog, which Readability does not recognise. */
const CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr)(?:$|[\s_-])/i;
const classAndId = (attributes: Readonly<Record<string, string>>): string =>
  `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, ATTRIBUTE_CHARS_MAX);
const NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTE_CHARS_MAX = 500;
/** Bounds of the tree; the text of further elements joins the open one. The time of Readability grows faster than their number. */
const DEPTH_MAX = 200;
const ELEMENTS_MAX = 8_000;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark);

/** Converts HTML to well-formed XHTML without what shows no text, in linear time. Throws a NestedTooDeepError. */
function xhtmlOf(html: string): string {
  const pieces: string[] = [];
  const open: { readonly name: string; readonly isWritten: boolean; readonly isDropped: boolean }[] = [];
  let title: string | null = null;
  let depth = 0;
  let elements = 0;

  parseHtml(html, {
    onopentag: (name, attributes) => {
      const isDropped =
        open.at(-1)?.isDropped === true || dropped.has(name) || name === 'title' || (!pageWide.has(name) && CONSENT.test(classAndId(attributes)));
      const isWritten = !isDropped && !unwrapped.has(name) && NAME.test(name) && depth < DEPTH_MAX && elements < ELEMENTS_MAX;
      if (name === 'title') title ??= '';
      if (isWritten) {
        elements += 1;
        pieces.push(`<${name}${attributesOf(attributes)}${name === 'a' ? ' href="#"' : ''}${voids.has(name) ? '/>' : '>'}`);
      }
      if (voids.has(name)) return;
      if (isWritten) depth += 1;
      open.push({ name, isWritten, isDropped });
    },
    ontext: (text) => {
      const top = open.at(-1);
      if (top?.name === 'title') title = `${title ?? ''}${text}`.slice(0, ATTRIBUTE_CHARS_MAX);
      else if (top?.isDropped !== true) pieces.push(escape(text));
    },
    onclosetag: (name) => {
      if (voids.has(name)) return;
      // The parser itself closes unclosed elements, so the names always agree.
      const closed = open.pop();
      if (closed?.isWritten !== true) return;
      depth -= 1;
      pieces.push(`</${closed.name}>`);
    },
  });
  const heading = (title ?? '').replace(/\s+/g, ' ').trim();
  return `<html><head><title>${escape(heading)}</title></head><body>${pieces.join('')}</body></html>`;
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (attributesRead.has(name) ? ` ${name}="${escape(value.slice(0, ATTRIBUTE_CHARS_MAX))}"` : ''))
    .join('');
