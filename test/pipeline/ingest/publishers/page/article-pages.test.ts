/** An entry with a headline only is published with its page's text, or as the feed has it, with the reason counted. */
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ParseUnavailableError } from '#pipeline/ingest/parse/parse.ts';
import type { PageOutcome } from '#pipeline/ingest/publishers/page/fetch-page.ts';
import { pageCounts } from '#pipeline/ingest/publishers/publisher-metrics.ts';
import { parseInProcess } from '#test/support/parse-in-process.ts';
import { until } from '#test/support/until.ts';
import { openSite } from '../site.ts';
import { feedOf, pageOf, sentence, sourceAt, startStage, titleOf, userAgent, type RunningStage, type StageWorld } from './page-world.ts';

const [site, other] = await Promise.all([openSite(), openSite()]);
let stages: RunningStage[];
beforeEach(() => {
  stages = [];
  site.serve('/feed', feedOf(site.base, [1]), {});
});
afterEach(() => Promise.all(stages.map(({ stop }) => stop())));

function start(more: Partial<StageWorld> = {}): RunningStage {
  const stage = startStage({ sites: [site, other], sources: [sourceAt(site)], ...more });
  stages.push(stage);
  return stage;
}

/** Waits for the only article and returns it. */
async function articleOf(stage: RunningStage) {
  await until('the article', () => stage.articles().length === 1);
  return stage.articles()[0]!;
}

async function expectWithout(outcome: PageOutcome, more: Partial<StageWorld> = {}): Promise<RunningStage> {
  const stage = start(more);
  expect(await articleOf(stage)).toMatchObject({ title: titleOf(1), body: null });
  expect(await stage.outcomes(outcome)).toBe(1);
  return stage;
}

describe('a headline', () => {
  test('is published with the main text of its page, under the identity that it has without', async () => {
    site.serve('/story/1', pageOf());
    const stage = start();
    const article = await articleOf(stage);
    expect(article.body).toBe([sentence, sentence, sentence].join('\n'));
    expect(await stage.outcomes('read')).toBe(1);
    expect(await pageCounts(stage.registry)).toEqual({ read: 1 });
    const off = start({ options: { pages: undefined }, sources: [sourceAt(site, { id: 'off' })] });
    expect(await articleOf(off)).toEqual({ ...article, source: 'off', body: null, seen_at: expect.any(String), fetched_at: expect.any(String) });
  });

  test('has its page asked for by name, after robots.txt, once however often its feed is polled', async () => {
    site.serve('/story/1', pageOf());
    const stage = start();
    await articleOf(stage);
    const polls = site.requestsTo('/feed');
    await until('two more polls', () => site.requestsTo('/feed') >= polls + 2);
    expect([site.requestsTo('/robots.txt'), site.requestsTo('/story/1')]).toEqual([1, 1]);
    expect(site.asked.find(({ path }) => path === '/story/1')?.headers['user-agent']).toBe(userAgent);
    expect(stage.published).toHaveLength(1);
  });

  test('with a description or a body, of a source that wants no pages, or with pages off, is published without a request', async () => {
    site.serve('/story/1', pageOf());
    site.serve('/feed', feedOf(site.base, [1], [1]), {});
    site.serve('/quiet', feedOf(site.base, [2]), {});
    const described = start();
    const quiet = start({ sources: [sourceAt(site, { id: 'quiet', url: `${site.base}/quiet`, pages: false })] });
    const off = start({ sources: [sourceAt(site, { id: 'off', url: `${site.base}/quiet` })], options: { pages: undefined } });
    for (const stage of [described, quiet, off]) expect((await articleOf(stage)).body).toBeNull();
    expect([site.requestsTo('/robots.txt'), site.requestsTo('/story/1'), site.requestsTo('/story/2')]).toEqual([0, 0, 0]);
    expect(await pageCounts(off.registry)).toBeNull();
  });

  test('of an aggregator is completed from where its link leads, by the robots.txt of each host on the way', async () => {
    site.handlers.set('/story/1', (_request, response) => response.writeHead(302, { location: `${other.base}/real` }).end());
    other.serve('/real', pageOf());
    const stage = start({ sources: [sourceAt(site, { aggregator: true })] });
    expect((await articleOf(stage)).body).toContain(sentence);
    expect([site.requestsTo('/robots.txt'), other.requestsTo('/robots.txt')]).toEqual([1, 1]);
  });

  test('that is corrected has its page asked for no second time while it is fresh', async () => {
    site.serve('/story/1', pageOf());
    const stage = start();
    await articleOf(stage);
    site.serve('/feed', feedOf(site.base, [1]).replace('for time', 'for the time'), {});
    await until('the corrected one', () => stage.articles().length === 2);
    expect(stage.articles()[1]?.body).toContain(sentence);
    expect(site.requestsTo('/story/1')).toBe(1);
  });
});

