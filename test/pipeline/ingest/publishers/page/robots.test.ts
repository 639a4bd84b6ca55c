import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { productOf, readRobots } from '#pipeline/ingest/publishers/page/read-robots.ts';
import { createRobots, type RobotsCheck } from '#pipeline/ingest/publishers/page/robots.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { openSite } from '../site.ts';
import { userAgent } from './page-world.ts';

const hourMs = 3_600_000;

const site = await openSite();
let outbound: Outbound;
let askRobots: RobotsCheck;
/** Moves only when a test moves it. */
let clockMs: number;
beforeEach(() => {
  outbound = createOutbound({ allowedOrigins: [site.base] });
  clockMs = 0;
  const fetch = createPoliteFetch({ outbound, userAgent, hostIntervalMs: 0 });
  askRobots = createRobots({ product: productOf(userAgent), fetch, parse: parseInProcess, steadyMs: () => clockMs });
});
afterEach(() => outbound.close());

const verdict = async (path = '/a'): Promise<string> => (await askRobots(new URL(path, site.base))).outcome;
const requests = (): number => site.requestsTo('/robots.txt');

describe('a robots.txt', () => {
  test('is fetched once a day for all pages, however many ask at once', async () => {
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /b', {});
    expect(await Promise.all([verdict('/a'), verdict('/b'), verdict('/a?b')])).toEqual(['allowed', 'robots_forbidden', 'allowed']);
    clockMs = 20 * hourMs;
    expect(await verdict('/b')).toBe('robots_forbidden');
    expect(requests()).toBe(1);
    clockMs = 30 * hourMs;
    expect([await verdict('/b'), await verdict('/a')]).toEqual(['robots_forbidden', 'allowed']);
    expect(requests()).toBe(2);
  });

  test.each([404, 403, 410])('that is refused with %i is missing, and forbids nothing', async (status) => {
    site.serve('/robots.txt', 'Disallow: /', {}, status);
    expect(await verdict()).toBe('allowed');
  });

  test.each([500, 503, 429])('that fails with %i forbids all, for a while', async (status) => {
    site.serve('/robots.txt', 'no', {}, status);
    expect([await verdict(), await verdict()]).toEqual(['robots_unreachable', 'robots_unreachable']);
    expect(requests()).toBe(1);
    site.serve('/robots.txt', 'User-agent: *\nAllow: /', {});
    clockMs = hourMs;
    expect(await verdict()).toBe('allowed');
  });

  test('that was read stays valid where its server fails a day later', async () => {
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /b', {});
    await verdict();
    site.serve('/robots.txt', 'no', {}, 500);
    clockMs = 30 * hourMs;
    expect([await verdict('/a'), await verdict('/b')]).toEqual(['allowed', 'robots_forbidden']);
  });

  test('that is too long forbids all', async () => {
    site.serve('/robots.txt', `User-agent: *\n${'Disallow: /x\n'.repeat(60_000)}`, {});
    expect(await verdict()).toBe('robots_unreachable');
  });

  test('at an address that is not public says so', async () => {
    expect((await askRobots(new URL('http://192.168.1.1/a'))).outcome).toBe('forbidden_address');
  });
});

describe('rules', () => {
  const read = (text: string, path: string, product = 'tickerwire') =>
    readRobots({ body: Buffer.from(text), robotsUrl: 'https://example.com/robots.txt', url: `https://example.com${path}`, product });

  test.each([
    ['for us hold before those for all', 'User-agent: *\nDisallow: /\n\nUser-agent: TickerWire\nDisallow: /private', '/a', true],
    ['for all hold where there are none for us', 'User-agent: other\nAllow: /\n\nUser-agent: *\nDisallow: /', '/a', false],
    ['after a byte order mark are read', '\uFEFFUser-agent: *\nDisallow: /', '/a', false],
    ['in a page of HTML are none', '<!DOCTYPE html><html><body>Not found</body></html>', '/a', true],
  ])('%s', (_, text, path, isAllowed) => {
    expect(read(text, path).isAllowed).toBe(isAllowed);
  });

  test('name a delay in seconds', () => {
    expect(read('User-agent: *\nCrawl-delay: 2.5\n', '/a').delayMs).toBe(2_500);
    expect(read('User-agent: *\nCrawl-delay: soon\n', '/a').delayMs).toBeNull();
  });

  test('know us by the first word of the User-Agent', () => {
    const agents = ['tickerwire/0.1 (a@example.com)', 'Example Corp a@example.com', '123'];
    expect(agents.map(productOf)).toEqual(['tickerwire', 'Example', '*']);
  });
});
