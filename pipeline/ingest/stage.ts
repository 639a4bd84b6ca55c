/**
 * The dependencies of an ingest stage: a polite fetch, RAW, its own position, a clock. A stage reads one kind of
 * upstream until `signal` aborts; it may be killed at any moment and run twice.
 */
import type { Logger } from 'pino';
import type { Tracing } from '#ops/process/tracing.ts';
import type { RawMessage } from '#schemas/raw.ts';
import type { RefusalReason } from '#schemas/vocabulary.ts';
import type { Parse } from './parse/parse.ts';

export interface FetchRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** From the last answer: sent as If-None-Match and If-Modified-Since (RFC 9110, 13.1). */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Bound on the body as decompressed. */
  readonly bodyBytesMax: number;
  readonly timeoutMs: number;
  /** Whether a redirect may lead there; absent: to any public address. */
  readonly mayLeadTo?: (address: URL) => boolean;
  /** Ends it, also while it waits for its turn: whoever asks is no longer the one to. */
  readonly signal?: AbortSignal;
  /** `page`: what its host asks for then (Retry-After) holds for its pages alone, and its listings go on; absent: for all of the host. */
  readonly purpose?: 'page';
  /** Takes the body as it comes, for documents that are too long to hold; `body` of the result is then empty. */
  readonly read?: (pieces: AsyncIterable<Buffer>) => Promise<void>;
}

export type FetchResult =
  | {
      readonly outcome: 'ok';
      /** After redirects. */
      readonly url: string;
      readonly contentType: string | null;
      readonly body: Buffer;
      readonly etag: string | null;
      readonly lastModified: string | null;
      /** For how long caches may answer with it (RFC 9111, 4.2), its age taken off; absent: not said. */
      readonly freshForMs?: number;
      readonly fetchedAt: string;
    }
  | { readonly outcome: 'not_modified'; readonly freshForMs?: number }
  /** The document itself is bad (too large, a bomb): asking again brings the same. */
  | { readonly outcome: 'refused'; readonly reason: RefusalReason; readonly detail: string }
  /** Trouble on the way (time-out, 403, 429, 5xx, forbidden address): the caller's schedule decides when to ask again. */
  | {
      readonly outcome: 'failed';
      readonly status: number | null;
      readonly retryAfterMs: number | null;
      readonly detail: string;
    };

export type PoliteFetch = (request: FetchRequest) => Promise<FetchResult>;

export interface Positions {
  /** The value last set under this key, or null. */
  get(key: string): Promise<unknown>;
  /** Durable once resolved. `value` is JSON. */
  set(key: string, value: unknown): Promise<void>;
}

export interface StageDeps {
  readonly fetch: PoliteFetch;
  /** Elsewhere than in this loop. */
  readonly parse: Parse;
  /** Resolves once RAW holds the message; publishing the same identity again changes nothing. */
  readonly publish: (message: RawMessage, parent?: string | null) => Promise<void>;
  /** Null or absent: nothing is traced. */
  readonly tracing?: Tracing | null;
  readonly positions: Positions;
  readonly now: () => Date;
  /** For cadences and waits: milliseconds that no clock which is set makes jump; absent: the process's own. */
  readonly steadyMs?: () => number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

export interface Stage {
  /** As it stands in logs, metrics and positions: `publishers`, `sec_form4`, `symbols`. */
  readonly name: string;
  readonly run: (deps: StageDeps) => Promise<void>;
}
