import { describe, expect, test } from 'vitest';
import { authorityOf } from '#pipeline/ingest/publishers/authority.ts';
import type { Source } from '#pipeline/ingest/publishers/catalogue.ts';
import { parseFeed, type ParsedFeed } from '#pipeline/ingest/publishers/format/read-feed.ts';
import { uidOf } from '#schemas/identity.ts';

const at = '2026-11-20T12:00:00.000Z';
const sourceOf = (id: string, outlet: string, domain: string): Source => {
  return { id, name: outlet, url: `https://feeds.${domain}/feed.xml`, domain, outlet, kind: 'feed' };
};
const [reuters, evil] = [sourceOf('reuters', 'Reuters', 'reuters.com'), sourceOf('evil', 'Evil', 'evil.example')];
const lists: Source = { ...evil, id: 'lists', url: 'https://lists.example/feed.xml', domain: 'lists.example', outlet: 'Lists', aggregator: true };

const read = (source: Source, body: string, url = source.url): ParsedFeed =>
  parseFeed({ body: Buffer.from(body), contentType: null, url, source, seenAt: at, fetchedAt: at });
const rss = (inside: string, attributes = '', channel = ''): string =>
  `<rss version="2.0" ${attributes}><channel><title>C</title>${channel}<item><title>T</title>${inside}</item></channel></rss>`;
const link = (address: string): string => rss(`<link><![CDATA[${address}]]></link>`);
const reasons = (parsed: ParsedFeed): string[] => parsed.refusals.map(({ reason }) => reason);

