/**
 * HTML as it comes to well-formed XHTML, which a reader of XML can build a tree of: every element closed, attributes quoted,
 * nothing in it that shows no text. One pass, linear in the page; the tree is bounded in depth and in elements.
 */
import { Parser } from 'htmlparser2';
import { createNesting } from '../../parse/nesting.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Left out with all they hold: none of it is text of the article. */
const unread = wordSet('script style noscript template svg math iframe object embed canvas audio video select textarea dialog figure');
/** Left out, their content kept: the document has one of each of its own. */
const unwrapped = wordSet('html head body meta link base');
/** Named for the state of the page, not for what they hold. */
const whole = wordSet('html body main article');
const voids = wordSet('area base br col embed hr img input link meta param source track wbr');
/** What tells an article from what surrounds it; no address, no script, no style sheet. */
const attributesRead = wordSet('class id role itemprop property rel style hidden aria-hidden aria-modal');
/** Class or id of what asks for consent; Readability does not know it. */
const CONSENT = /(?:^|[\s_-])(?:cookies?|consent|gdpr)(?:$|[\s_-])/i;
const named = (attributes: Readonly<Record<string, string>>): string =>
  `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`.slice(0, ATTRIBUTE_CHARS_MAX);
const NAME = /^[a-z][a-z0-9-]*$/;
const ATTRIBUTE_CHARS_MAX = 500;
/** Text past them runs on in what is open; Readability takes more than twice as long for twice as many. Deeper text stands where the depth ends: those who walk the tree do so by recursion. */
const DEPTH_MAX = 200;
const ELEMENTS_MAX = 8_000;

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark);

interface Open {
  readonly name: string;
  readonly isWritten: boolean;
  readonly isUnread: boolean;
}

export interface Xhtml {
  readonly text: string;
  /** Of the `title` element, '' where there is none. */
  readonly title: string;
}

/** Throws a NestedTooDeepError. */
export function xhtmlOf(html: string): Xhtml {
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
        // The parser closes what an end tag leaves open: the names agree.
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
  return { text: `<html><head><title>${escape(heading)}</title></head><body>${pieces.join('')}</body></html>`, title: heading };
}

const attributesOf = (attributes: Readonly<Record<string, string>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (attributesRead.has(name) ? ` ${name}="${escape(value.slice(0, ATTRIBUTE_CHARS_MAX))}"` : ''))
    .join('');
