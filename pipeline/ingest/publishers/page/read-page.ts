/** Extracts the main text of an article from its page, which a paywall, a portal or another article may have replaced. */
import { decodePage, headBytes } from '../format/encoding.ts';
import { NestedTooDeepError } from '../../parse/parse-html.ts';
import { mainText } from './main-text.ts';
import { articleIn, readHead, textOf, type PageHead } from './page-head.ts';

export interface PageDocument {
  readonly body: Buffer;
  readonly contentType: string | null;
  readonly title: string;
}

/** `no_text`: too little text for an article. `other_text`: the text does not match the headline. */
type PageRead = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly reason: 'not_html' | 'no_text' | 'other_text' };

/** Minimum length; shorter text is a notice or a login form. */
const TEXT_CHARS_MIN = 120;

export function readPage({ body, contentType, title }: PageDocument): PageRead {
  if (!isHtml(body, contentType)) return { ok: false, reason: 'not_html' };
  const html = decodePage(body, contentType);
  if (html === null) return { ok: false, reason: 'not_html' };
  const text = boundedText(html);
  if (text.length < TEXT_CHARS_MIN) return { ok: false, reason: 'no_text' };
  return matchesTitle(text, title) ? { ok: true, text } : { ok: false, reason: 'other_text' };
}

/** Returns the text of the page; empty when it is nested too deeply to parse. */
function boundedText(html: string): string {
  try {
    return textOfPage(html, readHead(html));
  } catch (error) {
    if (error instanceof NestedTooDeepError) return '';
    throw error;
  }
}

/** Returns the longer of two texts: the article text in JSON-LD and the text that the page shows. */
export function textOfPage(html: string, head: PageHead): string {
  const declared = textOf(articleIn(head)['articleBody']) ?? '';
  const reduced = mainText(html);
  return declared.length > reduced.length ? declared.slice(0, TEXT_CHARS_MAX) : reduced;
}

const TEXT_CHARS_MAX = 20_000;

/** Returns whether the document is HTML. Without a Content-Type a tag near its start decides. */
function isHtml(body: Buffer, contentType: string | null): boolean {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (type === 'text/html' || type === 'application/xhtml+xml') return true;
  return type === '' && /<(?:!doctype\s+html|html|head|body)\b/i.test(body.toString('latin1', 0, headBytes));
}

/** Returns whether the text has a third of the headline words of four letters or more, and at least two unless there are fewer. */
function matchesTitle(text: string, title: string): boolean {
  const words = [...new Set(longWords(title))];
  const said = new Set(longWords(text));
  const shared = words.filter((word) => said.has(word)).length;
  return shared >= Math.max(Math.min(2, words.length), words.length / 3);
}

const longWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
