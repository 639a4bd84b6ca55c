/** Writes HTTP responses with the headers of ClickHouse's HTTP interface. */
import type { ServerResponse } from 'node:http';
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

export function sendOutcome(
  response: ServerResponse,
  { call, format, outcome, writtenRows }: { readonly call: Call; readonly format: string; readonly outcome: Outcome; readonly writtenRows: number },
): void {
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
  response.setHeader('Content-Length', outcome.bytes.length);
  response.end(outcome.bytes);
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
