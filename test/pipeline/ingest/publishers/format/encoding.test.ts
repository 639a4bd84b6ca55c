import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decodeDocument } from '#pipeline/ingest/publishers/format/encoding.ts';

const text = (body: Buffer, contentType: string | null = null): string | null => {
  const decoded = decodeDocument(body, contentType);
  return 'text' in decoded ? decoded.text : null;
};
const declared = (label: string, body: string): string => `<?xml version="1.0" encoding="${label}"?><rss>${body}</rss>`;
const western = 'Société Générale – “Größe” 5 €';

describe('the encoding is taken', () => {
  test.each([
    ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
    ['utf-16le', Buffer.from([0xff, 0xfe])],
    ['utf-16be', Buffer.from([0xfe, 0xff])],
    ['utf-32le', Buffer.from([0xff, 0xfe, 0, 0])],
    ['utf-32be', Buffer.from([0, 0, 0xfe, 0xff])],
  ])('from the byte order mark, over what HTTP and the document say: %s', (encoding, mark) => {
    const document = declared('iso-8859-1', western);
    expect(text(Buffer.concat([mark, iconv.encode(document, encoding, { addBOM: false })]), 'text/xml; charset=windows-1251')).toBe(document);
  });

  test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('from where the zero bytes are, without a mark: %s', (encoding) => {
    const document = declared('utf-16', western);
    expect(text(iconv.encode(document, encoding, { addBOM: false }))).toBe(document);
  });

  test.each([
    ['windows-1251', 'Новости рынка'],
    ['iso-8859-2', 'Příliš žluťoučký'],
    ['shift_jis', 'トヨタ自動車'],
    ['gb18030', '中國銀行'],
    ['euc-kr', '삼성전자 실적'],
  ])('from the XML declaration: %s', (encoding, sample) => {
    const document = declared(encoding, sample);
    expect(text(iconv.encode(document, encoding))).toBe(document);
  });

  test('from HTTP before the XML declaration (RFC 7303)', () => {
    const document = declared('iso-8859-1', 'Новости');
    expect(text(iconv.encode(document, 'windows-1251'), `application/rss+xml; charset="Windows-1251"`)).toBe(document);
  });

  test.each(['us-ascii', 'ISO-8859-1', 'latin1', 'windows-1252', 'nonsense', 'utf-16', 'utf-7', 'utf8'])(
    'as UTF-8 where the bytes are UTF-8 and a single-byte, unknown or impossible label says otherwise: %s',
    (label) => {
      const document = declared(label, western);
      expect(text(Buffer.from(document), `text/xml; charset=${label}`)).toBe(document);
    },
  );

  test.each(['iso-8859-1', 'us-ascii', 'utf-8', null])('as Windows-1252 where a Western document declares %s and holds such bytes', (label) => {
    const document = label === null ? `<rss>${western}</rss>` : declared(label, western);
    expect(text(iconv.encode(document, 'windows-1252'))).toBe(document);
  });

  test('byte by byte where a document in UTF-8 has Windows-1252 pasted into it', () => {
    const [opening, closing] = [Buffer.from([0x93]), Buffer.from([0x94])];
    const body = Buffer.concat([Buffer.from('<rss>naïve – '), opening, Buffer.from('quoted'), closing, Buffer.from(' café</rss>')]);
    expect(text(body)).toBe('<rss>naïve – “quoted” café</rss>');
  });
});

test.each([
  ['Shift_JIS, undeclared', iconv.encode('<rss>トヨタ自動車の決算</rss>', 'shift_jis'), null],
  ['noise', Buffer.from(Array.from({ length: 4_096 }, (_, index) => 0x80 + ((index * 37) % 128))), null],
  ['an odd encoding that they are not', Buffer.concat([Buffer.from(declared('shift_jis', '')), Buffer.alloc(2_000, 0xff)]), null],
  ['a flood of strays', Buffer.alloc(200_001, 0xff), 'text/xml; charset=utf-8'],
])('not text are refused: %s', (_what, body, contentType) => expect(text(body, contentType)).toBeNull());

test('what is valid UTF-8 comes back as it was', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (sample) => {
      const document = `<a>${sample.toWellFormed()}</a>`;
      expect(text(Buffer.from(document))).toBe(document);
    }),
  );
});

test('any bytes under any label are decoded or refused, and never thrown at', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.option(fc.string()),
      (bytes, label) => void decodeDocument(Buffer.from(bytes), label && `text/xml; charset=${label}`),
    ),
  );
});
