import { describe, expect, test } from 'vitest';
import { entriesMax } from '#pipeline/ingest/publishers/entry/entry.ts';
import type { ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { at, item, parse, rss, type More } from '../parsed-feed.ts';

const atom = (inside: string, attributes = ''): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}><title>F</title><entry><title>T</title><link href="https://www.example.com/a"/>${inside}</entry></feed>`;
const first = (body: string | Buffer, more?: More): ParsedFeed['items'][number] | undefined => parse(body, more).items[0];
const reasons = (body: string | Buffer, more?: More): string[] => parse(body, more).refusals.map(({ reason }) => reason);

describe('an entry of every dialect becomes the same article', () => {
  const wanted = {
    kind: 'article',
    source: 'test',
    identity: 'https://www.example.com/a',
    url: 'https://www.example.com/a',
    title: 'Title & more',
    summary: 'Lead.',
    outlet: 'Example',
    authors: ['Jane Doe'],
    topics: ['Markets'],
    published_at: '2026-11-19T08:00:00.000Z',
    seen_at: at,
    fetched_at: at,
  };
  test.each([
    [
      'RSS 2.0',
      '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><item><title>Title &amp; more</title><link>https://www.example.com/a</link><description>&lt;p&gt;Lead.&lt;/p&gt;</description><author>jane@example.com (Jane Doe)</author><category>Markets</category><pubDate>Thu, 19 Nov 2026 03:00:00 EST</pubDate></item></channel></rss>',
      'rss',
    ],
    [
      'RSS in capitals, with CDATA',
      '<RSS><Channel><Item><Title><![CDATA[Title & more]]></Title><Link> https://www.example.com/a\n</Link><Description><![CDATA[<p>Lead.</p>]]></Description><author>Jane Doe</author><Category>Markets</Category><PubDate>19 Nov 2026 08:00 GMT</PubDate></Item></Channel></RSS>',
      'rss',
    ],
    [
      'RSS with markup unescaped and an undeclared prefix',
      '<rss><channel><item><title>Title &amp; more</title><link>https://www.example.com/a</link><description><p>Lead.<br></p></description><dc:creator>By Jane Doe</dc:creator><dc:subject>Markets</dc:subject><dc:date>2026-11-19T09:00:00+01:00</dc:date></item></channel></rss>',
      'rss',
    ],
    [
      'RSS 1.0',
      '<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/"><channel><title>C</title></channel><item r:about="https://www.example.com/a"><title>Title &amp; more</title><link>https://www.example.com/a</link><description>Lead.</description><d:creator>Jane Doe</d:creator><d:subject>Markets</d:subject><d:date>2026-11-19T08:00Z</d:date></item></r:RDF>',
      'rdf',
    ],
    [
      'Atom 1.0',
      '<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Jane Doe</name></author><entry><title type="html">Title &amp;amp; more</title><link rel="self" href="https://www.example.com/a.atom"/><link href="https://www.example.com/a"/><summary>Lead.</summary><category term="m" label="Markets"/><published>2026-11-19T08:00:00Z</published></entry></feed>',
      'atom',
    ],
    [
      'Atom 0.3',
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><title type="text/html" mode="escaped">Title &amp;amp; more</title><link rel="alternate" type="text/html" href="https://www.example.com/a"/><summary type="application/xhtml+xml" mode="xml"><div xmlns="http://www.w3.org/1999/xhtml">Lead.</div></summary><author><name>Jane Doe</name></author><dc:subject>Markets</dc:subject><issued>2026-11-19T08:00:00Z</issued></entry></feed>',
      'atom',
    ],
    [
      'Atom under a prefix',
      '<?xml version="1.0"?><a:feed xmlns:a="http://www.w3.org/2005/Atom" xmlns="http://www.w3.org/1999/xhtml"><a:entry><a:title type="xhtml"><div>Title &amp; more</div></a:title><a:link href="https://www.example.com/a"/><a:summary type="text">Lead.</a:summary><a:author><a:name>Jane Doe</a:name></a:author><a:category term="Markets"/><a:updated>2026-11-19T08:00:00Z</a:updated></a:entry></a:feed>',
      'atom',
    ],
    [
      'JSON Feed',
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        items: [
          {
            id: 1,
            url: 'https://www.example.com/a',
            title: 'Title & more',
            summary: 'Lead.',
            authors: [{ name: 'Jane Doe' }],
            tags: ['Markets'],
            date_published: '2026-11-19T08:00:00Z',
          },
        ],
      }),
      'json',
    ],
  ])('%s', (_dialect, body, format) => {
    const parsed = parse(body);
    expect(parsed.refusals).toEqual([]);
    expect(parsed.format).toBe(format);
    expect(parsed.items).toMatchObject([wanted]);
  });
});

describe('an address', () => {
  test.each([
    ['xml:base of the entry', rss('<item xml:base="https://base.example.com/x/"><link>a</link></item>'), 'https://base.example.com/x/a'],
    [
      'xml:base of the root, itself relative',
      '<rss xml:base="/site/"><channel><item><link>a</link></item></channel></rss>',
      'https://feeds.example.com/site/a',
    ],
    [
      'xml:base that is not an address',
      '<rss xml:base="javascript:x"><channel><item><link>a</link></item></channel></rss>',
      'https://feeds.example.com/a',
    ],
    ['the site that an RSS feed belongs to', rss('<item><link>/a</link></item>'), 'https://www.example.com/a'],
    ["the document's own address", '<rss><channel><item><link>/a</link></item></channel></rss>', 'https://feeds.example.com/a'],
    [
      'the address an Atom feed gives as its own',
      '<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="https://true.example.com/feeds/all"/><entry><link href="../a"/></entry></feed>',
      'https://true.example.com/a',
    ],
  ])('is resolved against %s', (_what, body, url) => expect(first(body)?.url).toBe(url));

  test.each([
    [
      'a FeedBurner original before its redirect',
      rss('<item><link>http://feedproxy.google.com/x</link><feedburner:origLink>https://www.example.com/a</feedburner:origLink></item>'),
    ],
    ['a guid that is a permalink, without a link', rss('<item><guid>https://www.example.com/a</guid></item>')],
    [
      'a permalink where the link is the front page',
      rss('<item><link>https://www.example.com/</link><guid isPermaLink="true">https://www.example.com/a</guid></item>'),
    ],
    ['a permalink where the link is not an address', rss('<item><link>about:blank</link><guid>https://www.example.com/a</guid></item>')],
    [
      'the link, whatever the guid',
      rss('<item><guid isPermaLink="true">https://guid.example.com/x</guid><link>https://www.example.com/a</link></item>'),
    ],
    ['an Atom link in RSS', rss('<item><atom:link href="https://www.example.com/a"/></item>')],
    ['a link written as an attribute', rss('<item><link href="https://www.example.com/a"/></item>')],
    [
      'rdf:about',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://www.example.com/a"/></rdf:RDF>',
    ],
    [
      'the page before the other alternates',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><link rel="alternate" type="application/json" href="https://www.example.com/a.json"/><link rel="http://www.iana.org/assignments/relation/alternate" type="text/html" href="https://www.example.com/a"/></entry></feed>',
    ],
    [
      "the content's own address",
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><content src="https://www.example.com/a" type="text/html"/></entry></feed>',
    ],
    [
      'an Atom id that is an address',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>https://www.example.com/a</id><link rel="enclosure" href="https://www.example.com/a.mp3"/></entry></feed>',
    ],
    ['a guid that is an address and denies it, as the last resort', rss('<item><guid isPermaLink="false">https://www.example.com/a</guid></item>')],
    ['a host without its scheme', rss('<item><link>www.example.com/a</link></item>')],
    ['a link escaped twice', rss('<item><link>https://www.example.com/a?utm_source=x&amp;amp;utm_medium=y</link></item>')],
  ])('is %s', (_what, body) => expect(first(body)?.identity).toBe('https://www.example.com/a'));

  test.each([
    ['no_identity', rss('<item><title>x</title><guid>12345</guid></item>')],
    ['bad_url', rss('<item><link>javascript:alert(1)</link><guid>7</guid></item>')],
    ['bad_url', rss('<item><link>http://</link></item>')],
    ['bad_url', rss(`<item><link>https://www.example.com/${'a'.repeat(5_000)}</link></item>`)],
    ['bad_url', rss(`<item><link>https://www.example.com/${'a'.repeat(50_000)}</link></item>`)],
    ['bad_url', '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>tag:a,2026:1</id><link href="tag:a,2026:1"/></entry></feed>'],
  ])('that is not to be had is refused: %s (%#)', (reason, body) => {
    expect(parse(body).items).toEqual([]);
    expect(reasons(body)).toEqual([reason]);
  });
});

