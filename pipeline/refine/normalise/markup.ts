/** Removes markup in time linear in the text. A `<` that opens no tag stays (`a < b`), and a wire's `<TICKER>` becomes `(TICKER)`. */
import { wordSet } from '../text/word-set.ts';

const inline = wordSet(
  'a abbr b bdi bdo big blink cite code del em font i ins kbd label mark nobr q s samp small span strike strong sub sup tt u var wbr',
);
/** Tags that are replaced by a space; inline tags are removed without one. */
const spacing = wordSet(
  'address animate applet area article aside audio base blockquote body br button canvas caption center circle col colgroup data dd desc details dialog ' +
    'dir div dl dt embed ellipse fieldset figcaption figure footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hr html iframe image ' +
    'img input legend li line link main map marquee math menu meta nav noembed noframes noscript object ol optgroup option output p param path picture ' +
    'plaintext polygon polyline pre progress rect script section select set slot source style summary svg table tbody td template text textarea tfoot ' +
    'th thead time title tr track tspan ul use video xmp',
);
const isTagName = (name: string): boolean => inline.has(name) || spacing.has(name);
/** Elements whose content no browser shows. */
export const hiddenElements = wordSet('script style iframe noembed noframes noscript title textarea template svg math select');
/** Elements whose content is hidden even without an end tag. */
const hiddenWithoutEnd = wordSet('script style');

const TICKER = /<([A-Z][A-Z0-9]{0,5}(?:\.[A-Z]{1,3})?)>/y;
const NAME = /<\/?([a-z][a-z0-9:-]*)(?=[\s/>]|$)/iy;
const WORD = /[\p{L}\p{N}]/u;

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: string;
  /** Index after the tag's `>`. For an unclosed tag, index of the next `<` or end of the text. */
  readonly end: number;
  /** Whether the tag has its `>`. */
  readonly isWhole: boolean;
}

export function withoutMarkup(text: string): string {
  let at = text.indexOf('<');
  if (at < 0) return text;
  // A plain toLowerCase can change the length of the text.
  const lower = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const places = new Map<string, number>();
  /** Returns the next index of `mark`, or -1. Callers only move forward, so an index is cached until they pass it. */
  const find = (mark: string, start: number): number => {
    const known = places.get(mark);
    if (known !== undefined && (known < 0 || known >= start)) return known;
    const found = lower.indexOf(mark, start);
    places.set(mark, found);
    return found;
  };
  const pieces: string[] = [];
  let from = 0;
  const replace = (to: number, instead: string): void => {
    pieces.push(text.slice(from, at), instead);
    from = to;
  };
  for (; at >= 0; at = text.indexOf('<', Math.max(at + 1, from))) {
    const declared = declarationAt(lower, at, find);
    if (declared !== null) {
      replace(declared, ' ');
      continue;
    }
    const ticker = WORD.test(text[at - 1] ?? '') ? null : tickerTagAt(text, at);
    if (ticker !== null) {
      replace(at + ticker.length + 2, `(${ticker})`);
      continue;
    }
    const tag = tagAt(text, at);
    if (tag === null || !isMarkup(tag, { isInWord: WORD.test(text[at - 1] ?? ''), isEnded: find(`</${tag.name}`, at) >= 0 })) continue;
    replace(hiddenUntil(tag, text.length, find), inline.has(tag.name) ? '' : ' ');
  }
  const shown = pieces.join('') + text.slice(from);
  return lower.includes('<![cdata[') ? shown.replaceAll(']]>', ' ') : shown;
}

/** Returns the index after a comment, instruction, declaration or start of a CDATA section at `at`, or null. */
function declarationAt(lower: string, at: number, find: (mark: string, from: number) => number): number | null {
  if (lower.startsWith('<!--', at)) {
    const end = find('-->', at + 4);
    return end < 0 ? lower.length : end + 3;
  }
  if (lower.startsWith('<![cdata[', at)) return at + 9;
  if (!/^<(?:![a-z[]|\?[a-z])/.test(lower.slice(at, at + 3))) return null;
  const end = find('>', at);
  return end < 0 ? lower.length : end + 1;
}

/** Returns the ticker in a tag of a wire at `at`, such as `<PRY>` and `<AAPL.O>`, or null. */
export function tickerTagAt(text: string, at: number): string | null {
  TICKER.lastIndex = at;
  const ticker = TICKER.exec(text)?.[1];
  return ticker === undefined || isTagName(ticker.toLowerCase()) ? null : ticker;
}

function tagAt(text: string, at: number): Tag | null {
  NAME.lastIndex = at;
  const opened = NAME.exec(text);
  if (opened === null) return null;
  const begin = NAME.lastIndex;
  const tag = (end: number, isWhole: boolean): Tag => ({
    name: (opened[1] ?? '').toLowerCase(),
    isEnd: text[at + 1] === '/',
    attributes: text.slice(begin, isWhole ? end - 1 : end),
    end,
    isWhole,
  });
  let isValue = false;
  for (let i = begin; i < text.length; i += 1) {
    const character = text[i] ?? '';
    if (character === '>') return tag(i + 1, true);
    if (character === '<') return tag(i, false);
    // A quotation mark begins a value only after `=`. An unclosed value ends with its tag.
    if (isValue && (character === '"' || character === "'")) {
      const close = text.indexOf(character, i + 1);
      if (close < 0) {
        const end = text.indexOf('>', i);
        return end < 0 ? tag(text.length, false) : tag(end + 1, true);
      }
      i = close;
    }
    if (!/\s/.test(character)) isValue = character === '=';
  }
  return tag(text.length, false);
}

/** Returns whether a tag is markup: one with an attribute and an end tag are; `<b and c>`, `a<b>c` and `<insert name>` are not. */
function isMarkup(tag: Tag, { isInWord, isEnded }: { readonly isInWord: boolean; readonly isEnded: boolean }): boolean {
  if (tag.attributes.includes('=')) return true;
  if (tag.isEnd) return tag.isWhole;
  const isKnown = isTagName(tag.name);
  if (!tag.isWhole || !isKnown) return false;
  // `<p>` needs no end tag, and no headline uses it for a quantity.
  if (tag.name.length > 1 || tag.name === 'p') return true;
  return /^[\s/]*$/.test(tag.attributes) && (isEnded || !isInWord);
}

function hiddenUntil(tag: Tag, textEnd: number, find: (mark: string, from: number) => number): number {
  if (tag.isEnd || !hiddenElements.has(tag.name) || /\/\s*$/.test(tag.attributes)) return tag.end;
  const close = find(`</${tag.name}`, tag.end);
  if (close < 0) return hiddenWithoutEnd.has(tag.name) ? textEnd : tag.end;
  const end = find('>', close);
  return end < 0 ? textEnd : end + 1;
}
