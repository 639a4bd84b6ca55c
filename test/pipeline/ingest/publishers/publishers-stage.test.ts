import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { createOutbound } from '#ops/outbound/outbound.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import { ParseUnavailableError } from '#pipeline/ingest/parse/parse.ts';
import type { ListingPosition } from '#pipeline/ingest/publishers/feed-position.ts';
import { articleIdentity, digestOf } from '#schemas/identity.ts';
import type { StageDeps } from '#pipeline/ingest/stage.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { until } from '#test/support/until.ts';
import { openSite } from './site.ts';
import { feed, usePublishersStage } from './stage-fixture.ts';

const [stage, other] = await Promise.all([usePublishersStage(), openSite()]);
const { sourceOf, depsOf, start, serve, titles, requestsTo, metric } = stage;
const recordOutcome = () => undefined;

describe('a source', () => {
  test('is published oldest first, then only what is new of it', async () => {
    serve('/a', feed([3, 2, 1]));
    start([sourceOf('a')]);
    await until('three stories', () => stage.published.length === 3);
    expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3']);
    const polls = requestsTo('/a');
    await until('two more polls', () => requestsTo('/a') >= polls + 2);
    expect(stage.published).toHaveLength(3);
    serve('/a', feed([5, 4, 3, 2]));
    await until('two more stories', () => stage.published.length === 5);
    expect(titles().slice(3)).toEqual(['Story 4', 'Story 5']);
    expect(await metric('tickerwire_publisher_entries_total', { source: 'a' })).toBe(5);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('is asked conditionally, and an unchanged one costs nothing more', async () => {
    stage.handlers.set('/a', (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { etag: '"1"', 'last-modified': 'Mon, 01 Jun 2026 00:00:00 GMT' }).end(feed([1])),
    );
    start([sourceOf('a')]);
    await until('unchanged answers', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'not_modified' })) >= 2);
    expect(stage.asked[1]?.headers).toMatchObject({ 'if-none-match': '"1"', 'if-modified-since': 'Mon, 01 Jun 2026 00:00:00 GMT' });
    expect(await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'ok' })).toBe(1);
    expect(stage.published).toHaveLength(1);
  });

  test('whose headline changed is published again under the same identity, as an edit', async () => {
    serve('/a', feed([1]));
    start([sourceOf('a')]);
    await until('the story', () => stage.published.length === 1);
    serve('/a', feed([1]).replace('Story 1', 'Story 1, corrected'));
    await until('the corrected story', () => stage.published.length === 2);
    expect(new Set(stage.published.map(({ identity }) => identity)).size).toBe(1);
    expect(stage.published.map((message) => 'is_edit' in message)).toEqual([false, true]);
    serve('/a', feed([1]));
    await until('the story as it was', () => stage.published.length === 3);
    expect(titles()).toEqual(['Story 1', 'Story 1, corrected', 'Story 1']);
  });

  test('whose copies differ, or whose text changes by itself, has an end of its edits, and the later of two forms stays', async () => {
    const copy = (): string => feed([1]).replace('Story 1', requestsTo('/a') % 2 === 1 ? 'Old words' : 'New words');
    const counting = (): string => feed([2]).replace('</link>', `</link><description>${requestsTo('/b')} comments</description>`);
    stage.handlers.set('/a', (_request, response) => response.end(copy()));
    stage.handlers.set('/b', (_request, response) => response.end(counting()));
    start([sourceOf('a'), sourceOf('b')]);
    await until('many polls', () => Math.min(requestsTo('/a'), requestsTo('/b')) >= 16);
    const publishedOf = (source: string) => stage.published.filter((message) => message.source === source);
    expect(publishedOf('b')).toHaveLength(6);
    const versions = publishedOf('a').map((message) => message.kind === 'article' && message.title);
    expect(versions).toEqual(['Old words', 'New words', 'Old words', 'New words', 'Old words', 'New words']);
  });

  test('whose entries have marks of an earlier version is not published again, and its edits are seen from then on', async () => {
    const entry = digestOf(articleIdentity('https://www.example.com/1')).slice(0, 12);
    const known = { url: `${stage.base}/a`, etag: null, last_modified: null, seen: [`${entry}01234567`] };
    stage.positions.set('publishers.a', known);
    serve('/a', feed([2, 1]));
    start([sourceOf('a')]);
    await until('the other story', () => stage.published.length === 1);
    await until('the position', () => JSON.stringify(stage.positions.get('publishers.a')) !== JSON.stringify(known));
    serve('/a', feed([2, 1]).replace('Story 1', 'Story 1, corrected'));
    await until('the corrected story', () => stage.published.length === 2);
    expect(titles()).toEqual(['Story 2', 'Story 1, corrected']);
    expect(stage.published[1]).toMatchObject({ is_edit: true });
  });

  test('that restamps all its entries shows no gap, so that no older page is read', async () => {
    const stamped = (hour: number): string =>
      `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="${stage.base}/older"/>${[2, 1]
        .map((nth) => {
          const dates = `<published>2026-01-0${nth}T00:00:00Z</published><updated>2026-02-01T0${hour}:00:00Z</updated>`;
          return `<entry><title>Story ${nth}</title><link href="https://www.example.com/${nth}"/>${dates}</entry>`;
        })
        .join('')}</feed>`;
    serve('/a', stamped(1));
    serve('/older', feed([9, 8]));
    start([sourceOf('a')]);
    await until('the stories', () => stage.published.length === 2);
    serve('/a', stamped(2));
    await until('the restamped stories', () => stage.published.length === 4);
    const polls = requestsTo('/a');
    await until('another poll', () => requestsTo('/a') > polls);
    expect(stage.published).toHaveLength(4);
    expect(requestsTo('/older')).toBe(0);
    expect(await metric('tickerwire_publisher_gaps_total', { source: 'a' })).toBe(0);
  });

  test('that answers with a web page is no success, and fails until it is a feed again', async () => {
    const outcomes: (string | null)[] = [];
    const health = { recordListing: () => undefined, recordOutcome: (_: string, error: string | null) => void outcomes.push(error) };
    serve('/a', '<!doctype html><html><body><h1>We have moved</h1></body></html>');
    start([sourceOf('a')], { intervalMs: 5, retryMs: { first: 50, last: 100_000 }, health });
    serve('/good', feed([1]));
    start([sourceOf('good')], { intervalMs: 5, registry: new Registry() });
    await until('polls of the other', () => requestsTo('/good') >= 40);
    expect(requestsTo('/a')).toBeLessThan(requestsTo('/good') / 3);
    expect(new Set(outcomes)).toEqual(new Set([expect.stringContaining('unknown_format')]));
    expect(await metric('tickerwire_publisher_last_success_seconds', { source: 'a' })).toBe(0);
    serve('/a', feed([2]));
    await until('its story', () => titles().includes('Story 2'));
    expect(outcomes.at(-1)).toBeNull();
  });

  test('tells and stores what its listings carry, and since when they are empty, but for a source that may be empty', async () => {
    const told = new Map<string, ListingPosition>();
    const recordListing = (source: string, { entries, empty_since }: ListingPosition) => void told.set(source, { entries, empty_since });
    serve('/emptied', feed([1]));
    serve('/empty', feed([]));
    serve('/full', feed([2, 1]));
    serve('/quiet', feed([]));
    start([sourceOf('emptied'), sourceOf('empty'), sourceOf('full'), sourceOf('quiet', { may_be_empty: true })], {
      health: { recordListing, recordOutcome },
    });
    await until('the first listings', () => told.size >= 3 && requestsTo('/quiet') >= 2);
    serve('/emptied', feed([]));
    await until('the empty one', () => told.get('emptied')?.empty_since !== undefined);
    const [since, polls] = [told.get('emptied')?.empty_since, requestsTo('/emptied')];
    await until('two more polls of it', () => requestsTo('/emptied') >= polls + 2);
    const instant = expect.any(String) as string;
    expect(Object.fromEntries(told)).toEqual({ emptied: { entries: 1, empty_since: since }, empty: { empty_since: instant }, full: { entries: 2 } });
    expect(stage.positions.get('publishers.emptied')).toMatchObject({ entries: 1, empty_since: since });
    expect(stage.positions.get('publishers.quiet') ?? {}).not.toHaveProperty('empty_since');
  });

  test('tells what its listings carry from its position too, while they are unchanged', async () => {
    const told: ListingPosition[] = [];
    const carried = { entries: 7, empty_since: '2026-01-01T00:00:00.000Z' };
    stage.positions.set('publishers.a', { url: `${stage.base}/a`, etag: '"1"', last_modified: null, seen: [], ...carried });
    stage.handlers.set('/a', (_request, response) => response.writeHead(304).end());
    start([sourceOf('a')], { health: { recordListing: (_, one) => void told.push(one), recordOutcome } });
    await until('an unchanged answer', () => told.length > 0);
    expect(told[0]).toMatchObject(carried);
  });

  test('carries when it was listed and fetched', async () => {
    serve('/a', feed([1]));
    const now = () => new Date('2026-06-01T12:00:00.000Z');
    const fetch = createPoliteFetch({ outbound: stage.outbound, userAgent: 'tickerwire-test', hostIntervalMs: 0, now });
    start([sourceOf('a')], {}, { fetch });
    await until('the story', () => stage.published.length === 1);
    expect(stage.published[0]).toMatchObject({ seen_at: '2026-06-01T12:00:00.000Z', fetched_at: '2026-06-01T12:00:00.000Z', source: 'a' });
  });
});

