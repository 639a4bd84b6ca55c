/**
 * The main text of an HTML page, a line a block: what stands in the part of the page that holds most of its text, without
 * navigation, forms, asides, and lines that are mostly links. One pass; linear in the page.
 */
import { Parser } from 'htmlparser2';
import { createNesting } from '#pipeline/ingest/calendar/format/html.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const unread = wordSet('script style noscript template svg math iframe object select textarea button nav footer aside figure dialog head');
const containers = wordSet('article main body');
const blocks = wordSet(
  'address article aside blockquote body br center dd div dl dt fieldset figcaption footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section ' +
    'table td th tr ul',
);
/** Never closed in HTML; a page in XHTML closes them itself. */
const voids = wordSet('area base br col embed hr img input link meta param source track wbr');
/** Class, id or role of what surrounds an article. */
const surrounding =
  /(?:^|[\s_-])(?:ad|ads|advert\w*|banner|breadcrumbs?|byline|comments?|complementary|cookie\w*|disclaimer|footer|footnotes?|menu|navigation|newsletter|paywall|popup|promo\w*|recirc\w*|related|share|sharing|sidebar|social|sponsor\w*|subscribe|subscription|tags?|toolbar|trending)(?:$|[\s_-])/i;
const LINK_SHARE_MAX = 0.5;
/** Beneath this a line with a link in it is a label, not a sentence. */
const SENTENCE_CHARS = 60;
const DEPTH_MAX = 2_000;

interface Line {
  text: string;
  linkChars: number;
}

interface Container {
  readonly lines: Line[];
  chars: number;
}

interface Open {
  readonly name: string;
  readonly isUnread: boolean;
  /** What its text counts for. */
  readonly container: Container;
}

/** So little is no article: what was left out by its name is looked at, too. */
const ARTICLE_CHARS = 400;

/** Empty where the page holds no text that is read. Throws a NestedTooDeepError. */
export function mainText(html: string): string {
  const strict = textOf(html, true);
  if (strict.length >= ARTICLE_CHARS) return strict;
  const lenient = textOf(html, false);
  return lenient.length >= ARTICLE_CHARS ? lenient : strict;
}

function textOf(html: string, leavesOutNamed: boolean): string {
  const root: Container = { lines: [], chars: 0 };
  const all = [root];
  const open: Open[] = [];
  let line: Line = { text: '', linkChars: 0 };
  let linkDepth = 0;
  const nesting = createNesting(DEPTH_MAX);

  const top = (): Open => open.at(-1) ?? { name: '', isUnread: false, container: root };
  const endLine = (container: Container): void => {
    const text = line.text.replace(/\s+/g, ' ').trim();
    if (text !== '' && isProse(text, line.linkChars)) {
      container.lines.push({ text, linkChars: line.linkChars });
      container.chars += text.length;
    }
    line = { text: '', linkChars: 0 };
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        nesting.open();
        const { isUnread, container } = top();
        if (blocks.has(name)) endLine(container);
        if (voids.has(name)) return;
        const isContainer = containers.has(name) || attributes['itemprop'] === 'articleBody';
        const own: Container = isContainer ? { lines: [], chars: 0 } : container;
        if (isContainer) all.push(own);
        const named = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''} ${attributes['role'] ?? ''}`;
        const isAside = leavesOutNamed && name !== 'body' && name !== 'html' && !isContainer && surrounding.test(named);
        open.push({ name, container: own, isUnread: isUnread || unread.has(name) || isAside || attributes['hidden'] !== undefined });
        if (name === 'a') linkDepth += 1;
      },
      ontext: (text) => {
        if (top().isUnread) return;
        line.text += text;
        if (linkDepth > 0) line.linkChars += text.trim().length;
      },
      onclosetag: (name) => {
        nesting.close();
        if (voids.has(name)) return;
        const at = open.findLastIndex((element) => element.name === name);
        if (at < 0) return;
        if (blocks.has(name)) endLine(top().container);
        for (const { name: closed } of open.splice(at)) if (closed === 'a') linkDepth -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  endLine(root);
  const fullest = all.reduce((best, container) => (container.chars > best.chars ? container : best), root);
  return fullest.lines.map(({ text }) => text).join('\n');
}

function isProse(text: string, linkChars: number): boolean {
  if (linkChars === 0) return true;
  return linkChars / text.length <= LINK_SHARE_MAX && (text.length >= SENTENCE_CHARS || linkChars < text.length / 4);
}
