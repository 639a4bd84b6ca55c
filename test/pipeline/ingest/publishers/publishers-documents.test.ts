import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { until } from '#test/support/until.ts';
import { feed, usePublishersStage } from './stage-fixture.ts';

const stage = await usePublishersStage();
const { sourceOf, start, serve, titles, requestsTo, metric } = stage;

describe('a document that cannot be read is one refusal', () => {
  test('counted once however often it is polled, and asked for whole until it can be read', async () => {
    serve('/a', '<rss><channel><item><title>cut', { etag: '"1"' });
    start([sourceOf('a')]);
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(stage.published).toMatchObject([{ kind: 'refusal', reason: 'malformed', source: 'a' }]);
    serve('/a', 'not XML at all', { etag: '"1"' });
    await until('the other refusal', () => stage.published.length === 2);
    const before = stage.asked.length;
    await until('another poll', () => stage.asked.length > before + 1);
    expect(stage.asked.at(-1)?.headers['if-none-match']).toBeUndefined();
    serve('/a', feed([1]));
    await until('the story', () => titles().includes('Story 1'));
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'malformed' })).toBe(2);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('a bomb is cut off, counted once and backed off from', async () => {
    serve('/a', gzipSync(Buffer.alloc(20_000_000)), { 'content-encoding': 'gzip' });
    start([sourceOf('a')]);
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(stage.published).toMatchObject([{ kind: 'refusal', reason: 'too_large' }]);
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'too_large' })).toBe(1);
  });

  test('an entry about an address of others is refused beside the good ones, counted once', async () => {
    serve('/a', feed([1]).replace('</channel>', '<item><title>x</title><link>https://www.reuters.com/1</link></item></channel>'));
    start([sourceOf('a')]);
    await until('three polls', () => requestsTo('/a') >= 3);
    expect(stage.published).toMatchObject([{ reason: 'foreign_link' }, { title: 'Story 1' }]);
    expect(await metric('tickerwire_publisher_refusals_total', { source: 'a', reason: 'foreign_link' })).toBe(1);
  });
});

describe('a feed can send us only to where its source may speak', () => {
  // The same server under another name: it may be queried, and for this source it is another publisher's.
  const elsewhere = stage.base.replace('127.0.0.1', 'localhost');
  const both = createOutbound({ allowedOrigins: [stage.base, elsewhere] });
  const fetch = createPoliteFetch({ outbound: both, userAgent: 'tickerwire-test', hostIntervalMs: 0 });
  afterAll(() => both.close());
  const redirected = (path: string, to: string): void =>
    void stage.handlers.set(path, (_request, response) => response.writeHead(302, { location: to }).end());

  test('a redirect elsewhere is a failure, and what it leads to is not asked for', async () => {
    serve('/secret', feed([1]));
    redirected('/a', `${elsewhere}/secret`);
    start([sourceOf('a')], {}, { fetch });
    await until('two failures', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'failed' })) >= 2);
    expect([requestsTo('/secret'), stage.published.length]).toEqual([0, 0]);
  });

  test('a redirect on its own host, or to one that the catalogue lists beside it, is followed', async () => {
    serve('/moved', feed([1]));
    serve('/elsewhere', feed([2]));
    redirected('/a', '/moved');
    redirected('/b', `${elsewhere}/elsewhere`);
    start([sourceOf('a'), sourceOf('b', { domains: ['localhost'] })], {}, { fetch });
    await until('both stories', () => stage.published.length === 2);
    expect(titles().toSorted()).toEqual(['Story 1', 'Story 2']);
  });

  test('an older page elsewhere is not asked for: that is a gap', async () => {
    serve('/a', feed([1]));
    serve('/older', feed([3, 2, 1]));
    start([sourceOf('a')], {}, { fetch });
    await until('the story', () => stage.published.length === 1);
    serve('/a', feed([4], `<atom:link rel="next" href="${elsewhere}/older"/>`));
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
    expect(requestsTo('/older')).toBe(0);
  });
});

describe('a gap', () => {
  const page = (numbers: number[], next: string | null): string =>
    feed(numbers, next === null ? '' : `<atom:link rel="next" href="${stage.base}${next}"/>`);

  test('is filled from the older pages, down to what was seen', async () => {
    serve('/a', page([2, 1], '/page2'));
    start([sourceOf('a')]);
    await until('two stories', () => stage.published.length === 2);
    serve('/page2', page([6, 5], '/page3'));
    serve('/page3', page([4, 3, 2], '/page4'));
    serve('/a', page([8, 7], '/page2'));
    await until('all stories', () => stage.published.length === 8);
    expect(titles()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Story ${number}`));
    expect(requestsTo('/page4')).toBe(0);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('is filled too where an old entry was edited and stands above the new ones', async () => {
    serve('/a', page([2, 1], '/page2'));
    start([sourceOf('a')]);
    await until('two stories', () => stage.published.length === 2);
    serve('/page2', page([4, 3, 2], null));
    serve('/a', page([1, 6, 5], '/page2').replace('Story 1', 'Story 1, corrected'));
    await until('all stories', () => stage.published.length === 7);
    expect(titles().slice(2)).toEqual(['Story 1, corrected', 'Story 3', 'Story 4', 'Story 5', 'Story 6']);
  });

  test('that cannot be filled is counted, and what there is is published', async () => {
    serve('/a', feed([2, 1]));
    start([sourceOf('a')]);
    await until('two stories', () => stage.published.length === 2);
    serve('/a', feed([9, 8]));
    await until('the others', () => stage.published.length === 4);
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
  });

  test('is followed for so many pages only, in no circle, and not on the first poll', async () => {
    serve('/a', page([1], '/page2'));
    serve('/page2', page([50], '/page3'));
    start([sourceOf('a')]);
    await until('the story', () => stage.published.length === 1);
    expect(requestsTo('/page2')).toBe(0);
    for (let number = 2; number < 14; number += 1) serve(`/page${number}`, page([50 - number], `/page${number + 1}`));
    serve('/a', page([9], '/page2'));
    await until('the gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 1);
    expect([2, 11, 12].map((number) => requestsTo(`/page${number}`))).toEqual([1, 1, 0]);
    serve('/a', page([10], '/a'));
    await until('the second gap', async () => (await metric('tickerwire_publisher_gaps_total', { source: 'a' })) === 2);
  });
});
