/** The result of an operation, independent of HTTP. */
import type { Writable } from 'node:stream';
import type { ReadStream } from 'node:fs';
import type { Caller } from '../auth/caller.ts';
import type { CacheSource } from '../cache/page-cache.ts';
import type { Content } from './content.ts';

export type Result = ContentResult | EmptyResult | StreamResult | FileResult | LiveResult;

export interface ContentResult {
  /** Rendered already: a page that many callers request is rendered once. */
  readonly content: Content;
  readonly rowsCount?: number;
  readonly source?: CacheSource;
  /** Headers of this answer only, as a flat list of names and values. */
  readonly headers?: readonly string[];
}

/** 204: no content, which is not an error. */
export interface EmptyResult {
  readonly content: null;
}

/** A body that is never whole in memory. */
export interface StreamResult {
  readonly stream: { readonly type: string; readonly etag: string; readonly chunks: () => AsyncIterable<string> };
  readonly rowsCount: number;
  readonly headers: readonly string[];
}

/** A body of known length, of which a part can be requested. It is sent as it is: never compressed. */
export interface FileResult {
  readonly file: {
    readonly type: string;
    readonly etag: string;
    readonly bytes: number;
    /** Reads the bytes from `start` to `end`, both included. */
    readonly read: (start: number, end: number) => ReadStream;
  };
  readonly rowsCount: number;
  readonly headers: readonly string[];
}

/** A body without an end: events, written as they happen. */
export interface LiveResult {
  /** Called once the headers are written; writes to the body until either side ends it. */
  readonly begin: (reader: LiveReader) => void;
}

export interface LiveReader {
  readonly body: Writable;
  readonly requestId: string;
  /** Returns the caller as it is now; throws 401 where its key stopped working. */
  readonly authenticate: () => Caller;
}
