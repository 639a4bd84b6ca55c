/** Converts HTML or text of a feed to plain text, without tags, invisible elements and control characters, in linear time. */
import { decodeHTMLStrict } from 'entities';
import { Tokenizer } from 'htmlparser2';
import { tickerTagAt, hiddenElements } from '../../../refine/normalise/markup.ts';
import { wordSet } from '../../../refine/text/word-set.ts';
import { withC1Mapped } from '../../c1-controls.ts';

export interface Markup {
  readonly kind: 'html' | 'text';
  readonly value: string;
}

export const noMarkup: Markup = { kind: 'text', value: '' };

/** Maximum characters of markup read per character of text; a higher ratio is an inlined picture or an attack. */
const MARKUP_PER_TEXT = 20;

export const lineOf = (markup: Markup, charsMax: number): string => cut(readable(markup, charsMax).replace(/\s+/g, ' ').trim(), charsMax);

/** Returns one line per block (paragraph, list item, table row), of at most `charsMax` UTF-16 units together. */
export const linesOf = (markup: Markup, charsMax: number): string =>
  cut(
    readable(markup, charsMax)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n\s*/g, '\n')
      .trim(),
    charsMax,
  );

const ONE_LIST = /^\s{0,50}<(?:ol|ul)\b[^<>]{0,200}>[^]*<\/(?:ol|ul)>\s{0,50}$/i;
const LIST_ITEM = /<li\b[^<>]{0,200}>/gi;
/** Matches a link, optionally followed by the name of the outlet. */
const LINK = /^\s{0,20}<a\s[^<>]{1,4000}>[^]{1,1000}?<\/a>(?:\s|&nbsp;){0,20}(?:<font\b[^<>]{0,200}>[^<>]{0,200}<\/font>)?\s{0,20}(?:<\/li>|$)/i;

/** Returns whether the markup is only a list of links, as aggregators list headlines of other outlets. */
export function isLinkList({ kind, value }: Markup): boolean {
  const items = kind === 'html' && ONE_LIST.test(value) ? value.split(LIST_ITEM).slice(1) : [];
  return items.length > 1 && items.every((item) => LINK.test(item));
}

/** Match markup that is left after a pass because it was escaped twice: `&amp;amp;`, `&amp;lt;p&amp;gt;`. */
const STILL_ENTITY = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;
const STILL_TAG = /<\/?(?:p|br|div|span|a|b|i|em|strong|img|ul|ol|li|h[1-6]|table|tr|td|font|blockquote)(?:\s[^<>]*)?\/?>/i;

function readable(markup: Markup, charsMax: number): string {
  const { kind } = markup;
  const value = markup.value.slice(0, charsMax * MARKUP_PER_TEXT);
  let text = kind === 'html' ? decode(withoutTags(value)) : value;
  if (STILL_ENTITY.test(text)) text = decode(text);
  if (kind === 'html' && STILL_TAG.test(text)) text = decode(withoutTags(text));
  return clean(text);
}

/** Decodes entities that end with a semicolon, since otherwise `H&GTV` would become `H>V`. Only numbers and `&nbsp` may lack it. */
const decode = (text: string): string =>
  text.includes('&') ? decodeHTMLStrict(text.replace(/&#(\d{2,7}|x[\da-f]{2,6})(?![\da-f;])/gi, '&#$1;').replace(/&nbsp(?!;)/g, ' ')) : text;

// Controls except tab and line ends, soft hyphen, zero-width space and joiner, bidirectional marks and overrides, noncharacters, lone
// surrogates.
const UNREADABLE = /[[\p{Cc}--[\t\n\v\f\r]]\p{Cs}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff\ufffe\uffff]/gv;

const clean = (text: string): string => withC1Mapped(text).replace(UNREADABLE, '').normalize('NFC');

function cut(text: string, charsMax: number): string {
  return text.length <= charsMax
    ? text
    : text
        .slice(0, charsMax)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
}

const blocks = wordSet(
  'address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 ' +
    'h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody tfoot thead tr ul',
);
const cells = wordSet('td th img');

function withoutTags(html: string): string {
  if (!html.includes('<')) return html;
  const pieces: string[] = [];
  let hiddenBy = '';
  let hiddenDepth = 0;
  let opened = '';
  const show = (text: string): void => {
    if (hiddenBy === '') pieces.push(text);
  };
  const gap = (name: string): void => {
    if (blocks.has(name)) show('\n');
    else if (cells.has(name)) show(' ');
  };
  const nothing = (): void => undefined;
  const tokenizer = new Tokenizer(
    // In XHTML `<iframe/>` and `<script/>` hide nothing.
    { xmlMode: false, decodeEntities: false, recognizeSelfClosing: true },
    {
      ontext: (start, end) => show(html.slice(start, end)),
      ontextentity: (codePoint) => show(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        opened = name;
        if (tickerTagAt(html, start - 1) === null) gap(name);
        else show(html.slice(start - 1, end + 1));
        if (hiddenBy === '' && hiddenElements.has(name)) {
          hiddenBy = name;
          hiddenDepth = 1;
        } else if (name === hiddenBy) hiddenDepth += 1;
      },
      onclosetag: (start, end) => {
        const name = html.slice(start, end).toLowerCase();
        if (name === hiddenBy && --hiddenDepth === 0) hiddenBy = '';
        gap(name);
      },
      onselfclosingtag: () => {
        if (opened === hiddenBy && --hiddenDepth === 0) hiddenBy = '';
      },
      oncdata: (start, end, offset) => show(html.slice(start, end - offset)),
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onprocessinginstruction: nothing,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return pieces.join('');
}
