/** Messages between threads.ts and its threads. */
import type { NameSpan, Reading } from './reading.ts';

export interface ToReader {
  readonly text: string;
  readonly names: readonly NameSpan[];
}

export type FromReader = { readonly reading: Reading } | { readonly error: Error };