describe('a source speaks for', () => {
  const source = {
    ...evil,
    url: 'http://192.0.2.7:8080/feed',
    domain: 'www.news.example.co.uk',
    domains: ['ir.sister.example', '10.0.0.1', '[2001:db8::1]'],
  };
  test.each([
    'https://example.co.uk/a',
    'https://ir.sister.example/a',
    'https://deeper.ir.sister.example/a',
    'http://192.0.2.7:8080/a',
    'https://[2001:DB8:0::1]/a',
  ])('%s', (address) => expect(authorityOf(source).speaksFor(new URL(address))).toBe(true));

  test.each([
    'https://co.uk/a',
    'https://notexample.co.uk/a',
    'https://example.co.uk.evil.example/a',
    'https://evilir.sister.example/a',
    'http://192.0.2.7:9090/a',
  ])('not for %s', (address) => expect(authorityOf(source).speaksFor(new URL(address))).toBe(false));

  test.each([
    ['somebody.blogspot.com', 'https://other.blogspot.com/a'],
    ['github.io', 'https://somebody.github.io/a'],
  ])('%s: not for %s, another customer of the same host', (domain, address) => {
    expect(authorityOf({ ...evil, domain }).speaksFor(new URL(address))).toBe(false);
    expect(authorityOf({ ...evil, domains: [domain] }).speaksFor(new URL(address))).toBe(false);
  });

  test('the host that its feed comes from, but not where many publishers have theirs', () => {
    const isOwn = (url: string): boolean => authorityOf({ ...evil, url }).speaksFor(new URL('/a', url));
    expect([isOwn('https://feeds.cdn.example/evil'), isOwn('http://127.0.0.1:4500/x'), isOwn('https://feeds.feedburner.com/evil')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('an entry about an address of another publisher is refused and counted', () => {
  const target = 'https://www.reuters.com/markets/1';
  test.each([
    ['as it is', link(target)],
    ['with another port', link('https://www.reuters.com:8443/markets/1')],
    ['with an escaped host', link('https://www.reuters%2ecom/markets/1')],
    ['with backslashes', link('https:\\\\www.reuters.com\\markets\\1')],
    ['without a scheme', link('//www.reuters.com/markets/1')],
    ['by an xml:base', rss('<link>/markets/1</link>', 'xml:base="https://www.reuters.com/"')],
    ['as a guid', rss(`<guid>${target}</guid>`)],
    [
      'as the original behind a redirector',
      rss(`<link>https://feedproxy.google.com/~r/1</link><feedburner:origLink>${target}</feedburner:origLink>`),
    ],
    ['in Atom', `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>T</title><id>${target}</id></entry></feed>`],
    [
      'in a JSON Feed, as the page elsewhere',
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', external_url: target, title: 'T' }] }),
    ],
    ['through a search engine', link('https://news.google.com/rss/articles/CBMiabc')],
    ['by a host that only looks like its own', link('https://evil.example.com/a')],
    ['through a redirector of its own', link('https://evil.example/go?url=https://www.reuters.com/markets/1')],
    ['as an IP address', link('http://2130706433/a')],
  ])('%s', (_how, body) => {
    const parsed = read(evil, body);
    expect(parsed.items).toEqual([]);
    expect(parsed.refusals).toMatchObject([
      { reason: 'foreign_link', source: 'evil', detail: expect.stringMatching(/^evil may not publish links to /) },
    ]);
  });

  test('wherever its feed was redirected to', () => {
    expect(reasons(read(evil, link('/markets/1'), 'https://www.reuters.com/feed.xml'))).toEqual(['foreign_link']);
  });

  test('but for its own page beside it', () => {
    const own = 'https://evil.example/about-1';
    const bodies = [
      rss(`<link>${target}</link><guid>${own}</guid>`),
      `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>T</title><link href="${target}"/><link rel="related" href="${own}"/></entry></feed>`,
      JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', url: own, external_url: target, title: 'T' }] }),
    ];
    for (const body of bodies)
      expect(read(evil, body).items).toMatchObject([{ identity: own, url: own, outlet: 'Evil', outlet_domain: 'evil.example' }]);
  });
});

describe('an address that cannot be one', () => {
  test.each([
    ['https://www.reuters.com@evil.example/a'],
    ['https://evil.example@www.reuters.com/a'],
    ['javascript:alert(1)//https://evil.example/'],
    ['file:///etc/passwd'],
    ['https://'],
  ])('%s is refused', (address) => {
    for (const source of [evil, lists, reuters]) {
      const parsed = read(source, link(address));
      expect(parsed.items).toEqual([]);
      expect(reasons(parsed)).toEqual(['bad_url']);
    }
  });

  test('is not a picture either', () => {
    const body = rss('<link>https://evil.example/a</link><enclosure type="image/png" url="https://www.reuters.com@evil.example/a.png"/>');
    expect(read(evil, body).items[0]?.banner_image).toBeNull();
  });
});

describe('an article is served under the name of its source', () => {
  test.each([
    ['redirecting to its own', link('https://evil.example/go?url=https://www.evil.example/1')],
    ['naming another as its source', rss('<link>https://evil.example/a</link><source url="https://www.reuters.com/feed">Reuters</source>')],
    ['written by another', rss('<link>https://evil.example/a</link><author>Reuters</author>')],
    ['below another name', link('https://www.reuters.com.evil.example/a')],
    [
      'taken over from another',
      '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>T</title><link href="https://evil.example/a"/><source><title>Reuters</title><id>https://www.reuters.com/</id></source></entry></feed>',
    ],
  ])('%s', (_how, body) => expect(read(evil, body).items).toMatchObject([{ outlet: 'Evil', outlet_domain: 'evil.example' }]));

  test('and known by its address, as ever', () => {
    const [article] = read(reuters, link('https://www.reuters.com/markets/1?utm_source=rss')).items;
    expect(article).toMatchObject({ identity: 'https://www.reuters.com/markets/1', outlet: 'Reuters', outlet_domain: 'reuters.com' });
    const [sister] = read({ ...reuters, domains: ['reutersagency.example'] }, link('https://www.reutersagency.example/1')).items;
    expect(sister).toMatchObject({ identity: 'https://www.reutersagency.example/1', outlet: 'Reuters', outlet_domain: 'reuters.com' });
  });
});

describe('what an aggregator lists', () => {
  const target = 'https://www.reuters.com/markets/1';
  const source = (url: string | null, name = 'Reuters'): string => `<source${url === null ? '' : ` url="${url}"`}>${name}</source>`;

  test('comes in under a key of its own, one for all its feeds', () => {
    const [article] = read(lists, link(`${target}?utm_source=x`)).items;
    expect(article).toMatchObject({
      identity: `via:lists.example|${target}`,
      url: `${target}?utm_source=x`,
      outlet: 'Lists',
      outlet_domain: 'lists.example',
    });
    expect(uidOf(article!.identity)).not.toBe(uidOf(target));
    const [again] = read({ ...lists, id: 'lists_2', url: 'https://lists.example/2' }, link(target)).items;
    expect(again?.identity).toBe(article?.identity);
  });

  test.each([
    ['its redirect', 'https://lists.example/articles/1', source('https://www.reuters.com'), 'Reuters', 'reuters.com'],
    ['the outlet', target, source('https://www.reuters.com'), 'Reuters', 'reuters.com'],
    ['the outlet, by name alone', target, source(null), 'Reuters', 'reuters.com'],
    ['an outlet that we do not know', 'https://paper.example/1', source(null, 'A Paper'), 'A Paper', 'paper.example'],
    ['its redirect, to an outlet that we do not know', 'https://lists.example/1', source(null, 'A Paper'), 'A Paper', 'lists.example'],
    ['another site than it names', 'https://evil.example/1', source('https://www.reuters.com'), 'Lists', 'lists.example'],
    ['nothing it names', target, '', 'Lists', 'lists.example'],
    ['a redirect that carries its target', 'https://lists.example/apiclick?url=https%3a%2f%2fwww.reuters.com%2fa', '', 'Lists', 'lists.example'],
  ])('with a link to %s bears the name it may bear', (_what, address, named, outlet, outlet_domain) => {
    expect(read(lists, rss(`<link>${address}</link>${named}`)).items).toMatchObject([{ outlet, outlet_domain }]);
  });

  test.each(['news.google.com', 'www.bing.com', 'flipboard.com'])(
    '%s is an aggregator by default, unless its source says that it is not',
    (domain) => {
      const unmarked = { ...evil, domain };
      expect(authorityOf(unmarked).isAggregator).toBe(true);
      expect(authorityOf({ ...unmarked, aggregator: false }).isAggregator).toBe(false);
      expect(authorityOf(evil).isAggregator).toBe(false);
    },
  );
});

describe('the fetch of a feed may be led', () => {
  const source = { ...evil, url: 'https://feeds.cdn.example:8443/feed', domains: ['mirror.example'] };
  const mayLeadTo = (address: string): boolean => authorityOf(source).mayLeadTo(new URL(address));
  test.each(['https://feeds.cdn.example:8443/2', 'http://www.cdn.example/2', 'https://www.evil.example/2', 'https://mirror.example:8443/2'])(
    'to %s',
    (address) => expect(mayLeadTo(address)).toBe(true),
  );
  test.each([
    'https://www.reuters.com/feed',
    'https://feeds.cdn.example:9200/',
    'http://168.63.129.16/metadata',
    'http://127.0.0.1:8443/',
    'https://user@evil.example/',
    'ftp://evil.example/',
  ])('not to %s', (address) => expect(mayLeadTo(address)).toBe(false));
});
