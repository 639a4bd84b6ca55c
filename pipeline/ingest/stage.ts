/** Defines an ingest stage, which reads one kind of upstream. It may be killed at any moment and run twice. */
import type { Logger } from 'pino';
import type { Tracing } from '#ops/process/tracing.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { Parse } from './parse/parse.ts';

export interface FetchRequest {
  readonly url: string;
  /** Id of the source whose listing is requested, when the address alone does not identify it; absent for another document. */
  readonly source?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Validators of the last answer, sent as If-None-Match and If-Modified-Since (RFC 9110, 13.1). */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Maximum size of the decompressed body in bytes. */
  readonly bodyBytesMax: number;
  readonly timeoutMs: number;
  /** Returns whether a redirect may lead to this address; absent: to any public address. */
  readonly mayLeadTo?: (address: URL) => boolean;
  readonly signal?: AbortSignal;
  /** `page`: a Retry-After delays only requests for pages of the host; absent: all its requests. */
  readonly purpose?: 'page';
  /** Consumes the body as a stream, for documents that are too long for memory; the `body` of the result is then empty. */
  readonly read?: (pieces: AsyncIterable<Buffer>) => Promise<void>;
}

/** Why a fetch failed. Code depends on this cause only; `detail` is for operators. */
export type FailureCause =
  /** The address is not public, or the request may not go there. */
  | 'forbidden'
  /** Not sent, because the Retry-After of the host has not passed. */
  | 'host_pause'
  /** The answer was not complete within `timeoutMs`. */
  | 'too_slow'
  | 'status'
  | 'unreachable'
  | 'aborted'
  /** Not sent, because another process runs the stage. */
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
      /** Milliseconds for which caches may serve the answer (RFC 9111, 4.2); absent when it states none. */
      readonly freshForMs?: number;
      readonly fetchedAt: string;
    }
  | { readonly outcome: 'not_modified'; readonly freshForMs?: number }
  /** The document itself is bad (too large, a decompression bomb), and a retry would get the same. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** The document was not received (timeout, 403, 429, 5xx, forbidden address); the schedule of the caller decides when to retry. */
  | {
      readonly outcome: 'failed';
      readonly cause: FailureCause;
      readonly status: number | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    };

export type PoliteFetch = (request: FetchRequest) => Promise<FetchResult>;

export interface Positions {
  /** Returns the last value of the key, or null. */
  get(key: string): Promise<unknown>;
  /** Stores a JSON value; durable once resolved. */
  set(key: string, value: unknown): Promise<void>;
  /** Stores what `make` returns for the last value, or null without one, by compare-and-swap. */
  change(key: string, make: (value: unknown) => unknown): Promise<void>;
}

export interface StageDeps {
  readonly fetch: PoliteFetch;
  readonly parse: Parse;
  /**
   * Publishes a message, each identity once. Resolves with what RAW has stored: the message, or a refusal when RAW cannot store it. Rejects with
   * a StoppedError when the process stops.
   */
  readonly publish: (message: RawMessage, parent?: string | null) => Promise<RawMessage>;
  /** Null or absent when tracing is off. */
  readonly tracing?: Tracing | null;
  readonly positions: Positions;
  readonly now: () => Date;
  /** Monotonic clock in milliseconds; absent: that of the process. */
  readonly steadyMs?: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Stage {
  /** Name in logs, metrics and positions: `publishers`, `sec_form4`, `symbols`. */
  readonly name: string;
  readonly run: (deps: StageDeps) => Promise<void>;
}