describe('a stop anywhere loses nothing', () => {
  test('the position is kept only after everything of a document is published', async () => {
    serve('/a', feed([3, 2, 1]), { etag: '"1"' });
    let isBroken = true;
    const publish: StageDeps['publish'] = async (message) => {
      if (isBroken && message.identity.endsWith('/2')) throw new Error('RAW is unreachable');
      stage.published.push(message);
      return message;
    };
    start([sourceOf('a')], {}, { publish });
    await until('some failing polls', () => titles().filter((title) => title === 'Story 1').length >= 2);
    expect(stage.positions.size).toBe(0);
    isBroken = false;
    await until('the rest', () => titles().includes('Story 3'));
    await until('the position', () => stage.positions.size === 1);
    expect(titles().slice(-3)).toEqual(['Story 1', 'Story 2', 'Story 3']);
  });

  test('its leader reads it once, and the next leader goes on from what the one before kept last', async () => {
    const read: string[] = [];
    const { positions } = depsOf();
    const counted: StageDeps['positions'] = { ...positions, get: (key) => (read.push(key), positions.get(key)) };
    const [first, second] = [new AbortController(), new AbortController()];
    serve('/a', feed([2, 1]));
    start([sourceOf('a')], {}, { positions: counted, signal: first.signal });
    await until('some polls', () => requestsTo('/a') >= 4);
    serve('/a', feed([3, 2]));
    await until('the new story', () => titles().includes('Story 3'));
    expect(read.filter((key) => key === 'publishers.a')).toHaveLength(1);
    first.abort();
    await Promise.all(stage.running);
    serve('/a', feed([4, 3]));
    start([sourceOf('a')], { registry: new Registry() }, { positions: counted, signal: second.signal });
    await until('its new story', () => titles().includes('Story 4'));
    second.abort();
    expect(titles()).toEqual(['Story 1', 'Story 2', 'Story 3', 'Story 4']);
    expect(read.filter((key) => key === 'publishers.a')).toHaveLength(2);
  });

  test('it ends at once when told to, whatever it waits for', async () => {
    stage.handlers.set('/hang', () => undefined);
    serve('/a', feed([1]));
    start([sourceOf('hang'), sourceOf('a', { url: `${stage.base.replace('127.0.0.1', 'localhost')}/a`, interval_seconds: 3_600 })], {
      concurrency: 1,
    });
    await until('the first request', () => stage.asked.length > 0);
    stage.stop.abort();
    await Promise.all(stage.running);
  });
});

