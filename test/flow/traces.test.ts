import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { followTail } from '#api/feed/follow-tail.ts';
import { createTail, type Tail } from '#api/feed/tail.ts';
import { createConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import { openTracing } from '#ops/process/open-tracing.ts';
import { traceHeader, type Tracing } from '#ops/process/tracing.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { readConfig, type ConfigError } from '#schemas/config.ts';
import { streams } from '#schemas/subjects.ts';
import { usePublishersStage } from '#test/pipeline/ingest/publishers/stage-fixture.ts';
import { sharedStore } from '#test/clickhouse/fresh-store.ts';
import { applyStreams } from '#test/support/control-plane.ts';
import { testLog } from '#test/support/log.ts';
import { logLines } from '#test/support/log-lines.ts';
import { isDrained } from '#test/support/raw-articles.ts';
import { refineDeps, runRefine } from '#test/support/refine.ts';
import { sharedOrigin } from '#test/support/shared-origin.ts';
import { sharedBus, sharedClickHouse } from '#test/support/shared-servers.ts';
import { until } from '#test/support/until.ts';
import { startWriter } from '#test/support/writer.ts';

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
}
interface OtlpRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[] }[];
}

let isRefusing = false;
const asked: { path: string; token: string | undefined }[] = [];
const spans: OtlpSpan[] = [];
const named = (name: string): OtlpSpan[] => spans.filter((span) => span.name === name);
const stage = await usePublishersStage();

const clickhouse = await sharedClickHouse();
const { bus } = await sharedBus();
await applyStreams(bus, readConfig({}));
const store = await sharedStore(clickhouse.url, 'traces');
const endpoint = await sharedOrigin((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    asked.push({ path: request.url ?? '', token: request.headers['x-token'] as string | undefined });
    if (isRefusing) return void response.writeHead(400).end('the secret was s3cret');
    const { resourceSpans } = JSON.parse(text) as OtlpRequest;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});

const tracingWith = async (env: Readonly<Record<string, string>>, registry = new Registry(), log = testLog): Promise<Tracing> =>
  (await openTracing(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }), { service: 'test', registry, log }))!;

const follow = (tracing: Tracing, tail: Tail) =>
  followTail({
    bus,
    tail,
    bytesMax: 1_000_000,
    generations: () => Promise.resolve([]),
    metrics: createConsumerMetrics(new Registry()),
    tracing,
    log: testLog,
  });

test('a document is one trace from its fetch until the API serves it, and neither a replay nor a redelivery adds a span', async () => {
  const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_HEADERS: 'x-token=s3cret' });
  const stop = new AbortController();
  const tail = createTail(1_000_000);
  const following = follow(tracing, tail);
  await following.loaded;
  const writer = startWriter(bus, store, { tracing });
  const refining = runRefine(await refineDeps(bus, store, { tracing }), stop.signal);
  stage.serve(
    '/news',
    '<rss><channel><item><title>Acme Rocket Corporation (NASDAQ: ACME) wins a launch order worth $3 million</title><link>https://www.example.com/1</link><pubDate>2026-01-02T03:04:05Z</pubDate></item></channel></rss>',
  );
  const publish = createPublish(bus, { log: testLog, signal: stop.signal }, { tracing });
  stage.start([stage.sourceOf('news')], {}, { publish, tracing });
  await until('the row in the tail', () => tail.lastSeq() === 1);
  await until('its spans', () => named('tail.visible').length === 1 && named('table.insert').length === 1);

  const order = ['source.fetch', 'source.parse', 'raw.publish', 'document.refine', 'feed.append', 'table.insert', 'tail.visible'];
  const byName = new Map(order.map((name) => [name, named(name)]));
  expect([...byName.values()].map((found) => found.length)).toEqual(order.map(() => 1));
  const [fetched, parsed, published, refined, appended, inserted, visible] = order.map((name) => byName.get(name)![0]!);
  expect(new Set(order.map((name) => byName.get(name)![0]!.traceId))).toEqual(new Set([fetched!.traceId]));
  expect(fetched!.parentSpanId ?? '').toBe('');
  expect([parsed, published, refined, appended, inserted, visible].map((span) => span!.parentSpanId)).toEqual(
    [fetched, fetched, published, refined, appended, appended].map((span) => span!.spanId),
  );
  const [batch] = named('table.insert_batch');
  expect(batch!.links).toMatchObject([{ traceId: appended!.traceId, spanId: appended!.spanId }]);
  expect(inserted!.links).toMatchObject([{ traceId: batch!.traceId, spanId: batch!.spanId }]);
  for (const span of spans) expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
  expect(new Set(asked.map(({ path, token }) => `${path} ${token}`))).toEqual(new Set(['/v1/traces s3cret']));

  // The trace id is in the headers, never in the payloads.
  const raw = (await bus.jsm.streams.getMessage(streams.raw, { seq: 1 }))!;
  const logged = (await bus.jsm.streams.getMessage(streams.feed, { seq: 1 }))!;
  expect(raw.header.get(traceHeader)).toBe(`00-${published!.traceId}-${published!.spanId}-01`);
  expect(logged.header.get(traceHeader)).toBe(`00-${appended!.traceId}-${appended!.spanId}-01`);
  for (const { data } of [raw, logged]) expect(Buffer.from(data).toString()).not.toContain(fetched!.traceId);

  // The same message and header are published again, as after a lost acknowledgement.
  await bus.js.publish('raw.article', raw.data, { headers: raw.header });
  await until('RAW to be drained', () => isDrained(bus));
  // A new reader reads the log from its beginning.
  const again = follow(tracing, createTail(1_000_000));
  await again.loaded;
  await writer.stop();
  const rewriter = startWriter(bus, store, { tracing });
  await until('the writer to stand at the end of the log', () => rewriter.state() === 'ok');
  stop.abort();
  stage.stop.abort();
  await Promise.all([refining, rewriter.stop(), following.stop(), again.stop()]);
  await tracing.stop();
  expect(spans.map(({ name }) => name).sort()).toEqual([...order, 'table.insert_batch'].sort());
});

