/** The result of an operation. */
import type { Writable } from 'node:stream';
import type { ReadStream } from 'node:fs';
import type { Caller } from '../auth/caller.ts';
import type { CacheSource } from '../cache/page-cache.ts';
import type { Content } from './content.ts';

export type Result = ContentResult | EmptyResult | StreamResult | FileResult | LiveResult;

interface ContentResult {
  readonly content: Content;
  readonly rowsCount?: number;
  readonly source?: CacheSource;
  /** Additional headers, as a flat list of names and values. */
  readonly headers?: readonly string[];
}

interface EmptyResult {
  readonly content: null;
}

/** A body that is sent in pieces, so that it is never completely in memory. */
export interface StreamResult {
  readonly stream: { readonly type: string; readonly etag: string; readonly chunks: () => AsyncIterable<string> };
  readonly rowsCount: number;
  readonly headers: readonly string[];
}

/** A body of known length, of which clients may request a part. It is never compressed. */
export interface FileResult {
  readonly file: {
    readonly type: string;
    readonly etag: string;
    readonly bytes: number;
    /** Reads the bytes from `start` to `end`, both inclusive. */
    readonly read: (start: number, end: number) => ReadStream;
  };
  readonly rowsCount: number;
  readonly headers: readonly string[];
}

export interface LiveResult {
  /** Called when the headers are written. Writes to the body until either side ends it. */
  readonly begin: (reader: LiveReader) => void;
}

export interface LiveReader {
  readonly body: Writable;
  readonly requestId: string;
  /** Returns the present state of the caller. Throws 401 if its key is no longer valid. */
  readonly authenticate: () => Caller;
}
