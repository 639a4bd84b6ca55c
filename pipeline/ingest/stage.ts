/**
 * The dependencies of an ingest stage: a polite fetch, RAW, its own position, a clock. A stage reads one kind of upstream until `signal`
 * aborts; it may be killed at any moment and run twice.
 */
import type { Logger } from 'pino';
import type { Tracing } from '#ops/process/tracing.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { Parse } from './parse/parse.ts';

export interface FetchRequest {
  readonly url: string;
  /** Id of the source whose listing it requests, where addresses do not tell sources apart; absent: another document. */
  readonly source?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Validators of the last answer, sent as If-None-Match and If-Modified-Since (RFC 9110, 13.1). */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Maximum size of the decompressed body in bytes. */
  readonly bodyBytesMax: number;
  readonly timeoutMs: number;
  /** Returns whether a redirect may lead there; absent: to any public address. */
  readonly mayLeadTo?: (address: URL) => boolean;
  /** Ends the request, even while it is queued, because the caller no longer leads. */
  readonly signal?: AbortSignal;
  /** `page`: a Retry-After applies to the host's pages only, and its listings continue; absent: to all of the host. */
  readonly purpose?: 'page';
  /** Consumes the body as a stream, for documents too long for memory; `body` of the result is then empty. */
  readonly read?: (pieces: AsyncIterable<Buffer>) => Promise<void>;
}

/** Why a fetch failed. Decisions depend on this, never on `detail`, which is for operators. */
export type FailureCause =
  /** The address is not public, or the request may not go there. */
  | 'forbidden'
  /** Not sent: the host's Retry-After has not passed. */
  | 'host_pause'
  /** Not sent: too many requests wait for this host. */
  | 'queue_full'
  /** No complete answer in the request's time. */
  | 'too_slow'
  /** An answer with an error status. */
  | 'status'
  | 'unreachable'
  | 'aborted'
  /** Not sent: another process runs the stage. */
  | 'not_leading';

export type FetchResult =
  | {
      readonly outcome: 'ok';
      /** Address after redirects. */
      readonly url: string;
      readonly contentType: string | null;
      readonly body: Buffer;
      readonly etag: string | null;
      readonly lastModified: string | null;
      /** Milliseconds for which caches may serve it (RFC 9111, 4.2), less its age; absent when not stated. */
      readonly freshForMs?: number;
      readonly fetchedAt: string;
    }
  | { readonly outcome: 'not_modified'; readonly freshForMs?: number }
  /** The document itself is bad (too large, a bomb): a retry gets the same. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** Trouble on the way (time-out, 403, 429, 5xx, forbidden address): the caller's schedule decides when to retry. */
  | {
      readonly outcome: 'failed';
      readonly cause: FailureCause;
      readonly status: number | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    };

export type PoliteFetch = (request: FetchRequest) => Promise<FetchResult>;

export interface Positions {
  /** Returns the value last set under this key, or null. */
  get(key: string): Promise<unknown>;
  /** Stores `value`, which is JSON; durable once resolved. */
  set(key: string, value: unknown): Promise<void>;
}

export interface StageDeps {
  readonly fetch: PoliteFetch;
  /** Parses outside this event loop. */
  readonly parse: Parse;
  /**
   * Resolves once RAW has the message, with what RAW has: a refusal in place of a message that it cannot take. Publishing the same identity
   * again changes nothing.
   */
  readonly publish: (message: RawMessage, parent?: string | null) => Promise<RawMessage>;
  /** Null or absent: tracing is off. */
  readonly tracing?: Tracing | null;
  readonly positions: Positions;
  readonly now: () => Date;
  /** Monotonic milliseconds for cadences and waits, unaffected by clock changes; absent: the process's own. */
  readonly steadyMs?: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Stage {
  /** Name in logs, metrics and positions: `publishers`, `sec_form4`, `symbols`. */
  readonly name: string;
  readonly run: (deps: StageDeps) => Promise<void>;
}
