/** The open streams of the feed, as the operation and the process see them. */
import type { Caller } from '../auth/caller.ts';
import type { LiveResult } from '../reply/result.ts';
import type { ReadQuery } from './parameters.ts';

export interface StreamHub {
  /** Reads the first rows, so that a stream which cannot begin is refused like every request. */
  readonly open: (read: ReadQuery, lastEventId: string | null, caller: Caller) => Promise<LiveResult>;
  readonly count: () => number;
  /** Ends every stream; its reader connects to another process. */
  readonly stop: () => void;
}

/** Name of the operation, under which a stream's minutes are counted, too. */
export const streamName = 'streamNews';
