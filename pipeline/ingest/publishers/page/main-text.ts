/**
 * Extracts the main text of an HTML page, a line per block, as a reader mode shows it. Mozilla's Readability finds it, on its own document
 * for workers (JSDOMParser), which needs well-formed input. The text is the same as with jsdom, in a twentieth of the time
 * (ops/decisions/0024-article-pages.md).
 */
import { createRequire } from 'node:module';
import { Readability } from '@mozilla/readability';
import { Parser } from 'htmlparser2';
import { linesOf } from '../format/text.ts';
import { createNesting } from '../../parse/nesting.ts';
import { wordSet } from '../../../refine/text/word-set.ts';

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
  const document = new JSDOMParser().parse(xhtmlOf(html), 'http://page.invalid/');
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

/** Elements that are dropped with their content, which is not part of the article. */
const unread = wordSet('script style noscript template svg math iframe object embed canvas audio video select textarea dialog figure');
/** Elements that are unwrapped (tags dropped, content retained), because the output has its own. */
const unwrapped = wordSet('html head body meta link base');
/** Their class or id describes the state of the page, not their content. */
const whole = wordSet('html body main article');
const voids = wordSet('area base br col embed hr img input link meta param source track wbr');
/** Attributes that separate an article from its surroundings; no address, no script, no style sheet. */
const attributesRead = wordSet('class id role itemprop property rel style hidden aria-hidden aria-modal');
/** Matches the class or id of a consent dialog, which Readability does not recognise. */
const CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr)(?:$|[\s_-])/i;
const named = (attributes: Readonly<Record<string, string>>): string =>
  `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, ATTRIBUTE_CHARS_MAX);
const NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTE_CHARS_MAX = 500;
/** Bounds of the tree; text past them joins the open element. Readability recurses, and slows down more than in proportion. */
const DEPTH_MAX = 200;
const ELEMENTS_MAX = 8_000;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark);

interface Open {
  readonly name: string;
  readonly isWritten: boolean;
  readonly isUnread: boolean;
}

/**
 * Converts HTML as served to well-formed XHTML, so that an XML reader can build a tree: closes every element, quotes attributes, drops what
 * shows no text. One pass, linear in the page; the tree is bounded in depth and in elements. Throws a NestedTooDeepError.
 */
function xhtmlOf(html: string): string {
  const pieces: string[] = [];
  const open: Open[] = [];
  let title: string | null = null;
  let depth = 0;
  let elements = 0;
  const nesting = createNesting();

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        nesting.open();
        const isUnread =
          open.at(-1)?.isUnread === true || unread.has(name) || name === 'title' || (!whole.has(name) && CONSENT.test(named(attributes)));
        const isWritten = !isUnread && !unwrapped.has(name) && NAME.test(name) && depth < DEPTH_MAX && elements < ELEMENTS_MAX;
        if (name === 'title') title ??= '';
        if (isWritten) {
          elements += 1;
          pieces.push(`<${name}${attributesOf(attributes)}${name === 'a' ? ' href="#"' : ''}${voids.has(name) ? '/>' : '>'}`);
        }
        if (voids.has(name)) return;
        if (isWritten) depth += 1;
        open.push({ name, isWritten, isUnread });
      },
      ontext: (text) => {
        const top = open.at(-1);
        if (top?.name === 'title') title = `${title ?? ''}${text}`.slice(0, ATTRIBUTE_CHARS_MAX);
        else if (top?.isUnread !== true) pieces.push(escape(text));
      },
      onclosetag: (name) => {
        nesting.close();
        if (voids.has(name)) return;
        // The parser closes what an end tag leaves open, so the names agree.
        const closed = open.pop();
        if (closed?.isWritten !== true) return;
        depth -= 1;
        pieces.push(`</${closed.name}>`);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  const heading = (title ?? '').replace(/\s+/g, ' ').trim();
  return `<html><head><title>${escape(heading)}</title></head><body>${pieces.join('')}</body></html>`;
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (attributesRead.has(name) ? ` ${name}="${escape(value.slice(0, ATTRIBUTE_CHARS_MAX))}"` : ''))
    .join('');
