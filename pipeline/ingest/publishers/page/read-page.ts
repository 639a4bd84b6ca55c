/**
 * The page of an article as its server sent it to its main text, for scoring; or why it is none. What a wall, a portal or
 * another article shows in its place says nothing of the article: the text has to speak of the headline.
 */
import { NestedTooDeepError } from '../../parse/nesting.ts';
import { decodeDocument } from '../format/encoding.ts';
import { mainText } from './main-text.ts';
import { articleIn, readHead, textOf, type PageHead } from './page-head.ts';

export interface PageDocument {
  readonly body: Buffer;
  readonly contentType: string | null;
  /** Headline that the feed gives. */
  readonly title: string;
}

/** `no_text`: less than an article has. `other_text`: it does not speak of the headline. */
export type PageRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'not_html' | 'no_text' | 'other_text' };

/** Shorter is a notice or a login form. */
const TEXT_CHARS_MIN = 120;
const HEAD_BYTES = 8_192;

export function readPage({ body, contentType, title }: PageDocument): PageRead {
  if (!isHtml(body, contentType)) return { ok: false, reason: 'not_html' };
  const html = decodePage(body, contentType);
  if (html === null) return { ok: false, reason: 'not_html' };
  const text = boundedText(html);
  if (text.length < TEXT_CHARS_MIN) return { ok: false, reason: 'no_text' };
  return speaksOf(text, title) ? { ok: true, text } : { ok: false, reason: 'other_text' };
}

/** Empty where the page is nested so deeply that nobody reads it. */
function boundedText(html: string): string {
  try {
    return textOfPage(html, readHead(html));
  } catch (error) {
    if (error instanceof NestedTooDeepError) return '';
    throw error;
  }
}

/** The longer of what the page declares as its article's text (JSON-LD) and of what it shows. */
export function textOfPage(html: string, head: PageHead): string {
  const declared = textOf(articleIn(head)['articleBody']) ?? '';
  const reduced = mainText(html);
  return declared.length > reduced.length ? declared.slice(0, TEXT_CHARS_MAX) : reduced;
}

const TEXT_CHARS_MAX = 20_000;

/** Null where the bytes are no text. The charset of the answer is better evidence than that of the page (WHATWG HTML, 13.2.3.2). */
export function decodePage(body: Buffer, contentType: string | null): string | null {
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(body.toString('latin1', 0, HEAD_BYTES))?.[1];
  const isStated = /;\s*charset\s*=/i.test(contentType ?? '');
  const decoded = decodeDocument(body, isStated || declared === undefined ? contentType : `text/html; charset=${declared}`);
  return 'refused' in decoded ? null : decoded.text;
}

/** Some servers name no type; a page has a tag near its beginning. */
function isHtml(body: Buffer, contentType: string | null): boolean {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return true;
  return type === '' && /<(?:!doctype\s+html|html|head|body)\b/i.test(body.toString('latin1', 0, HEAD_BYTES));
}

/** At least two of the headline's words of four letters or more, and a third of them; all where it has fewer. */
function speaksOf(text: string, title: string): boolean {
  const words = [...new Set(longWords(title))];
  const said = new Set(longWords(text));
  const shared = words.filter((word) => said.has(word)).length;
  return shared >= Math.max(Math.min(2, words.length), words.length / 3);
}

const longWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
