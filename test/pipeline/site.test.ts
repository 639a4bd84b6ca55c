import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bareHost, isWithin, siteOf } from '#pipeline/site.ts';

test.each([
  ['https://www.bbc.co.uk/news', 'bbc.co.uk', 'bbc.co.uk'],
  ['https://finance.yahoo.com/news', 'finance.yahoo.com', 'yahoo.com'],
  ['HTTPS://WWW.Reuters.COM.:8443/a', 'reuters.com', 'reuters.com'],
  ['https://www.reuters.com@evil.example/', 'evil.example', 'evil.example'],
  ['https://a.substack.com/p/1', 'a.substack.com', 'a.substack.com'],
  ['http://192.0.2.7:80/', '192.0.2.7', '192.0.2.7'],
  ['https://co.uk/', 'co.uk', 'co.uk'],
  ['https://bücher.example/', 'xn--bcher-kva.example', 'xn--bcher-kva.example'],
  ['not an address', '', ''],
])('%s is %s of the site %s', (url, host, domain) => {
  const address = URL.canParse(url) ? new URL(url).href : url;
  expect(siteOf(address)).toEqual({ host, domain });
});

test('every http(s) address has a site, and stands within it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.webUrl(),
        fc.domain().map((name) => `https://${name.toUpperCase()}./`),
        fc.ipV4Extended().map((ip) => `http://${ip}/`),
      ),
      (url) => {
        fc.pre(URL.canParse(url));
        const address = new URL(url);
        const { domain } = siteOf(address.href);
        expect(domain).not.toBe('');
        expect(isWithin(bareHost(address), domain)).toBe(true);
      },
    ),
  );
});

test.each([
  ['a.example.com', 'example.com', true],
  ['aexample.com', 'example.com', false],
  ['example.com', 'a.example.com', false],
  ['x.co.uk', 'co.uk', false],
  ['1.192.0.2.7', '192.0.2.7', false],
  ['x.medium.com', 'medium.com', false],
])('%s within %s: %s', (host, name, expected) => expect(isWithin(host, name)).toBe(expected));
