/** Documents made to break a reader, by hand and at random. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { RawMessage } from '#schemas/raw.ts';
import { item, parse, rss, source, type More } from './parsed-feed.ts';

describe('a hostile or broken document is one refusal', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;">]>${item('<description>&lol2;</description>')}`;
  const external = `<!doctype rss SYSTEM "x" [ <!ENTITY % a SYSTEM "file:///etc/passwd"> %a; ]>${item('')}`;
  test.each<[string, string | Buffer, string]>([
    ['billion laughs', laughs, 'entity_expansion'],
    ['billion laughs in UTF-16', iconv.encode(laughs, 'utf-16'), 'entity_expansion'],
    ['an external entity', external, 'entity_expansion'],
    ['nothing', '', 'malformed'],
    ['a start without entries', '<rss><channel><title>x', 'malformed'],
    ['other JSON', '{"items":[]}', 'unknown_format'],
    ['a web page', '<!DOCTYPE html><html><head><title>x</title></head><body>Not found</body></html>', 'unknown_format'],
    ['RDF that is not a feed', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><Person/></rdf:RDF>', 'unknown_format'],
    ['gzip without saying so', gzipSync(item('')), 'bad_encoding'],
    ['100 MB', Buffer.alloc(100_000_000, 0x20), 'too_large'],
    ['elements nested without end', `<rss><channel>${'<a>'.repeat(1_000_000)}`, 'malformed'],
    ['too many attributes', `<rss ${Array.from({ length: 100_000 }, (_, index) => `a${index}=""`).join(' ')}/>`, 'malformed'],
    ['too many elements', `<rss><channel>${'<i/>'.repeat(1_000_000)}</channel></rss>`, 'too_large'],
    ['arrays nested without end', '['.repeat(1_000_000), 'malformed'],
  ])('%s', (_what, body, reason) => {
    const parsed = parse(body);
    expect(parsed.items).toEqual([]);
    expect(parsed.refusals).toMatchObject([{ kind: 'refusal', reason, url: source.url, source: 'test' }]);
    expect(RawMessage.safeParse(parsed.refusals[0]).error).toBeUndefined();
    expect(parsed.refusals[0]?.detail).not.toMatch(/^error in the reader/);
  });

  test('a DOCTYPE without an internal subset is accepted, and so is one quoted in text', () => {
    expect(
      parse(
        `<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">${item('<description>&eacute;</description>')}`,
      ).items,
    ).toMatchObject([{ summary: 'é' }]);
    expect(parse(item('<description><![CDATA[<!DOCTYPE x [<!ENTITY a "b">]>text]]></description>')).items).toHaveLength(1);
  });

  test('and the same at the next poll, so that it is counted once; another document is another', () => {
    const identityOf = (body: string, more?: More): string | undefined => parse(body, more).refusals[0]?.identity;
    expect(identityOf('broken')).toBe(identityOf('broken'));
    expect(identityOf('broken')).not.toBe(identityOf('broken too'));
    expect(identityOf('broken')).not.toBe(identityOf('broken', { source: { id: 'other' } }));
    expect(identityOf(rss('<item><title>x</title></item>'))).toBe(
      identityOf(rss('<item><title>x</title></item><item><link>https://www.example.com/new</link></item>')),
    );
  });

  test('deep and unclosed markup inside an entry costs only that entry its text', () => {
    const parsed = parse(item(`<description><![CDATA[${'<div><b '.repeat(200_000)}]]></description>`));
    expect(parsed.items).toHaveLength(1);
  });
});

test('any bytes give valid messages and never an error', () => {
  // prettier-ignore
  const fragments = fc.constantFrom(
    '<rss>', '<channel>', '<item>', '</item>', '<link>', '</link>', 'https://www.example.com/', '<feed xmlns="http://www.w3.org/2005/Atom">',
    '<entry>', '</entry>', '<title type="html">', '</title>', '<link href="/a"/>', '<link rel="next" href="?"/>', '<![CDATA[', ']]>', '<!--', '-->',
    '<?xml version="1.0" encoding="', '"?>', '<!DOCTYPE ', '[', '<a:b xmlns:a="', '" ', ' xml:base="', ' xmlns="', '&', '&#', ';', '<', '>', '/',
    '="', '{"version":"https://jsonfeed.org/version/1","items":[', '{"url":', '"__proto__":', ']}', '\u0000', '\ud800', '<guid>', '<pubDate>',
    '</pubDate>', 'Thu, 19 Nov 2026', '<__proto__ constructor="x">', '<source url="', '<content type="x/y">', '<media:group>', '<media:content url="',
  );
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
    fc
      .array(fc.oneof({ weight: 4, arbitrary: fragments }, { weight: 1, arbitrary: fc.string({ maxLength: 8 }) }), { maxLength: 60 })
      .map((parts) => Buffer.from(parts.join(''))),
    fc.string().map((text) => deflateRawSync(text)),
  );
  fc.assert(
    fc.property(body, fc.option(fc.string()), (bytes, contentType) => {
      const { items, refusals } = parse(bytes, contentType === null ? {} : { contentType });
      for (const message of [...items, ...refusals]) expect(RawMessage.safeParse(message).error).toBeUndefined();
      expect(refusals.filter(({ detail }) => detail.startsWith('error in the reader'))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
