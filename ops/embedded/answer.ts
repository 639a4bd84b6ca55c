/** Writes HTTP responses with the headers of ClickHouse's HTTP interface, compressed by gzip on request. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Call } from './call.ts';
import type { EngineError } from './errors.ts';
import type { Outcome } from './session.ts';

const contentTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONCompact: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  JSONCompactEachRow: 'application/x-ndjson; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8; header=absent',
  CSVWithNames: 'text/csv; charset=UTF-8; header=present',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  TabSeparatedWithNames: 'text/tab-separated-values; charset=UTF-8',
};

const acceptsGzip = /(?:^|,)\s*gzip\s*(?:;(?!\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$))|,|$)/i;

export async function sendOutcome(
  request: IncomingMessage,
  response: ServerResponse,
  { call, format, outcome, writtenRows }: { readonly call: Call; readonly format: string; readonly outcome: Outcome; readonly writtenRows: number },
): Promise<void> {
  const summary = {
    written_rows: String(writtenRows),
    result_rows: String(outcome.rows),
    result_bytes: String(outcome.resultBytes),
    elapsed_ns: String(Math.round(outcome.elapsedSeconds * 1e9)),
  };
  response.setHeader('X-ClickHouse-Summary', JSON.stringify(summary));
  response.setHeader('X-ClickHouse-Format', format);
  response.setHeader('X-ClickHouse-Timezone', 'UTC');
  response.setHeader('X-ClickHouse-Query-Id', call.queryId);
  response.setHeader('Content-Type', contentTypes[format] ?? 'application/octet-stream');
  const isPacked = call.compresses && outcome.bytes.length > 0 && acceptsGzip.test(request.headers['accept-encoding'] ?? '');
  const body = isPacked ? await promisify(gzip)(outcome.bytes, { level: 3 }) : outcome.bytes;
  if (isPacked) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

/** Sends the error. Like a ClickHouse server's, its text ends with the version and a line break. */
export function sendError(
  response: ServerResponse,
  error: EngineError,
  { queryId, version }: { readonly queryId: string | null; readonly version: string },
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.statusCode = error.status;
  response.setHeader('X-ClickHouse-Exception-Code', error.code);
  if (queryId !== null) response.setHeader('X-ClickHouse-Query-Id', queryId);
  response.setHeader('Content-Type', 'text/plain; charset=UTF-8');
  response.end(`${error.message} (version ${version})\n`);
}
