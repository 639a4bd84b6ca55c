/**
 * Parses an untrusted document with one of the parsers, within bounds of time and memory. Returns the parser's result, which may be a
 * refusal, or why there is none.
 */
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

/** No parser is available now; this does not judge the document. */
export class ParseUnavailableError extends Error {}

/** Rejects with a ParseUnavailableError, or with a StoppedError when the process stops. */
export type Parse = <N extends ParserName>(name: N, input: Input<N>) => Promise<Parsed<Output<N>>>;

/** Returns one line for an error of a parser. */
export const faultOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 300);

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
