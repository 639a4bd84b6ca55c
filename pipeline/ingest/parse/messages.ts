/** Messages between pool.ts and its threads. */
import type { Input, Output, Parsed, ParserName } from './parse.ts';

export interface ThreadData {
  /** Shared: the thread's processor time, in microseconds, at the start of its current document. */
  readonly clock: Float64Array<SharedArrayBuffer>;
}

export interface ToThread {
  readonly name: ParserName;
  readonly input: Input<ParserName>;
}

export type FromThread =
  /** The thread has loaded its parsers. */
  { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly parsed: Parsed<Output<ParserName>> };