describe('entries of one document', () => {
  test('with the same link are one article, the first', () => {
    const parsed = parse(
      rss(
        ['One', 'Two']
          .map(
            (title, index) =>
              `<item><title>${title}</title><link>https://www.example.com/a?utm_source=${index}</link><guid isPermaLink="false">${index}</guid></item>`,
          )
          .join(''),
      ),
    );
    expect(parsed.items.map(({ title }) => title)).toEqual(['One']);
    expect(parsed.entriesRepeated).toBe(1);
  });
  test.each([
    ['a word that stands for no address', 'N/A', 2],
    ['the front page', 'https://www.example.com/', 2],
    ['one address for three articles', 'https://www.example.com/latest', 3],
    ['the front page and no guid', 'https://www.example.com/', 2, false],
    ['one address for three articles and no guid', 'https://www.example.com/latest', 3, false],
  ])('with %s are told one by one, and none is lost in another', (_, link, count, hasGuid = true) => {
    const entries = Array.from({ length: count }, (__, place) => {
      const guid = hasGuid ? `<guid isPermaLink="false">${place}</guid>` : '';
      return `<item><title>Title ${place}</title><link>${link}</link>${guid}</item>`;
    });
    const { items, refusals } = parse(rss(entries.join('')));
    expect(items).toEqual([]);
    expect(new Set(refusals.map(({ identity }) => identity)).size).toBe(count);
    expect(new Set(refusals.map(({ reason }) => reason))).toEqual(new Set(['no_identity']));
  });
  test('at one address are different articles by their day of publication where the source says that it reuses addresses', () => {
    const release = (date: string, text: string): string =>
      `<item><title>New Orders</title><link>https://www.example.com/orders?utm_source=x</link><guid isPermaLink="false">orders</guid><pubDate>${date}</pubDate><description>${text}</description></item>`;
    const months = [release('Thu, 05 Nov 2026 15:00:00 GMT', 'Up 2 percent.'), release('Mon, 05 Oct 2026 14:00:00 GMT', 'Down 1 percent.')];
    const read = (entries: string[], reuses_links: boolean) => parse(rss(entries.join('')), { source: { reuses_links } }).items;
    expect(read(months, true).map(({ identity, url, summary }) => [identity, url, summary])).toEqual([
      ['https://www.example.com/orders#2026-11-05', 'https://www.example.com/orders?utm_source=x', 'Up 2 percent.'],
      ['https://www.example.com/orders#2026-10-05', 'https://www.example.com/orders?utm_source=x', 'Down 1 percent.'],
    ]);
    expect(read(months, false)).toHaveLength(1);
    // The same day and address are one article, also in a later document.
    expect(read([release('Thu, 05 Nov 2026 19:30:00 GMT', 'Up 3 percent.')], true)[0]?.identity).toBe('https://www.example.com/orders#2026-11-05');
    expect(read(['<item><title>T</title><link>https://www.example.com/orders</link></item>'], true)[0]?.identity).toBe(
      'https://www.example.com/orders',
    );
  });
  test('with the same guid and different links are two', () => {
    expect(
      parse(rss(['a', 'b'].map((path) => `<item><link>https://www.example.com/${path}</link><guid>https://www.example.com/g</guid></item>`).join('')))
        .items,
    ).toHaveLength(2);
  });
  test('past the limit are counted', () => {
    const parsed = parse(
      rss(Array.from({ length: entriesMax + 7 }, (_, index) => `<item><link>https://www.example.com/${index}</link></item>`).join('')),
    );
    expect([parsed.items.length, parsed.entriesSkipped]).toEqual([entriesMax, 7]);
  });
  test('without an end tag are still separate', () => {
    expect(
      parse(
        rss('<item><title>One</title><link>https://www.example.com/1</link><item><title>Two</title><link>https://www.example.com/2</link>'),
      ).items.map(({ title }) => title),
    ).toEqual(['One', 'Two']);
  });
  test('beside the channel are found', () => {
    expect(parse('<rss><channel><title>C</title></channel><item><link>https://www.example.com/a</link></item></rss>').items).toHaveLength(1);
  });
  test('that are whole are kept when the document breaks off in one, and that one is refused', () => {
    const whole = rss('<item><link>https://www.example.com/a</link></item>').replace('</channel></rss>', '');
    const parsed = parse(`${whole}<item><title>Half a hea`);
    expect(parsed.items).toHaveLength(1);
    expect(parsed.refusals).toMatchObject([{ reason: 'malformed' }]);
    expect(parse(whole).refusals).toEqual([]);
  });
  test('an empty feed has none, and is not an error', () => {
    for (const body of [
      '<rss version="2.0"></rss>',
      '<rss><channel/></rss>',
      '<feed xmlns="http://www.w3.org/2005/Atom"/>',
      '{"version":"https://jsonfeed.org/version/1","items":[]}',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"></rdf:RDF>',
    ])
      expect(parse(body)).toMatchObject({ items: [], refusals: [] });
  });
});

