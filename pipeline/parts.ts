/** The parts of the pipeline by name: what each one runs, and as how many. */
import type { KV } from '@nats-io/kv';
import type { Registry } from 'prom-client';
import type { SchemaCheck } from '#clickhouse/schema/check.ts';
import type { Store } from '#clickhouse/store.ts';
import { readEpochs } from '#ops/runtime/epochs.ts';
import { isLeaseHeld, whileLeading } from '#ops/runtime/lease.ts';
import type { Logger } from '#ops/runtime/log.ts';
import type { Bus } from '#ops/runtime/nats.ts';
import type { ProgressBoard } from '#ops/runtime/progress-board.ts';
import type { Redis } from '#ops/runtime/redis.ts';
import { openBucket } from '#ops/runtime/streams.ts';
import type { BucketName } from '#ops/runtime/control-plane/wanted.ts';
import type { Config } from '#schemas/config.ts';
import { buckets } from '#schemas/subjects.ts';
import type { SourceHealth } from './ingest/source-health.ts';
import { startIngest } from './ingest/start.ts';
import { isSymbolListHeld } from './ingest/symbols/held.ts';
import type { PipelineMetrics } from './metrics.ts';
import { openEnricher, type Enricher } from './refine/enrich/enricher.ts';
import { followDirectory } from './refine/follow-directory.ts';
import { freeRaw } from './refine/free-raw.ts';
import { createRefine } from './refine/run.ts';
import { insist } from '#ops/runtime/retry.ts';
import { runWriter, type WriterDeps } from './write/writer.ts';

export type PartName = Config['PIPELINE_PARTS'][number];

/** What every part stands on. */
export interface PartGround {
  readonly bus: Bus;
  readonly store: Store;
  readonly schema: SchemaCheck;
  /** Of a process that ingests. */
  readonly redis: Redis | null;
  readonly config: Config;
  readonly registry: Registry;
  readonly metrics: PipelineMetrics;
  /** Of the sources that ingest asks. */
  readonly health: SourceHealth;
  /** Of this part alone. */
  readonly board: ProgressBoard;
  readonly log: Logger;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Makes a part; what it returns resolves once `signal` aborted, and may be called again where it rejects before. */
export const partTable: Readonly<Record<PartName, (ground: PartGround) => () => Promise<void>>> = {
  // Any number at a time: stages are idempotent.
  ingest: (ground) => () => startIngest(ground),
  // One active process, by lease; what it writes is fenced by the log itself.
  refine: refinePart,
  // One active process, by lease; the order of the table keeps a second one from doing harm.
  write: writePart,
};

function refinePart(ground: PartGround): () => Promise<void> {
  const { bus, store, config, registry, metrics, board, log, now, signal } = ground;
  const [progress, freeing] = [board.add(), board.add()];
  const settings = { blockedDomains: new Set(config.BLOCKED_DOMAINS), relevanceFloor: config.RELEVANCE_FLOOR, majorTickers: config.MAJOR_TICKERS };
  const stateDir = config.REFINE_STATE_DIR === '' ? null : config.REFINE_STATE_DIR;
  // Its metrics are registered once, however often the part begins again.
  let enricher: Enricher | null | undefined;
  return async () => {
    const [symbols, positions, feedLog] = [
      await open(ground, buckets.symbols),
      await open(ground, buckets.positions),
      await open(ground, buckets.feedLog),
    ];
    enricher ??= await insist('open the enricher', () => openEnricher(config, { bus, registry, log, now }), ground);
    const directory = await followDirectory(symbols, log, () => isSymbolListHeld(positions));
    const refine = createRefine({
      bus,
      store,
      feedLog,
      config,
      settings,
      stateDir,
      directory: directory.current,
      enricher: enricher ?? null,
      metrics: metrics.refine,
      progress,
      now,
      log,
    });
    const work = async (leading: AbortSignal): Promise<void> => {
      await Promise.all([refine.lead(leading), freeRaw({ bus, config, progress: freeing, now, log }, leading)]);
    };
    // A fault of either ends both, and the part begins again.
    const ended = new AbortController();
    const until = AbortSignal.any([signal, ended.signal]);
    const both = [lead({ ...ground, signal: until }, 'refine', work), refine.standBy(until)].map((one) => one.finally(() => ended.abort()));
    try {
      for (const one of await Promise.allSettled(both)) if (one.status === 'rejected') throw one.reason;
    } finally {
      await refine.close();
      directory.stop();
      if (signal.aborted) await enricher?.close();
    }
  };
}

function writePart(ground: PartGround): () => Promise<void> {
  const { bus, store, schema, config, metrics, board, log, signal } = ground;
  const progress = board.add();
  return async () => {
    progress.waitsFor('the tables to be as they should');
    await schema.verified(signal);
    progress.moved();
    progress.idle();
    const [feedLog, leases] = [await open(ground, buckets.feedLog), await open(ground, buckets.leases)];
    const writer: WriterDeps = {
      bus,
      store,
      config,
      history: async () => (await readEpochs(feedLog)).history,
      isRebuilding: () => isLeaseHeld(leases, 'rebuild'),
      metrics: metrics.writer,
      progress,
      log,
    };
    await lead(ground, 'write', (leading) => runWriter(writer, leading).finally(progress.idle));
  };
}

const open = (ground: PartGround, bucket: BucketName): Promise<KV> => insist(`open bucket ${bucket}`, () => openBucket(ground.bus, bucket), ground);

async function lead(ground: PartGround, part: 'refine' | 'write', work: (leading: AbortSignal) => Promise<void>): Promise<void> {
  const { log, signal, metrics } = ground;
  const leases = await open(ground, buckets.leases);
  await whileLeading(leases, part, { log, signal, onChange: (leading) => metrics.leading(part, leading) }, work);
}
