/** Reads single records of the feed log by sequence. */
import { epochHeader, epochOfHeader } from '#schemas/epoch.ts';
import { readFeedRecord, type LogRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { feedBounds } from './feed-follower.ts';
import type { Bus } from './nats.ts';

export interface LoggedRecord {
  readonly epoch: number;
  /** null: it cannot be read. */
  readonly record: LogRecord | null;
}

export interface LogView {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** null: the log has lost it. */
  readonly recordAt: (seq: number) => Promise<LoggedRecord | null>;
}

/** The log as its bounds are now. */
export async function viewLog(bus: Bus): Promise<LogView> {
  return {
    ...(await feedBounds(bus)),
    recordAt: async (seq) => {
      const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
      if (message === null) return null;
      const reading = readFeedRecord(message.data);
      return { epoch: epochOfHeader(message.header.get(epochHeader)), record: reading.ok ? reading.record : null };
    },
  };
}