describe('text', () => {
  test('is decoded as its construct says', () => {
    expect(
      first(atom('').replace('<title>T</title>', '<title type="text">The &lt;blink> tag &amp;amp; more</title>').replace('<title>F</title>', ''))
        ?.title,
    ).toBe('The <blink> tag & more');
    expect(first(atom('<content type="application/octet-stream">PGI+Qm9keTwvYj4=</content>'))?.body).toBe('Body');
    expect(first(atom('<content mode="base64">PGI+Qm9keTwvYj4=</content>'))?.body).toBe('Body');
    expect(first(atom('<content type="image/png">iVBORw0KGgoAAAANSUhEUgAA/w==</content>'))?.body).toBeNull();
    expect(first(item('<content:encoded><![CDATA[<p>One</p><script>x</script><p>Two</p>]]></content:encoded>'))?.body).toBe('One\nTwo');
    expect(first(item('<body xmlns="http://www.w3.org/1999/xhtml"><p>Body</p></body>'))?.body).toBe('Body');
  });
  test('an empty headline is kept: dropping it is a later decision', () => {
    expect(first(rss('<item><title> &lt;b&gt;&lt;/b&gt; </title><link>https://www.example.com/a</link></item>'))?.title).toBe('');
  });
  test('has no control character, and fits its field', () => {
    const long = 'word '.repeat(100_000);
    const article = first(item(`<description>a&#0;b\u0007c&#x1F;d ${long}</description><content:encoded>${long}</content:encoded>`));
    expect(article?.summary.startsWith('a�bcd word')).toBe(true);
    expect(article?.summary.length).toBeLessThanOrEqual(20_000);
    expect(article?.body?.length).toBeLessThanOrEqual(200_000);
  });
});

