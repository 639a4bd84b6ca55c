/** Escapes text for XML, and encodes XML as bytes. */
import iconv from 'iconv-lite';
import type { FeedManners } from './manners.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the text escaped for elements and double-quoted attributes, without characters that XML 1.0 forbids. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => entities[mark] ?? mark).replace(/[[\p{Cc}--[\t\n\r\x7f-\x9f]]\ufffe\uffff]/gv, '');

export const element = (name: string, text: string): string => `<${name}>${escapeXml(text)}</${name}>`;

export const htmlElement = (name: string, html: string, usesCdata: boolean): string =>
  usesCdata ? `<${name}><![CDATA[${html.replaceAll(']]>', ']]&gt;')}]]></${name}>` : element(name, html);

/** Returns the XML declaration, with the encoding when the feed declares it there. */
export function xmlDeclaration({ encoding, declaredIn }: FeedManners): string {
  const isNamed = declaredIn === 'xml' || declaredIn === 'both';
  return isNamed ? `<?xml version="1.0" encoding="${encoding === 'shift_jis' ? 'Shift_JIS' : encoding.toUpperCase()}"?>` : '<?xml version="1.0"?>';
}

const encodable = new Map<string, Map<string, boolean>>();

function canEncode(character: string, encoding: string): boolean {
  let known = encodable.get(encoding);
  if (known === undefined) encodable.set(encoding, (known = new Map()));
  let can = known.get(character);
  if (can === undefined) {
    can = iconv.decode(iconv.encode(character, encoding), encoding) === character;
    if (known.size < 20_000) known.set(character, can);
  }
  return can;
}

/** Returns the encoded text. A character that the encoding lacks becomes a numeric reference; `utf-16le` begins with a byte order mark. */
export function encodeXml(text: string, encoding: FeedManners['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  const referenced = text.replace(/[^\x20-\x7e\n\r\t]/gu, (character) =>
    canEncode(character, encoding) ? character : `&#${character.codePointAt(0)};`,
  );
  return iconv.encode(referenced, encoding);
}
