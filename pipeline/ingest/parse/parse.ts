/** Defines how stages call the parsers of untrusted documents, and the messages to and from the threads in which the parsers run. */
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { Parsers } from './parsers.ts';

export type ParserName = keyof Parsers;
export type Input<N extends ParserName> = Parameters<Parsers[N]>[0];
export type Output<N extends ParserName> = ReturnType<Parsers[N]>;

export interface Unread {
  readonly isRead: false;
  readonly reason: Extract<RefusalReason, 'parse_timeout' | 'parse_memory' | 'parse_fault'>;
  readonly detail: string;
}

export type Parsed<T> = { readonly isRead: true; readonly value: T } | Unread;

/** No parser is available now. The document was not judged and may be parsed later. */
export class ParseUnavailableError extends Error {}

/** Runs a parser within limits of time and memory. Rejects with a ParseUnavailableError, or with a StoppedError when the process stops. */
export type Parse = <N extends ParserName>(name: N, input: Input<N>) => Promise<Parsed<Output<N>>>;

export const faultOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);

export interface ThreadData {
  /** Processor time of the thread, in microseconds, at the start of its current document. Shared with the pool. */
  readonly clock: Float64Array<SharedArrayBuffer>;
}

export interface ToThread {
  readonly name: ParserName;
  readonly input: Input<ParserName>;
}

export type FromThread = { readonly kind: 'ready' } | { readonly kind: 'answer'; readonly parsed: Parsed<Output<ParserName>> };
