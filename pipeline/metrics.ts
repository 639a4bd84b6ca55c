/**
 * Metrics of the pipeline in one table. Counts that must survive a crash (rows, drops, lag) come from the store instead (store-metrics.ts).
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createConsumerMetrics, type ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import type { DropReason, RawKind } from '#schemas/vocabulary.ts';
import type { RefineMetrics } from './refine/refine-deps.ts';

export type StepOf = (kind: RawKind, reason: DropReason) => string;

export interface WriterMetrics {
  readonly batchStored: (records: number, lastSeq: number, seconds: number) => void;
}

export interface PipelineMetrics {
  readonly refine: RefineMetrics;
  readonly writer: WriterMetrics & { readonly consumer: ConsumerMetrics };
  readonly leading: (part: string, leading: boolean) => void;
  /** Returns this process's present role in each part that one process leads at a time. */
  readonly roles: () => Readonly<Record<string, Role>>;
}

export type Role = 'active' | 'standby';

/** `stepOf`: returns the step of a lane that drops with a reason, by the tables of the flow. */
export function createPipelineMetrics(registry: Registry, bus: Bus, stepOf: StepOf): PipelineMetrics {
  const registers = [registry];
  const records = new Counter({
    name: 'tickerwire_refine_records_total',
    help: 'Records appended to the feed log by this process',
    labelNames: ['type', 'reason', 'step', 'source'],
    registers,
  });
  const parked = new Counter({ name: 'tickerwire_refine_parked_total', help: 'Messages stored as dead letters by this process', registers });
  const refineSeconds = new Histogram({
    name: 'tickerwire_refine_seconds',
    help: 'Time to process one message and append its records',
    buckets: [0.0002, 0.0005, 0.001, 0.005, 0.02, 0.1, 1],
    registers,
  });
  const seen = new Gauge({ name: 'tickerwire_refine_seen_documents', help: 'Known documents in the feed log', registers });
  const stored = new Counter({ name: 'tickerwire_writer_records_total', help: 'Records inserted by this process', registers });
  const storedSeq = new Gauge({
    name: 'tickerwire_writer_last_sequence',
    help: 'Feed-log sequence up to which the tables are complete',
    registers,
  });
  const insertSeconds = new Histogram({
    name: 'tickerwire_writer_insert_seconds',
    help: 'Time of one batch insert',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const roles = new Map<string, Role>();
  const leading = new Gauge({
    name: 'tickerwire_part_leading',
    help: '1 while this process is the active one of the part, 0 while it is on standby',
    labelNames: ['part'],
    registers,
  });
  new Gauge({
    name: 'tickerwire_stream_messages',
    help: 'Messages in a stream',
    labelNames: ['stream'],
    registers,
    async collect() {
      for (const stream of Object.values(streams)) {
        const info = await bus.jsm.streams.info(stream).catch(() => null);
        if (info) this.set({ stream }, info.state.messages);
      }
    },
  });
  const pendings = [
    {
      name: 'tickerwire_raw_pending',
      help: 'RAW messages not refined yet, waiting or unacknowledged',
      of: [streams.raw, consumers.refine],
    },
    {
      name: 'tickerwire_deliveries_pending',
      help: 'Unfinished webhook deliveries: waiting, and delivered to a process that attempts or postponed them',
      of: [streams.deliveries, consumers.deliver],
    },
    {
      name: 'tickerwire_notices_pending',
      help: 'Unsent mails to webhook owners: waiting, and delivered to a process that sends or postponed them',
      of: [streams.notices, consumers.notify],
    },
  ] as const;
  for (const {
    name,
    help,
    of: [stream, consumer],
  } of pendings)
    new Gauge({
      name,
      help,
      labelNames: ['state'],
      registers,
      async collect() {
        const info = await bus.jsm.consumers.info(stream, consumer).catch(() => null);
        if (!info) return;
        this.set({ state: 'waiting' }, info.num_pending);
        this.set({ state: 'delivered' }, info.num_ack_pending);
      },
    });
  return {
    refine: {
      recordWritten: (record) => {
        if (record.type === 'gap') return;
        const [reason, step] = record.type === 'drop' ? [record.reason, stepOf(record.kind, record.reason)] : ['', ''];
        records.inc({ type: record.type, reason, step, source: record.source });
      },
      messageParked: () => parked.inc(),
      stateRebuilt: (count) => seen.set(count),
      refined: (seconds) => refineSeconds.observe(seconds),
    },
    writer: {
      batchStored: (count, lastSeq, seconds) => {
        stored.inc(count);
        storedSeq.set(lastSeq);
        insertSeconds.observe(seconds);
      },
      consumer: createConsumerMetrics(registry),
    },
    leading: (part, isLeading) => {
      roles.set(part, isLeading ? 'active' : 'standby');
      leading.set({ part }, isLeading ? 1 : 0);
    },
    roles: () => Object.fromEntries([...roles].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