describe('an edit', () => {
  /** Starts a stage that goes on from one which published the article, without that one's pages. */
  async function startEdited(between: () => void = () => undefined): Promise<RunningStage> {
    const before = start();
    await articleOf(before);
    await until('the position', () => before.positions.size > 0);
    await before.stop();
    stages = [];
    between();
    site.serve('/feed', feedOf(site.base, [1]).replace('for time', 'for the time'), { etag: '"2"' });
    return start({ positions: before.positions });
  }

  test('whose page cannot be read now waits until it can, so that the row does not lose its text', async () => {
    site.serve('/story/1', pageOf());
    const stage = await startEdited(() => site.serve('/story/1', 'no', {}, 404));
    await until('tries', async () => (await stage.outcomes('status')) >= 2);
    expect(stage.articles()).toEqual([]);
    site.serve('/story/1', pageOf());
    expect(await articleOf(stage)).toMatchObject({ is_edit: true, body: expect.stringContaining(sentence) });
  });

  test('whose page cannot be read at all is published', async () => {
    site.serve('/robots.txt', 'User-agent: *\nDisallow: /story/', {});
    expect(await articleOf(await startEdited())).toMatchObject({ is_edit: true, title: expect.stringContaining('the time'), body: null });
  });
});

describe('goes as its feed has it, counted by reason,', () => {
  test('where robots.txt forbids the page: it is not asked for', async () => {
    site.serve('/robots.txt', 'User-agent: *\nAllow: /\n\nUser-agent: Tickerwire\nDisallow: /story/', {});
    site.serve('/story/1', pageOf());
    await expectWithout('robots_forbidden');
    expect(site.requestsTo('/story/1')).toBe(0);
  });

  test('where robots.txt does not answer', async () => {
    site.serve('/robots.txt', 'no', {}, 503);
    await expectWithout('robots_unreachable');
    expect(site.requestsTo('/story/1')).toBe(0);
  });

  test.each(['/robots.txt', '/story/1'])('where %s is slower than it waits', async (path) => {
    site.handlers.set(path, (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).write('<html>'));
    await expectWithout('too_slow', { options: { pages: { waitMs: 200, userAgent } } });
  });

  test('where the page is a bomb of gzip', async () => {
    site.serve('/story/1', gzipSync(Buffer.alloc(8_000_000, 'a')), { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    await expectWithout('too_large');
  });

  test.each([
    ['the metadata of a cloud', 'http://169.254.169.254/latest', true],
    ['a host that its source does not speak for', 'https://elsewhere.example/1', false],
  ])('where the page redirects to %s', async (_, location, isAggregator) => {
    site.handlers.set('/story/1', (_request, response) => response.writeHead(302, { location }).end());
    const stage = start({ sources: [sourceAt(site, { aggregator: isAggregator })] });
    expect(await articleOf(stage)).toMatchObject({ body: null });
    expect(await stage.outcomes('forbidden_address')).toBe(1);
  });

  test('where the page leads in circles', async () => {
    site.handlers.set('/story/1', (_request, response) => response.writeHead(302, { location: '/story/1' }).end());
    await expectWithout('too_many_redirects');
  });

  test.each([
    ['a PDF', 'application/pdf', '%PDF-1.7', 'not_html'],
    ['bytes', '', Buffer.from([0, 1, 2, 3, 0, 0, 255]), 'not_html'],
    ['a notice', 'text/html', '<html><body><p>Please enable JavaScript and disable your ad blocker.</p></body></html>', 'no_text'],
    [
      'a wall',
      'text/html',
      pageOf(`<p>${'Our partners and we store and access information on your device, such as cookies. '.repeat(8)}</p>`),
      'other_text',
    ],
  ] as const)('where the page is %s', async (_, type, body, outcome) => {
    site.serve('/story/1', body, type === '' ? {} : { 'content-type': type });
    await expectWithout(outcome);
  });

  test('where the page is missing', () => expectWithout('status'));

  test('where no reader is to be had, or the reader comes to no end', async () => {
    site.serve('/story/1', pageOf());
    const parse: typeof parseInProcess = (name, input) =>
      name === 'page' ? Promise.reject(new ParseUnavailableError('none')) : parseInProcess(name, input);
    await expectWithout('unreadable', { deps: { parse } });
    const timed: typeof parseInProcess = (name, input) =>
      name === 'page' ? Promise.resolve({ isRead: false, reason: 'parse_timeout', detail: 'too long' }) : parseInProcess(name, input);
    await expectWithout('unreadable', { deps: { parse: timed } });
  });
});

describe('a page that does not come holds up', () => {
  test('no entry of its feed that needs none, and those that do no longer than one wait together', async () => {
    site.serve('/feed', feedOf(site.base, [5, 4, 3, 2, 1], [4, 2]), {});
    for (const number of [1, 3, 5]) site.handlers.set(`/story/${number}`, () => undefined);
    const stage = start({ options: { pages: { waitMs: 1_500, userAgent } } });
    await until('the described ones', () => stage.articles().length >= 2);
    const titles = (): string[] => stage.articles().map(({ title }) => title);
    expect(titles().slice(0, 2)).toEqual([titleOf(2), titleOf(4)]);
    await until('the headlines', () => stage.articles().length === 5);
    expect(titles().slice(2)).toEqual([titleOf(1), titleOf(3), titleOf(5)]);
    expect((await stage.outcomes('too_slow')) + (await stage.outcomes('no_time'))).toBe(3);
    expect(await stage.outcomes('no_time')).toBe(2);
  });

  test('no poll of another feed of the same host', async () => {
    site.handlers.set('/story/1', () => undefined);
    site.serve('/second', feedOf(site.base, [2], [2]), {});
    // The page is on another host than the feeds, as with real publishers.
    other.handlers.set('/story/1', () => undefined);
    site.serve('/feed', feedOf(other.base, [1]), {});
    const stage = start({
      sources: [sourceAt(site, { domains: ['127.0.0.1'], aggregator: true }), sourceAt(site, { id: 'second', url: `${site.base}/second` })],
      options: { concurrency: 1 },
    });
    await until('the request for the page', () => other.requestsTo('/story/1') === 1);
    const polls = site.requestsTo('/second');
    await until('three polls of the other feed', () => site.requestsTo('/second') >= polls + 3);
    expect(stage.articles().map(({ title }) => title)).toEqual([titleOf(2)]);
  });
});

describe('a host', () => {
  test('that asks for time with its pages has it, and its feed goes on', async () => {
    site.serve('/story/1', 'no', { 'retry-after': '3600' }, 429);
    const stage = await expectWithout('status');
    site.serve('/feed', feedOf(site.base, [2, 1]), {});
    site.serve('/story/2', pageOf());
    await until('the next headline', () => stage.articles().length === 2);
    expect(stage.articles()[1]?.body).toBeNull();
    expect([site.requestsTo('/story/2'), await stage.outcomes('host_rests')]).toEqual([0, 1]);
  });

  test('whose pages fail three times in a row is left alone with them', async () => {
    for (const number of [1, 2, 3, 4]) site.serve(`/story/${number}`, 'no', {}, 500);
    site.serve('/feed', feedOf(site.base, [4, 3, 2, 1]), {});
    // Shorter than the pause.
    const stage = start({ options: { pages: { waitMs: 20_000, userAgent } } });
    await until('all four', () => stage.articles().length === 4);
    expect([await stage.outcomes('status'), await stage.outcomes('host_rests')]).toEqual([3, 1]);
    expect(site.requestsTo('/story/4')).toBe(0);
  });

  test('that states a longer delay than an entry waits is asked for one page', async () => {
    site.serve('/robots.txt', 'User-agent: *\nCrawl-delay: 600\n', {});
    for (const number of [1, 2]) site.serve(`/story/${number}`, pageOf());
    site.serve('/feed', feedOf(site.base, [2, 1]), {});
    const stage = start();
    await until('both', () => stage.articles().length === 2);
    expect(stage.articles().map(({ body }) => body !== null)).toEqual([true, false]);
    expect(await stage.outcomes('host_rests')).toBe(1);
  });
});
