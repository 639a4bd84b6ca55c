/** Messages between pool.ts and its threads. */
import type { Input, Output, Parsed, ReaderName } from './parse.ts';

export interface ThreadData {
  /** Shared: the thread's processor time, in microseconds, at the start of its current document. */
  readonly clock: Float64Array<SharedArrayBuffer>;
}

export interface ToThread {
  readonly name: ReaderName;
  readonly input: Input<ReaderName>;
}

export type FromThread =
  /** The thread has loaded its readers. */
  { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly parsed: Parsed<Output<ReaderName>> };
