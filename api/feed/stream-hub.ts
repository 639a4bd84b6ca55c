/** Interface of the stream hub, apart from create-stream-hub.ts because deps.ts imports it. */
import type { Caller } from '../auth/caller.ts';
import type { LiveResult } from '../reply/result.ts';
import type { ReadQuery } from './parameters.ts';

export interface StreamHub {
  /** Reads the first rows. Throws the error that refuses the request before the stream begins. */
  readonly open: (read: ReadQuery, lastEventId: string | null, caller: Caller) => Promise<LiveResult>;
  readonly count: () => number;
  /** Ends every stream with an event that makes its reader connect again. */
  readonly stop: () => void;
}

/** Name of the operation; a stream's minutes are counted under it too. */
export const streamName = 'streamNews';
