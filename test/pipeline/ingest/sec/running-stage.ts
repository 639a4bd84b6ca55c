/** An EDGAR stage in a test: over real HTTP from a local EDGAR, to the RAW stream of a real NATS. */
import { stageDeps } from '../stage-deps.ts';
import { Registry } from 'prom-client';
import type { Logger } from 'pino';
import { createOutbound } from '#ops/outbound/outbound.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { openBucket } from '#ops/nats/streams.ts';
import { createPoliteFetch } from '#pipeline/ingest/fetch.ts';
import type { Parse } from '#pipeline/ingest/parse/parse.ts';
import { createParsePool } from '#pipeline/ingest/parse/pool.ts';
import { createPositions } from '#pipeline/ingest/positions-bucket.ts';
import { createPublish } from '#pipeline/ingest/publish.ts';
import { createSecMetrics } from '#pipeline/ingest/sec/edgar-metrics.ts';
import { secSources } from '#pipeline/ingest/sec/edgar-sources.ts';
import { secStage } from '#pipeline/ingest/sec/edgar-stage.ts';
import type { SecStageOptions } from '#pipeline/ingest/sec/stage-context.ts';
import { RawMessage } from '#schemas/raw.ts';
import { streams } from '#schemas/subjects.ts';
import type { SecSourceType } from '#schemas/vocabulary.ts';
import { testLog } from '#test/support/log.ts';

export interface RunningStage {
  readonly registry: Registry;
  readonly stop: () => Promise<void>;
}

export interface RunOptions extends Partial<Omit<SecStageOptions, 'metrics'>> {
  /** Default: Form 4. */
  readonly source?: SecSourceType;
  readonly baseUrl: string;
  readonly log: Logger;
  readonly now?: () => Date;
  /** Default: in threads. */
  readonly parse?: Parse;
}

/** Waits short enough for a test; the order of steps is the same. */
const quick = {
  pollMs: 40,
  pollOffHoursMs: 40,
  retryScheduleMs: [40, 40, 40],
  faultScheduleMs: [40, 40],
  pollRetryMs: { first: 20, last: 60 },
  indexRetryMs: { first: 20, last: 60 },
  coolOffMs: { first: 40, last: 80 },
} as const satisfies Partial<SecStageOptions>;

/** Used by all stages of a test file; an idle thread does not keep the process alive. */
const pool = createParsePool({ log: testLog });

export async function runStage(bus: Bus, options: RunOptions): Promise<RunningStage> {
  const { source = 'sec_form4', baseUrl, log, now = () => new Date(), parse = pool.parse, ...stageOptions } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const registry = new Registry();
  const outbound = createOutbound({ allowedOrigins: [baseUrl] });
  const stage = secStage(secSources[source], { baseUrl, metrics: createSecMetrics(registry), ...quick, ...stageOptions });
  const fetch = createPoliteFetch({ outbound, userAgent: 'tickerwire-test (ops@tickerwire.example)', hostIntervalMs: 0, inFlightMax: 4, signal });
  const [publish, positions] = [createPublish(bus, { log, signal }), createPositions(await openBucket(bus, 'positions'), { log, signal })];
  const running = stage.run(stageDeps({ outbound, signal }, { fetch, parse, publish, positions, now, log }));
  return {
    registry,
    stop: async () => {
      stopping.abort();
      await running;
      await outbound.close();
    },
  };
}

/** Returns the messages in RAW with these accession numbers, in order. */
export async function readRaw(bus: Bus, accessions: ReadonlySet<string>): Promise<RawMessage[]> {
  const { state } = await bus.jsm.streams.info(streams.raw);
  const found: RawMessage[] = [];
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq += 1) {
    const stored = await bus.jsm.streams.getMessage(streams.raw, { seq });
    if (!stored) continue;
    const message = RawMessage.parse(stored.json());
    if (accessions.has(message.identity)) found.push(message);
  }
  return found;
}
