import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startUpstream, type Upstream } from '#ops/lab/upstream/server.ts';
import { ask, truthOf } from './client.ts';

let upstream: Upstream;
beforeEach(async () => {
  upstream = await startUpstream({ rate: 0, burst: 300, seed: 41, edgarPerSecondMax: 0 });
});
afterEach(() => upstream.stop());

const feed = '/feeds/meridian_wire.rss';
const feedUrl = (): string => `${upstream.url}${feed}`;
const misbehave = async (rules: unknown): Promise<number> =>
  (await ask(`${upstream.url}/__control/misbehave`, {}, 'POST', JSON.stringify(rules))).status;
const shown = async (): Promise<number> => (await truthOf(upstream.url)).length;

describe('a rule', () => {
  test('spoils as many answers as it says, of its paths only, and then no more', async () => {
    expect(await misbehave({ match: '/feeds/', times: 2, kind: 'status', status: 429, retry_after: 7 })).toBe(200);
    expect((await ask(`${upstream.url}/catalogue.json`)).status).toBe(200);
    const answers = [await ask(feedUrl()), await ask(feedUrl()), await ask(feedUrl())];
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200]);
    expect(answers[0]?.headers.get('retry-after')).toBe('7');
  });
});

describe('an answer gone wrong', () => {
  test('counts no document as served unless the client could read it all', async () => {
    await misbehave(['truncate', 'reset', 'empty', 'html_503', 'wrong_encoding'].map((kind) => ({ match: feed, kind })));
    for (let turn = 0; turn < 5; turn++) await ask(feedUrl()).catch(() => undefined);
    expect(await shown()).toBe(0);
    await misbehave({ match: feed, kind: 'slow', ms: 1 });
    await ask(feedUrl());
    expect(await shown()).toBeGreaterThan(0);
  });

  test('is a redirect, a 304 without a body, or Latin-1 declared as UTF-8', async () => {
    await misbehave([
      { match: feed, kind: 'redirect', location: '/feeds/macro_minute.rss' },
      { match: feed, kind: 'status', status: 304 },
      { match: feed, kind: 'wrong_encoding' },
    ]);
    const [redirected, unchanged, latin] = [await ask(feedUrl()), await ask(feedUrl()), await ask(feedUrl())];
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/feeds/macro_minute.rss']);
    expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
    expect(latin.text).toContain('\ufffd');
  });
});
