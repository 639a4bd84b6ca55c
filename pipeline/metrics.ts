/** Defines the metrics of the pipeline. Counts that must survive a crash (rows, drops, lag) are read from the store (store-metrics.ts). */
import type { Registry } from 'prom-client';
import { createConsumerMetrics, type ConsumerMetrics } from '#ops/feed-log/consumer-metrics.ts';
import type { Bus } from '#ops/nats/nats.ts';
import { consumers, streams } from '#schemas/subjects.ts';
import type { DropReason, RawKind } from '#schemas/vocabulary.ts';
import type { RefineMetrics } from './refine/refine-deps.ts';
import { metricFactory } from './metric-factory.ts';

type StepOf = (kind: RawKind, reason: DropReason) => string;

export interface WriterMetrics {
  readonly batchStored: (records: number, lastSeq: number, seconds: number) => void;
}

export interface PipelineMetrics {
  readonly refine: RefineMetrics;
  readonly writer: WriterMetrics & { readonly consumer: ConsumerMetrics };
  readonly leading: (part: string, leading: boolean) => void;
  /** Returns the role of this process in each part and stage that one process leads at a time. */
  readonly roles: () => Readonly<Record<string, Role>>;
}

type Role = 'active' | 'standby';

export function createPipelineMetrics(registry: Registry, bus: Bus, stepOf: StepOf): PipelineMetrics {
  const { counter, gauge, collected, histogram } = metricFactory(registry);
  const records = counter('tickerwire_refine_records_total', 'Records appended to the feed log by this process', 'type', 'reason', 'step', 'source');
  const parked = counter('tickerwire_refine_parked_total', 'Messages stored as dead letters by this process');
  const refineSeconds = histogram(
    'tickerwire_refine_seconds',
    'Time to process one message and append its records',
    [0.0002, 0.0005, 0.001, 0.005, 0.02, 0.1, 1],
  );
  const seen = gauge('tickerwire_refine_seen_documents', 'Known documents in the feed log');
  const stored = counter('tickerwire_writer_records_total', 'Records inserted by this process');
  const storedSeq = gauge('tickerwire_writer_last_sequence', 'Feed-log sequence up to which the tables are complete');
  const insertSeconds = histogram('tickerwire_writer_insert_seconds', 'Time of one batch insert', [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]);
  const roles = new Map<string, Role>();
  const leading = gauge('tickerwire_part_leading', '1 while this process is the active one of the part, 0 while it is on standby', 'part');
  collected('tickerwire_stream_messages', 'Messages in a stream', ['stream'], async (messages) => {
    for (const stream of Object.values(streams)) {
      const info = await bus.jsm.streams.info(stream).catch(() => null);
      if (info) messages.set({ stream }, info.state.messages);
    }
  });
  const pending = (name: string, help: string, stream: string, consumer: string): void =>
    void collected(name, help, ['state'], async (messages) => {
      const info = await bus.jsm.consumers.info(stream, consumer).catch(() => null);
      if (!info) return;
      messages.set({ state: 'waiting' }, info.num_pending);
      messages.set({ state: 'delivered' }, info.num_ack_pending);
    });
  pending('tickerwire_raw_pending', 'RAW messages not refined yet, waiting or unacknowledged', streams.raw, consumers.refine);
  pending(
    'tickerwire_deliveries_pending',
    'Unfinished webhook deliveries: waiting, and delivered to a process that attempts or postponed them',
    streams.deliveries,
    consumers.deliver,
  );
  pending(
    'tickerwire_notices_pending',
    'Unsent mails to webhook owners: waiting, and delivered to a process that sends or postponed them',
    streams.notices,
    consumers.notify,
  );
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
