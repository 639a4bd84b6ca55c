/**
 * Converts the engine's result to an HTTP response with the headers of ClickHouse's HTTP interface, compressed on
 * request.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, deflate, gzip, zstdCompress } from 'node:zlib';
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

const encoders: Readonly<Record<string, (bytes: Uint8Array) => Promise<Buffer>>> = {
  gzip: (bytes) => promisify(gzip)(bytes, { level: 3 }),
  zstd: (bytes) => promisify(zstdCompress)(bytes),
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  deflate: (bytes) => promisify(deflate)(bytes, { level: 3 }),
};

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
  const encoding = call.compresses && outcome.bytes.length > 0 ? chosenEncoding(request.headers['accept-encoding']) : null;
  const body = encoding === null ? outcome.bytes : await encoding.encode(outcome.bytes);
  if (encoding !== null) response.setHeader('Content-Encoding', encoding.name);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}

function chosenEncoding(accepted: string | string[] | undefined): { name: string; encode: (bytes: Uint8Array) => Promise<Buffer> } | null {
  for (const part of String(accepted ?? '').split(',')) {
    const name = part.split(';')[0]?.trim().toLowerCase() ?? '';
    const encode = encoders[name];
    if (encode !== undefined) return { name, encode };
  }
  return null;
}

/** Answers with the error. The text ends as a ClickHouse server's does: with the version and a line break. */
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
