import { gzipSync } from 'node:zlib';
import { Writable } from 'node:stream';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { openEnricher, type Enricher } from '#pipeline/refine/enrich/enricher.ts';
import type { Question } from '#pipeline/refine/enrich/question.ts';
import { readConfig } from '#schemas/config.ts';
import type { SettledAnswer } from '#schemas/model-answer.ts';
import { buckets } from '#schemas/subjects.ts';
import {
  answer,
  answerTo,
  completion,
  first,
  send,
  startModelEndpoint,
  status,
  type Behaviour,
  type ModelEndpoint,
} from '#test/support/model-endpoint.ts';
import { freshBuckets } from '#test/support/control-plane.ts';
import { sharedNats } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';

const key = 'sk-very-secret-0123456789';
let endpoint: ModelEndpoint;
let registry: Registry;
let lines: string;
let opened: Enricher[];
const signal = new AbortController().signal;
const log = pino({ level: 'debug' }, new Writable({ write: (chunk: Buffer, _, done) => ((lines += chunk.toString()), done()) }));

const nats = await sharedNats();
const bus = await openBus(readConfig({ NATS_URL: nats.url }), 'test', log);
afterAll(() => bus.close());
beforeEach(async () => {
  endpoint = await startModelEndpoint();
  registry = new Registry();
  [lines, opened] = ['', []];
  await freshBuckets(bus, buckets.modelAnswers, buckets.modelSpend);
});
afterEach(async () => {
  await Promise.all([endpoint.stop(), ...opened.map(({ close }) => close())]);
});

async function open(environment: Readonly<Record<string, string>> = {}, at = () => new Date(), metrics = registry): Promise<Enricher> {
  const config = readConfig({
    ENRICHER_URL: endpoint.url,
    ENRICHER_KEY: key,
    ENRICHER_MODEL: 'test-model',
    ENRICHER_TIMEOUT_MS: '4000',
    ...environment,
  });
  const enricher = await openEnricher(config, { bus, registry: metrics, log, now: at });
  if (enricher === null) throw new Error('no enricher');
  opened.push(enricher);
  return enricher;
}

const question = (name = 'a', tickers: readonly string[] = ['ACME']): Question => ({
  key: Buffer.from(name.padEnd(16)).toString('hex'),
  enricher: 'test-model+prompt-1',
  model: 'test-model',
  parameters: { temperature: 0, max_tokens: 900 },
  messages: [
    { role: 'system', content: 'Score.' },
    { role: 'user', content: JSON.stringify({ title: name, description: '', text: '', tickers: tickers.map((ticker) => ({ ticker })) }) },
  ],
  tickers,
  body: '',
});
const settle = (enricher: Enricher, about = question(), isCopy = false): Promise<SettledAnswer> => enricher.settle(about, { isCopy, signal });
const metric = async (name: string, labels: Readonly<Record<string, string>>): Promise<number> => {
  const found = await registry.getSingleMetric(name)?.get();
  return found?.values.find(({ labels: have }) => Object.entries(labels).every(([label, value]) => have[label as never] === value))?.value ?? 0;
};
const text =
  (content: string): Behaviour =>
  (_, response) =>
    send(response, 200, completion(content));