describe('what is said about an article', () => {
  test('language of the entry, else of its feed, else of the source', () => {
    const declared = (body: string, language?: string): string | null | undefined =>
      first(body, language === undefined ? {} : { source: { language } })?.declared_language;
    expect(declared(rss('<item><link>https://www.example.com/a</link><dc:language>fr</dc:language></item>', '<language>en-us</language>'))).toBe(
      'fr',
    );
    expect(declared(rss('<item><link>https://www.example.com/a</link></item>', '<language>en_US</language>'), 'de')).toBe('en-US');
    expect(declared(item(''), 'de')).toBe('de');
    expect(declared(item(''))).toBeNull();
    expect(declared(rss('<item><link>https://www.example.com/a</link></item>', '<language>not a language tag at all</language>'))).toBeNull();
    expect(declared(atom('', 'xml:lang="ja"'))).toBe('ja');
    expect(declared(atom('', 'xml:lang="ja"').replace('<entry>', '<entry xml:lang="">'))).toBeNull();
  });
  test('authors are names', () => {
    expect(
      first(
        item(
          '<dc:creator>By Jane Doe</dc:creator><author>john@example.com</author><author>Max &lt;max@example.com&gt;</author><dc:creator>Jane Doe</dc:creator>',
        ),
      )?.authors,
    ).toEqual(['Jane Doe', 'Max']);
  });
  test('a picture that is declared as one', () => {
    const media = 'xmlns:media="http://search.yahoo.com/mrss/"';
    expect(
      first(
        item(
          `<media:group ${media}><media:content url="https://i.example.com/v.mp4" type="video/mp4"/><media:content url="https://i.example.com/p.jpg" medium="image"/></media:group>`,
        ),
      )?.banner_image,
    ).toBe('https://i.example.com/p.jpg');
    expect(first(item('<enclosure url="/e.png" type="image/png"/>'))?.banner_image).toBe('https://feeds.example.com/e.png');
    expect(first(item('<enclosure url="https://i.example.com/a.mp3" type="audio/mpeg"/>'))?.banner_image).toBeNull();
    expect(first(item('<enclosure url="data:image/png;base64,xxxx" type="image/png"/>'))?.banner_image).toBeNull();
  });
  test.each([
    ['<pubDate>today</pubDate>', null],
    ['', null],
    ['<pubDate>Thu, 19 Nov 2026 03:00:00 EST</pubDate>', '2026-11-19T08:00:00.000Z'],
  ])('a time that can be: %s', (tag, expected) => expect(first(item(tag))?.published_at).toBe(expected));
  test.each([
    ['RSS', item('<pubDate>Thu, 01 Jan 1970 00:00:00 GMT</pubDate><dc:date>2026-10-02T09:15:00Z</dc:date>')],
    ['RSS with its date in words', item('<pubDate>just now</pubDate><pubDate>Fri, 02 Oct 2026 09:15:00 GMT</pubDate>')],
    ['Atom', atom('<published>0001-01-01T00:00:00Z</published><issued>2026-10-02T09:15:00Z</issued>', '')],
  ])('the first date that is readable: %s', (_, body) => expect(first(body)?.published_at).toBe('2026-10-02T09:15:00.000Z'));

  test('the time of an update, where it is one', () => {
    expect(first(atom('<published>2026-11-19T08:00:00Z</published><updated>2026-11-19T09:00:00Z</updated>'))).toMatchObject({
      published_at: '2026-11-19T08:00:00.000Z',
      updated_at: '2026-11-19T09:00:00.000Z',
    });
    expect(first(atom('<updated>2026-11-19T09:00:00Z</updated>'))).toMatchObject({ published_at: '2026-11-19T09:00:00.000Z', updated_at: null });
    expect(first(atom('<published>2026-11-19T08:00:00Z</published><updated>2026-11-19T08:00:00Z</updated>'))?.updated_at).toBeNull();
  });
  test('the page before this one (RFC 5005, JSON Feed)', () => {
    expect(parse(atom('').replace('<title>F</title>', '<link rel="prev-archive" href="https://www.example.com/2"/>')).olderUrl).toBe(
      'https://www.example.com/2',
    );
    expect(parse(rss('', '<atom:link rel="next" href="?page=2"/>')).olderUrl).toBe('https://feeds.example.com/feed.xml?page=2');
    expect(parse('{"version":"https://jsonfeed.org/version/1","items":[],"next_url":"/2"}').olderUrl).toBe('https://feeds.example.com/2');
    expect(parse(rss('', '<atom:link rel="next" href="file:///etc/passwd"/>')).olderUrl).toBeNull();
    expect(parse(rss('')).olderUrl).toBeNull();
  });
});

test('a description keeps its lines, so that a list of headlines can be told from a text', () => {
  const list =
    '<description>&lt;ol&gt;&lt;li&gt;&lt;a href="x"&gt;Norvik wins order&lt;/a&gt;&lt;/li&gt;&lt;li&gt;Ford recalls trucks&lt;/li&gt;&lt;/ol&gt;</description>';
  expect(first(item(list))?.summary).toBe('Norvik wins order\nFord recalls trucks');
});
