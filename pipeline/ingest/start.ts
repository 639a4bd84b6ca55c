/** Starts the configured ingest stages. One that fails is restarted and delays no other. Processes share the stages by leases. */
import type { KV } from '@nats-io/kv';
import { keepRunning } from '#ops/process/keep-running.ts';
import { aborted } from '#ops/process/pause.ts';
import { createOutbound } from '#ops/outbound/outbound.ts';
import type { Progress } from '#ops/process/progress.ts';
import type { RetryOptions } from '#ops/process/retry.ts';
import { trackEffects } from '#ops/process/track-effects.ts';
import { buckets } from '#schemas/subjects.ts';
import type { MadeStage, StageEntry } from '../lane.ts';
import { openFor, type PipelinePart, type PartContext } from '../part.ts';
import { createPoliteFetch } from './fetch.ts';
import { leadStage, type Leadership } from './lead-stage.ts';
import { createParsePool } from './parse/pool.ts';
import { createPositions } from './positions-bucket.ts';
import { createPublish } from './publish.ts';
import { createHistoryTurn } from './history-turn.ts';
import { createRawAdmission } from '../raw/admission.ts';
import { createLimiter } from './sec/access/rate-limit.ts';

/** Maximum number of concurrent requests to EDGAR. When EDGAR answers slowly, more run at once and the rate stays the same. */
const edgarInFlightMax = 4;

async function startIngest(context: PartContext): Promise<void> {
  const { bus, store, config, stages, redis, registry, metrics, board, health, tracing, log, now, signal } = context;
  // Steps that can fail come before the metrics, because a registry accepts each metric only once.
  const names = new Set([buckets.positions, buckets.leases, ...stages.flatMap((lane) => lane.buckets)]);
  const opened = new Map<string, KV>(await Promise.all([...names].map(async (name) => [name, await openFor(context, name)] as const)));
  const bucket: (name: string) => KV = (name) => {
    const known = opened.get(name);
    if (known === undefined) throw new Error(`no stage declares the bucket ${name}`);
    return known;
  };
  const outbound = createOutbound({ allowedOrigins: config.OUTBOUND_ALLOWED_ORIGINS });
  const limiter = createLimiter({
    requestsPerSecond: config.EDGAR_REQUESTS_PER_SECOND,
    processes: config.INGEST_PROCESSES,
    redis,
    log,
  });
  const fetching = { outbound, userAgent: config.USER_AGENT, signal, now };
  // The limiter sets the request rate at EDGAR over all processes; publishers have an interval per host.
  const publisherFetch = createPoliteFetch({ ...fetching, hostIntervalMs: config.HOST_INTERVAL_MS });
  const edgarFetch = createPoliteFetch({ ...fetching, hostIntervalMs: 0, inFlightMax: edgarInFlightMax, beforeSend: limiter.acquire });
  const running = stages.map(({ name }) => name);
  const room = createRawAdmission(bus);
  const historyTurn = createHistoryTurn(bus);
  const pool = createParsePool({ log: log.child({ part: 'parse' }), registry });

  /** Runs a stage. Its run, its messages to RAW and its stored values have separate progress, because each is retried separately. */
  function run(lane: StageEntry): Promise<void> {
    const { name } = lane;
    const stageLog = log.child({ stage: name });
    const leadership: Leadership = { signal };
    const retryWith = (progress: Progress): RetryOptions => ({
      log: stageLog,
      get signal() {
        return leadership.signal;
      },
      watch: trackEffects(progress),
    });
    const [publishing, retryOptions] = [retryWith(board.add(name)), retryWith(board.add(name))];
    let made: MadeStage | null | undefined;
    const begin = async (): Promise<void> => {
      made ??= lane.make({ config, store, registry, bucket, retryOptions, edgarFetch, publisherFetch, health, running });
      if (made === null) return aborted(signal).catch(() => undefined);
      await leadStage(name, made, {
        leases: bucket(buckets.leases),
        health,
        log: stageLog,
        signal,
        leadership,
        onChange: (leading) => metrics.leading(`ingest.${name}`, leading),
        hostIntervalMs: lane.asks === 'EDGAR' ? 0 : config.HOST_INTERVAL_MS,
        depsOf: (fetch, leading) => ({
          fetch,
          parse: pool.parse,
          publish: createPublish(bus, publishing, { room, tracing, historyTurn }),
          positions: createPositions(bucket(buckets.positions), retryOptions),
          tracing,
          now,
          log: stageLog,
          signal: leading,
        }),
      });
    };
    return keepRunning(name, begin, { progress: board.add(name), log: stageLog, signal });
  }

  await Promise.all(stages.map(run));
  await pool.close();
  await outbound.close();
}

/** Runs in any number of processes; one of them leads each stage. */
export const ingestPart: PipelinePart = { lanes: [], start: (context) => () => startIngest(context) };