describe('a question', () => {
  test('goes to the endpoint as it is configured, with the key, the parameters and the schema', async () => {
    const settled = await settle(await open());
    expect(settled).toEqual({ v: 1, by: 'model', enricher: 'test-model+prompt-1', answer: answerTo(endpoint.requests[0]!) });
    const { path, headers, body } = endpoint.requests[0]!;
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${key}`);
    expect(body).toMatchObject({ model: 'test-model', temperature: 0, max_tokens: 900, stream: false });
    const { schema } = (body['response_format'] as { json_schema: { schema: { required: string[]; additionalProperties: boolean } } }).json_schema;
    expect(schema.additionalProperties).toBe(false);
    expect(schema.required).toContain('ticker_analysis');
    expect(JSON.stringify(schema)).not.toMatch(/maxLength|minimum|maxItems/);
    expect(await metric('tickerwire_enricher_tokens_total', { kind: 'prompt' })).toBe(700);
    expect(await metric('tickerwire_enricher_answers_total', { origin: 'new' })).toBe(1);
  });

  test('keeps the query of the address, and sends no key where none is set', async () => {
    await settle(await open({ ENRICHER_URL: `${endpoint.url}/?api-version=2`, ENRICHER_KEY: '' }));
    expect(endpoint.requests[0]!.path).toBe('/v1/chat/completions?api-version=2');
    expect(endpoint.requests[0]!.headers.authorization).toBeUndefined();
  });

  test('is asked once: the answer is kept, also for another process and while it is under way', async () => {
    const enricher = await open();
    const [one, two] = await Promise.all([settle(enricher), settle(enricher)]);
    const later = await settle(await open({}, undefined, new Registry()));
    expect(endpoint.requests).toHaveLength(1);
    expect([two, later]).toEqual([one, one]);
  });

  test('that two processes ask at once has one answer, the first that was kept', async () => {
    const registries = [registry, new Registry()];
    const [one, two] = await Promise.all(registries.map((metrics) => open({}, undefined, metrics)));
    const settled = await Promise.all([settle(one!), settle(two!)]);
    expect(endpoint.requests).toHaveLength(2);
    expect(settled[0]).toEqual(settled[1]);
    const shown = await Promise.all(registries.map((metrics) => metrics.metrics()));
    const origins = shown.map((page) => /^tickerwire_enricher_answers_total\{origin="(\w+)"\} 1$/m.exec(page)?.[1]);
    expect(new Set(origins)).toEqual(new Set(['kept', 'new']));
    for (const page of shown) expect(page).toContain('tickerwire_enricher_wait_seconds_count 1');
  });

  test('about a copy costs nothing', async () => {
    expect(await settle(await open(), question(), true)).toEqual({ v: 1, by: 'built_in', reason: 'copy' });
    expect(endpoint.requests).toHaveLength(0);
  });

  test('that a stop interrupts is settled by nobody', async () => {
    endpoint.behave(() => undefined);
    const stop = new AbortController();
    const enricher = await open();
    const settling = enricher.settle(question(), { isCopy: false, signal: stop.signal });
    await until('the request', () => endpoint.requests.length === 1);
    stop.abort();
    await expect(settling).rejects.toThrow('aborted');
    expect(await enricher.kept(question())).toBeNull();
    endpoint.behave(null);
    expect((await settle(enricher)).by).toBe('model');
  });

  test('whose kept answer is of a version to come is the built-in enricher, not an error', async () => {
    const bucket = await openBucket(bus, buckets.modelAnswers);
    await bucket.put(question().key, '{"v":2,"by":"oracle"}');
    expect(await settle(await open())).toEqual({ v: 1, by: 'built_in', reason: 'unreadable' });
  });
});

describe('what passes is waited for', () => {
  test.each([
    ['429 that says for how long', first(1, status(429, { 'retry-after': '1' }), answer())],
    ['500', first(2, status(500), answer())],
    ['a connection that is lost', first(1, (_, response) => void response.destroy(), answer())],
  ])('%s', async (_, behaviour) => {
    endpoint.behave(behaviour);
    expect((await settle(await open())).by).toBe('model');
    expect(endpoint.requests.length).toBeGreaterThan(1);
  });

  test('an endpoint without strict schemas is asked in a plainer form, and in that one from then on', async () => {
    const plain: Behaviour = (request, response) => {
      const format = (request.body['response_format'] as { type: string } | undefined)?.type;
      return format === undefined ? answer()(request, response) : status(400)(request, response);
    };
    endpoint.behave(plain);
    const enricher = await open();
    expect((await settle(enricher)).by).toBe('model');
    expect((await settle(enricher, question('b'))).by).toBe('model');
    expect(endpoint.requests.map(({ body }) => (body['response_format'] as { type: string } | undefined)?.type)).toEqual([
      'json_schema',
      'json_object',
      undefined,
      undefined,
    ]);
  });
});

const huge: Behaviour = (_, response) => send(response, 200, completion('x'.repeat(2_000_000)));
const bomb: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000, 32)));
};
const drip: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), 50);
  response.once('close', () => clearInterval(timer));
};

describe('an endpoint that misbehaves leaves the article to the built-in enricher, for good', () => {
  test.each([
    ['never answers', () => undefined, 'timeout'],
    ['answers a byte at a time', drip, 'timeout'],
    ['always answers 429', status(429), 'rate_limited'],
    ['asks to wait for an hour', status(429, { 'retry-after': '3600' }), 'rate_limited'],
    ['always answers 500', status(500), 'unavailable'],
    ['does not know the key', status(401), 'refused'],
    ['redirects', status(307, { location: 'http://127.0.0.1:1/' }), 'refused'],
    ['sends a huge body', huge, 'too_large'],
    ['sends a small body that unpacks to a huge one', bomb, 'too_large'],
    ['sends another content type', (_, response) => send(response, 200, completion('{}'), { 'content-type': 'text/html' }), 'not_json'],
    ['sends JSON of another interface', (_, response) => send(response, 200, '{"result": "ok"}'), 'not_json'],
    ['writes prose', text('As a language model I cannot say.'), 'not_json'],
    [
      'stops at its token limit',
      (request, response) =>
        send(response, 200, completion(JSON.stringify(answerTo(request)), { choices: [{ message: { content: '{}' }, finish_reason: 'length' }] })),
      'cut_short',
    ],
    [
      'names another ticker',
      answer({ ticker_analysis: [{ ticker: 'PUMP', sentiment: 'positive', confidence: 'high', reasoning: 'Buy.' }] }),
      'unknown_ticker',
    ],
  ] satisfies [string, Behaviour, string][])('it %s', async (_, behaviour, reason) => {
    endpoint.behave(behaviour);
    // Short only where the timeout must end the wait: on a slow machine it would otherwise come first.
    const enricher = await open({ ENRICHER_TIMEOUT_MS: reason === 'timeout' ? '600' : '20000' });
    expect(await settle(enricher)).toEqual({ v: 1, by: 'built_in', reason });
    expect(await metric('tickerwire_enricher_fallbacks_total', { reason })).toBe(1);
    // The endpoint has recovered, but the article is already decided.
    endpoint.behave(null);
    expect(await settle(await open({}, undefined, new Registry()))).toEqual({ v: 1, by: 'built_in', reason });
  });

  test('it has no listener', async () => {
    await endpoint.stop();
    expect(await settle(await open({ ENRICHER_TIMEOUT_MS: '20000' }))).toMatchObject({ reason: 'unavailable' });
    endpoint = await startModelEndpoint();
  });

  test('it is left alone for a while once it has failed five times in a row', async () => {
    endpoint.behave(status(401));
    const enricher = await open();
    for (const name of ['a', 'b', 'c', 'd', 'e']) await settle(enricher, question(name));
    const requests = endpoint.requests.length;
    endpoint.behave(null);
    expect(await settle(enricher, question('f'))).toMatchObject({ reason: 'unavailable' });
    expect(endpoint.requests).toHaveLength(requests);
  });

  test('its key is in no log line and no error, whatever it echoes', async () => {
    const echo = JSON.stringify({ error: { message: `Incorrect API key provided: ${key}` } });
    const enricher = await open({ ENRICHER_TIMEOUT_MS: '600' });
    for (const [index, behaviour] of [status(401, {}, echo), status(500, {}, echo), text(echo), (() => undefined) as Behaviour].entries()) {
      endpoint.behave(behaviour);
      await settle(enricher, question(`q${index}`));
    }
    expect(lines).toContain('model.failed');
    expect(lines).not.toContain('very-secret');
    expect(() => readConfig({ ENRICHER_URL: `http://user:${key}@127.0.0.1/v1`, ENRICHER_MODEL: 'm' })).toThrow(
      /^configuration: ENRICHER_URL: must not contain a user name or password$/,
    );
    expect(() => readConfig({ ENRICHER_URL: 'http://127.0.0.1/v1' })).toThrow('ENRICHER_MODEL: required with ENRICHER_URL');
  });
});