test('an unsampled document has no trace header, and no later step begins a trace', async () => {
  const tracing = await tracingWith({ OTEL_TRACES_SAMPLER_ARG: '0' });
  expect(tracing.begin('source.fetch', {})).toBeNull();
  expect(tracing.begin('document.refine', { parent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-00` })).toBeNull();
  expect(tracing.begin('document.refine', { parent: 'no trace' })).toBeNull();
  expect(tracing.begin('document.refine', { parent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` })?.traceId).toBe('1'.repeat(32));
  await tracing.stop();
});

test('a collector that refuses spans causes one log line without its answer, and every lost span is counted', async () => {
  isRefusing = true;
  const registry = new Registry();
  const { log, lines } = logLines();
  const tracing = await tracingWith({}, registry, log);
  const counted = async (outcome: string): Promise<number> =>
    (await registry.getSingleMetric('tickerwire_trace_spans_total')!.get()).values.find(({ labels }) => labels['outcome'] === outcome)!.value;
  const requests = asked.length;
  // These are more spans than the queue holds; the collector delays none of them.
  for (let index = 0; index < 5_000; index += 1) tracing.begin('source.fetch', {})!.end();
  expect(await counted('queue_full')).toBe(5_000 - 4_096);
  await until('all to be tried', async () => (await counted('export_failed')) === 4_096);
  expect(asked.length - requests).toBe(8);
  expect(lines.map(({ msg }) => msg)).toEqual(['traces.not_taken']);
  expect(JSON.stringify(lines)).not.toContain('s3cret');
  isRefusing = false;
  tracing.begin('source.fetch', {})!.end();
  await tracing.stop();
  expect(await counted('exported')).toBe(1);
  expect(lines.map(({ msg }) => msg)).toEqual(['traces.not_taken', 'traces.taken_again']);
});

test('a collector that never answers delays nothing, not even the stop', async () => {
  const address = await sharedOrigin(() => undefined);
  const registry = new Registry();
  const { log, lines } = logLines();
  const tracing = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_TIMEOUT: '500' }, registry, log);
  tracing.begin('source.fetch', {})!.end();
  await until('the line', () => lines.length > 0);
  expect(lines.map(({ msg }) => msg)).toEqual(['traces.not_taken']);
  // The stop waits no longer than its own bound, even if the exporter's timeout is longer.
  const patient = await tracingWith({ OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_TIMEOUT: '60000' });
  patient.begin('source.fetch', {})!.end();
  await Promise.all([tracing.stop(), patient.stop()]);
});

test('without a collector nothing of the SDK is loaded', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import('#pipeline/ingest/publish.ts');
    await import('#pipeline/ingest/trace-poll.ts');
    await import('#pipeline/refine/consume.ts');
    await import('#pipeline/write/writer.ts');
    await import('#api/feed/follow-tail.ts');
    const { readConfig } = await import('#schemas/config.ts');
    const { openTracing } = await import('#ops/process/open-tracing.ts');
    const { Registry } = await import('prom-client');
    const sdk = () => loaded.filter((url) => /@opentelemetry.(sdk|exporter|otlp|resources)/.test(url)).length > 0;
    const open = (env) => openTracing(readConfig(env), { service: 'test', registry: new Registry(), log: null });
    const without = [await open({}) === null, sdk()];
    await open({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    console.log(JSON.stringify([...without, sdk()]));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 30_000 });
  expect(JSON.parse(stdout)).toEqual([true, false, true]);
});

test('invalid settings of a collector are refused without repeating their values', () => {
  const problem = (env: Readonly<Record<string, string>>): string => {
    try {
      readConfig(env);
      return '';
    } catch (error) {
      return (error as ConfigError).message;
    }
  };
  for (const address of ['http://user:s3cret@collector.example:4318', 'ftp://collector.example', 'http://collector.example/?key=x'])
    expect(problem({ OTEL_EXPORTER_OTLP_ENDPOINT: address })).toMatch(/^configuration: OTEL_EXPORTER_OTLP_ENDPOINT/);
  expect(problem({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://user:s3cret@collector.example' })).not.toContain('s3cret');
  for (const headers of ['s3cret', 'a=%zz s3cret', 'a b=s3cret', 'a=s3cret%0d%0aX: y']) {
    expect(problem({ OTEL_EXPORTER_OTLP_HEADERS: headers })).toMatch(/^configuration: OTEL_EXPORTER_OTLP_HEADERS: /);
    expect(problem({ OTEL_EXPORTER_OTLP_HEADERS: headers })).not.toContain('s3cret');
  }
  expect(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant=a=b' }).OTEL_EXPORTER_OTLP_HEADERS).toEqual({
    authorization: 'Bearer abc',
    'x-tenant': 'a=b',
  });
  expect(problem({ OTEL_TRACES_SAMPLER_ARG: '2' })).toMatch(/OTEL_TRACES_SAMPLER_ARG/);
});
