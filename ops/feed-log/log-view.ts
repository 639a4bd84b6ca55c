/** Reads single records of the feed log by sequence. */
import { readFeedRecord, type LogRecord } from '#schemas/feed-log.ts';
import { streams } from '#schemas/subjects.ts';
import { feedBounds, type FeedBounds } from './feed-follower.ts';
import type { Bus } from '../nats/nats.ts';

export interface LogView extends FeedBounds {
  /** Returns the record, or null when the log has lost it or it cannot be parsed. */
  readonly recordAt: (seq: number) => Promise<LogRecord | null>;
}

export async function viewLog(bus: Bus): Promise<LogView> {
  return {
    ...(await feedBounds(bus)),
    recordAt: async (seq) => {
      const message = await bus.jsm.streams.getMessage(streams.feed, { seq });
      const parsed = message === null ? null : readFeedRecord(message.data);
      return parsed?.ok ? parsed.record : null;
    },
  };
}
