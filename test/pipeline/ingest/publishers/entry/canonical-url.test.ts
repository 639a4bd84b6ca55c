import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUrl } from '#pipeline/ingest/publishers/entry/canonical-url.ts';

const article = 'https://example.com/news/1';

describe('one article has one address', () => {
  test.each([
    'https://example.com/news/1',
    'https://example.com./news/1',
    'https://example.com:80/news/1',
    'https://user:pass@example.com/news/1',
    'https://example.com/news/1#top',
    'https://example.com//news//1',
    'https://example.com/%6eews/%31',
    'https://example.com/news/1;jsessionid=0A1B',
    'https://example.com/news/1?utm_source=rss&utm_medium=feed&UTM_Campaign=x',
    'https://example.com/news/1?gclid=1&fbclid=2&msclkid=3&mc_cid=4&_hsenc=5',
    'https://example.com/news/1?source=rss-b1f3d322dadf------2',
    'https://example.com/news/1?mod=mw_rss_topstories',
    'https://example.com/news/1?amp=1&outputType=amp',
  ])('%s', (url) => expect(canonicalUrl(url)).toBe(article));

  test.each([
    ['https://example.com/?a=2&a=1', 'https://example.com/?a=2&a=1'],
    ['https://example.com/x?q=a%20b&z=%7e', 'https://example.com/x?q=a+b&z=~'],
    ['https://example.com/é', 'https://example.com/%C3%A9'],
    ['https://bücher.example/x', 'https://xn--bcher-kva.example/x'],
    ['https://example.com/index.php?p=5', 'https://example.com/?p=5'],
    ['http://example.com:8080/index.html', 'http://example.com:8080/'],
    ['https://example.com/#!/story/5', 'https://example.com/#!/story/5'],
    ['https://[2606:4700::1111]:443/x', 'https://[2606:4700::1111]/x'],
  ])('%s becomes %s', (url, expected) => expect(canonicalUrl(url)).toBe(expected));
});

test.each([
  ['https://example.com/news/1', 'http://example.com/news/1'],
  ['https://example.com/news/1', 'https://www.example.com/news/1'],
  ['https://example.com/news/1', 'https://example.com/News/1'],
  ['https://example.com/?mod=viewthread&tid=1', 'https://example.com/?tid=1'],
  ['https://example.com/?source=reuters', 'https://example.com/'],
  ['https://example.com/a%2Fb', 'https://example.com/a/b'],
  ['https://example.com/?a=1%26b=2', 'https://example.com/?a=1&b=2'],
  ['https://example.com/#!/story/5', 'https://example.com/#!/story/6'],
])('what may be another article stays apart: %s and %s', (one, other) => expect(canonicalUrl(one)).not.toBe(canonicalUrl(other)));

test('what is not an http(s) address is left as it is', () => {
  for (const text of ['', 'nonsense', 'tag:example.com,2026:1', 'mailto:a@example.com', 'ftp://example.com/']) expect(canonicalUrl(text)).toBe(text);
});

// prettier-ignore
const pieces = [
  '/', '//', '..', '%2e', '%', '%25', '%34', '%%34%31', 'index.html', ';jsessionid=1', '?', '&', '=', 'utm_a=1', 'a=', '#', '#!', ' ', '+', '%20',
];
const urls = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc
    .tuple(
      fc.constantFrom('http://', 'https://', 'HTTP://u:p@'),
      fc.constantFrom('example.com', 'EXAMPLE.com.', '[::1]', '1.2.3.4', 'a.b.co.uk:443', 'x:8080'),
      fc.array(fc.oneof(fc.string({ maxLength: 4 }), fc.constantFrom(...pieces)), { maxLength: 12 }),
    )
    .map(([scheme, host, parts]) => `${scheme}${host}/${parts.join('')}`),
);

test('canonical of canonical is canonical, and still an address', () => {
  fc.assert(
    fc.property(urls, (url) => {
      const once = canonicalUrl(url);
      expect(canonicalUrl(once)).toBe(once);
      if (URL.canParse(url)) expect(URL.canParse(once)).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test('tracking parameters, their place and the order of the others change nothing', () => {
  const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[b-df-z]{2,5}9$/), fc.stringMatching(/^[a-z0-9]{0,5}$/)), {
    selector: ([name]) => name,
    maxLength: 5,
  });
  fc.assert(
    fc.property(pairs, fc.infiniteStream(fc.nat()), (query, random) => {
      const text = query.map(([name, value]) => `${name}=${value}`);
      const shuffled = [...text, 'utm_source=x', 'fbclid=y'].toSorted(() => ((random.next().value as number) % 2 === 0 ? 1 : -1));
      expect(canonicalUrl(`${article}?${shuffled.join('&')}#x`)).toBe(canonicalUrl(`${article}?${text.join('&')}`));
    }),
  );
});