describe('trouble of one source is its own', () => {
  test('a source that never answers delays no other', async () => {
    other.serve('/b', feed([1]));
    const both = createOutbound({ allowedOrigins: [stage.base, other.base] });
    stage.handlers.set('/hang', () => undefined);
    start(
      [sourceOf('hang'), sourceOf('hang2', { url: `${stage.base}/hang` }), sourceOf('b', { url: `${other.base}/b` })],
      { concurrency: 2 },
      { fetch: createPoliteFetch({ outbound: both, userAgent: 'tickerwire-test', hostIntervalMs: 0, signal: stage.stop.signal }) },
    );
    await until('polls of the other', async () => (await metric('tickerwire_publisher_fetches_total', { source: 'b', outcome: 'ok' })) >= 3);
    // Two sources of the host that hangs use one place, not two.
    expect(requestsTo('/hang')).toBe(1);
    stage.stop.abort();
    await Promise.all(stage.running);
    await both.close();
  });

  test('one that fails is asked ever more seldom, and as usual once it is back', async () => {
    serve('/bad', 'no', {}, 500);
    serve('/good', feed([1]));
    start([sourceOf('bad'), sourceOf('good')], { intervalMs: 5, retryMs: { first: 50, last: 100_000 } });
    await until('many polls of the good one', () => requestsTo('/good') >= 40);
    expect(requestsTo('/bad')).toBeLessThan(requestsTo('/good') / 3);
    expect(await metric('tickerwire_publisher_fetches_total', { source: 'bad', outcome: 'failed' })).toBeGreaterThan(0);
    serve('/bad', feed([2]));
    await until('the story of the one that is back', () => titles().includes('Story 2'));
  });

  test('after an outage of ours a source is polled again soon, after a failure of its own later', async () => {
    serve('/a', feed([1]));
    let outagesLeft = 2;
    const hourMs = 3_600_000;
    start(
      [sourceOf('a')],
      { retryMs: { first: hourMs, last: hourMs } },
      {
        parse: async (name, input) => {
          if (outagesLeft === 0) return parseInProcess(name, input);
          outagesLeft -= 1;
          throw new ParseUnavailableError('a parsing thread did not start');
        },
      },
    );
    await until('the story, once parsing is back', () => titles().includes('Story 1'));
    serve('/a', 'no', {}, 500);
    await until(
      'a failure of the source',
      async () => (await metric('tickerwire_publisher_fetches_total', { source: 'a', outcome: 'failed' })) === 1,
    );
    const before = requestsTo('/a');
    serve('/b', feed([2]));
    start([sourceOf('b')], { registry: new Registry() });
    await until('many polls of another', () => requestsTo('/b') >= 10);
    expect(requestsTo('/a')).toBe(before);
  });

  test('a source that asks for a pause gets it, also from the next leader on another machine', async () => {
    serve('/busy', 'no', { 'retry-after': '3600' }, 429);
    serve('/good', feed([1]));
    start(
      [sourceOf('busy'), sourceOf('good', { url: `${stage.base.replace('127.0.0.1', 'localhost')}/good` })],
      {},
      { fetch: async (request) => (request.url.includes('localhost') ? { outcome: 'not_modified' } : depsOf().fetch(request)) },
    );
    await until(
      'polls of the other',
      async () => (await metric('tickerwire_publisher_fetches_total', { source: 'good', outcome: 'not_modified' })) >= 10,
    );
    expect(requestsTo('/busy')).toBe(1);
    serve('/other', feed([2]));
    start([sourceOf('busy'), sourceOf('other')], { registry: new Registry() });
    await until('polls of another', () => requestsTo('/other') >= 3);
    expect(requestsTo('/busy')).toBe(1);
  });
});
