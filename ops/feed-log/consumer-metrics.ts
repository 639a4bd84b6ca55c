/** The metrics of feed log consumers, each with a label for the consumer. */
import { Counter, Gauge, type Registry } from 'prom-client';

export interface ConsumerMetrics {
  /** Counts a batch whose effect is complete up to `seq`. */
  readonly done: (consumer: string, batch: { readonly records: number; readonly seq: number }) => void;
  /** Sets the lag. Null means that it is unknown because NATS does not answer. */
  readonly lag: (consumer: string, lag: { readonly records: number; readonly seconds: number } | null) => void;
  /** Counts records that were lost permanently. */
  readonly gaps: (consumer: string, count: number) => void;
  /** Counts values and record types that this release does not know. */
  readonly strange: (consumer: string, count: number) => void;
  readonly unreadable: (consumer: string) => void;
  readonly restarted: (consumer: string) => void;
  readonly rewound: (consumer: string) => void;
}

export function createConsumerMetrics(registry: Registry): ConsumerMetrics {
  const options = (name: string, help: string) => ({ name, help, labelNames: ['consumer'] as const, registers: [registry] });
  const records = new Counter(options('tickerwire_consumer_records_total', 'Feed log records processed'));
  const sequence = new Gauge(options('tickerwire_consumer_sequence', 'Sequence of the last feed log record processed'));
  const lagRecords = new Gauge(options('tickerwire_consumer_lag_records', 'Feed log records not yet processed; NaN: unknown'));
  const lagSeconds = new Gauge(options('tickerwire_consumer_lag_seconds', 'Age of the oldest record not yet processed'));
  const gaps = new Counter(options('tickerwire_consumer_gap_records_total', 'Records lost from both the log and the tables'));
  const strange = new Counter(options('tickerwire_consumer_strange_total', 'Unknown values and types, as a later release writes them'));
  const unreadable = new Counter(options('tickerwire_consumer_unreadable_total', 'Stops at an unreadable record'));
  const restarts = new Counter(options('tickerwire_consumer_restarts_total', 'Failures that were retried'));
  const rewinds = new Counter(options('tickerwire_consumer_rewinds_total', 'Times the log had lost records that were already read'));
  return {
    done: (consumer, batch) => {
      records.inc({ consumer }, batch.records);
      sequence.set({ consumer }, batch.seq);
    },
    lag: (consumer, lag) => {
      lagRecords.set({ consumer }, lag?.records ?? Number.NaN);
      lagSeconds.set({ consumer }, lag?.seconds ?? Number.NaN);
    },
    gaps: (consumer, count) => gaps.inc({ consumer }, count),
    strange: (consumer, count) => strange.inc({ consumer }, count),
    unreadable: (consumer) => unreadable.inc({ consumer }),
    restarted: (consumer) => restarts.inc({ consumer }),
    rewound: (consumer) => rewinds.inc({ consumer }),
  };
}
