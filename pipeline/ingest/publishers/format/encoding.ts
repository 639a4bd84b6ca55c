/** Decodes the bytes of a document to text, or returns why they are not text (RFC 7303, 3.2; XML 1.0, appendix F). */
import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

type Decoded = { readonly text: string } | { readonly refused: string };

/** Returns the decoded text by the first of: byte order mark, zero bytes of UTF-16 and UTF-32, Content-Type, XML declaration, UTF-8. */
export function decodeDocument(body: Buffer, contentType: string | null): Decoded {
  const marked = markedEncoding(body);
  if (marked !== null) return marked === 'utf-8' ? decodeUtf8(body.subarray(3)) : decodeAs(body, marked);
  const labels = [httpCharset(contentType), declaredEncoding(body)].flatMap((label) => encodingOf(label) ?? []);
  const isValidUtf8 = isUtf8(body);
  for (const label of labels) {
    if (label === 'utf-8') {
      if (isValidUtf8) return decodeUtf8(body);
      continue;
    }
    // Single-byte text is hardly ever valid UTF-8 by chance, so such a label on valid UTF-8 is only the default of a server.
    if (isValidUtf8 && !isMultiByte(label)) continue;
    const decoded = decodeAs(body, label);
    if ('text' in decoded) return decoded;
  }
  return decodeUtf8(body);
}

/** Number of bytes that are searched for a declared type or charset of a page. */
export const headBytes = 8_192;

/** Returns the text of an HTML page; null when it is not text. Content-Type overrides the charset of the page (WHATWG HTML, 13.2.3.2). */
export function decodePage(body: Buffer, contentType: string | null): string | null {
  const declared = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(body.toString('latin1', 0, headBytes))?.[1];
  const isStated = /;\s*charset\s*=/i.test(contentType ?? '');
  const decoded = decodeDocument(body, isStated || declared === undefined ? contentType : `text/html; charset=${declared}`);
  return 'refused' in decoded ? null : decoded.text;
}

const byteOrderMarks: readonly (readonly [Buffer, string])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe, 0x00, 0x00]), 'utf-32le'],
  [Buffer.from([0x00, 0x00, 0xfe, 0xff]), 'utf-32be'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** Encodings by the zero bytes among the first four (`0` for zero), for a document that begins with `<?`, `<r` or `{"`. */
const zeroPatterns: Readonly<Record<string, string>> = { '1000': 'utf-32le', '0001': 'utf-32be', '1010': 'utf-16le', '0101': 'utf-16be' };

function markedEncoding(body: Buffer): string | null {
  for (const [mark, encoding] of byteOrderMarks) if (body.subarray(0, mark.length).equals(mark)) return encoding;
  const pattern = [...body.subarray(0, 4)].map((byte) => (byte === 0 ? '0' : '1')).join('');
  return zeroPatterns[pattern] ?? null;
}

const httpCharset = (contentType: string | null): string | null =>
  /;\s*charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1] ?? null;

const declaredEncoding = (body: Buffer): string | null =>
  /^\s*<\?xml\s[^>]{0,400}?encoding\s*=\s*["']\s*([\w.:-]{1,40})\s*["']/i.exec(body.toString('latin1', 0, 1_000))?.[1] ?? null;

/** Returns the encoding that browsers use for a label (WHATWG Encoding, 4.2): Windows-1252 for Latin-1 and ASCII. Null for an unknown label. */
function browsersName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

/** Returns the encoding for a label; null without a label, and for one that cannot be true: unknown, UTF-7, or UTF-16 and UTF-32, which are excluded by now. */
function encodingOf(label: string | null): string | null {
  if (label === null) return null;
  const name = browsersName(label.replace(/^iso8859_/i, 'iso8859-')) ?? label.toLowerCase();
  if (name === 'utf-8') return name;
  // GB 18030 contains GBK and GB 2312, and documents labelled as one of these use its further characters.
  if (name === 'gbk') return 'gb18030';
  return /^(utf|ucs|iso-10646|unicode|base64|hex|binary)/.test(name) || !iconv.encodingExists(name) ? null : name;
}

const isMultiByte = (encoding: string): boolean => /^(gb|big5|euc|shift|cp9[345]|ks)/.test(encoding);

/** Maximum share of undecodable characters in a declared encoding. */
const REPLACED_SHARE_MAX = 0.005;

function decodeAs(body: Buffer, encoding: string): Decoded {
  const text = iconv.decode(body, encoding);
  const replaced = text.split('\ufffd', text.length * REPLACED_SHARE_MAX + 3).length - 1;
  return replaced > text.length * REPLACED_SHARE_MAX + 1 ? { refused: `not text in ${encoding}, its declared or marked encoding` } : { text };
}

const windows1252 = iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), 'windows-1252');

const STRAY_MAX = 100_000;

/** Decodes as UTF-8. Invalid bytes are read as Windows-1252, which Western publishers paste or leave undeclared. */
function decodeUtf8(body: Buffer): Decoded {
  if (isUtf8(body)) return { text: body.toString('utf8') };
  const pieces: string[] = [];
  let start = 0;
  let sequences = 0;
  let stray = 0;
  let strayRuns = 0;
  let lastStray = -2;
  for (let at = 0; at < body.length;) {
    const width = sequenceWidth(body, at);
    if (width > 0) {
      if (width > 1) sequences += 1;
      at += width;
      continue;
    }
    pieces.push(body.toString('utf8', start, at), windows1252[body[at] ?? 0] ?? '\ufffd');
    stray += 1;
    if (stray > STRAY_MAX) return { refused: `more than ${STRAY_MAX} bytes that are not UTF-8` };
    if (lastStray === at - 1) strayRuns += 1;
    lastStray = at;
    at += 1;
    start = at;
  }
  pieces.push(body.toString('utf8', start));
  // Non-ASCII letters are isolated in Western text. In Cyrillic, Greek and Chinese they are adjacent, and Windows-1252 would yield noise.
  const isWestern = strayRuns <= stray * 0.3;
  const isSlip = stray <= sequences * 0.1;
  if (!isWestern && !isSlip) return { refused: 'neither UTF-8 nor Western text, and no other encoding is declared' };
  return { text: pieces.join('') };
}

/** Returns the length of the well-formed UTF-8 sequence at `at` (Unicode, table 3-7), or 0. */
function sequenceWidth(body: Buffer, at: number): number {
  const lead = body[at] ?? 0;
  if (lead < 0x80) return 1;
  const width = lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0;
  if (width === 0 || at + width > body.length) return 0;
  const second = body[at + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let next = at + 2; next < at + width; next += 1) if (((body[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return width;
}