describe('cost and load are bounded', () => {
  test('no more requests are under way than configured, and what finds no place in time is the built-in enricher', async () => {
    endpoint.behave(async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await answer()(request, response);
    });
    const enricher = await open({ ENRICHER_CONCURRENCY: '2', ENRICHER_TIMEOUT_MS: '2000' });
    const settled = await Promise.all(Array.from({ length: 20 }, (_, index) => settle(enricher, question(`n${index}`))));
    expect(endpoint.underWayMost()).toBe(2);
    const answered = settled.filter(({ by }) => by === 'model').length;
    expect(answered).toBeGreaterThanOrEqual(2);
    expect(answered).toBeLessThan(20);
    expect(settled.filter((one) => one.by === 'built_in').every(({ reason }) => reason === 'timeout')).toBe(true);
  });

  test('a day has so many requests, over all processes and restarts; the next has as many again', async () => {
    let at = new Date('2026-06-01T23:59:00.000Z');
    const limits = { ENRICHER_REQUESTS_PER_DAY: '3' };
    const enricher = await open(limits, () => at);
    for (const name of ['a', 'b']) expect((await settle(enricher, question(name))).by).toBe('model');
    const restarted = await open(limits, () => at, new Registry());
    const both = await Promise.all([settle(enricher, question('c')), settle(restarted, question('d'))]);
    expect(both.map(({ by }) => by).toSorted()).toEqual(['built_in', 'model']);
    expect(both).toContainEqual({ v: 1, by: 'built_in', reason: 'budget' });
    expect(endpoint.requests).toHaveLength(3);
    at = new Date('2026-06-02T00:00:01.000Z');
    expect((await settle(restarted, question('e'))).by).toBe('model');
  });

  test('a day has so many tokens: each request is reckoned at its most before it goes, and as it was after', async () => {
    // A question of 46 bytes and an answer of at most 900 tokens are estimated at over 900; the endpoint counts 850.
    const enricher = await open({ ENRICHER_TOKENS_PER_DAY: '1800' });
    expect((await settle(enricher, question('a'))).by).toBe('model');
    expect((await settle(enricher, question('b'))).by).toBe('model');
    expect(await settle(enricher, question('c'))).toMatchObject({ reason: 'budget' });
    const spent = await (await openBucket(bus, buckets.modelSpend)).get(new Date().toISOString().slice(0, 10));
    expect(spent?.json()).toEqual({ requests: 2, tokens: 1_700 });
  });

  test('retries count as requests', async () => {
    endpoint.behave(status(500));
    await settle(await open({ ENRICHER_REQUESTS_PER_DAY: '2' }));
    expect(endpoint.requests).toHaveLength(2);
  });
});
