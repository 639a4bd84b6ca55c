/**
 * The access log: one line of JSON per request on stdout, written in blocks. Values are numbers, of a closed set, or validated before (the
 * request id), so they need no escaping and cannot contain a key or a query.
 */
import pino from 'pino';
import type { Config } from '#schemas/config.ts';

export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly account: string | null;
  readonly ip: string;
  readonly source: string | null;
  readonly rows: number | null;
  readonly bodyBytes: number;
  readonly durationMs: number;
}

export type AccessLog = ((line: RequestLine) => void) | null;

/** Capacity of a pipe. Larger blocks mean fewer wake-ups of the writing thread. */
const blockCharacters = 65_536;
const flushMs = 200;
/** pino's number of the level `info`. */
const infoLevel = 30;

const text = (value: string | null): string => (value === null ? 'null' : `"${value}"`);

export function createAccessLog({ LOG_LEVEL }: Pick<Config, 'LOG_LEVEL'>): AccessLog {
  if (pino.levels.values[LOG_LEVEL] === undefined || pino.levels.values[LOG_LEVEL] > infoLevel) return null;
  const destination = pino.destination({ dest: 1, sync: false });
  let block = '';
  const flush = (): void => {
    if (block !== '') destination.write(block);
    block = '';
  };
  setInterval(flush, flushMs).unref();
  process.once('exit', () => {
    flush();
    destination.flushSync();
  });
  const opening = `{"level":${infoLevel},"time":"`;
  const base = `","part":"api","pid":${process.pid},"msg":"request.served","request_id":"`;
  let [secondMs, second] = [0, ''];
  return ({ requestId, method, route, status, code, account, ip, source, rows, bodyBytes, durationMs }) => {
    const nowMs = Date.now();
    if (nowMs - secondMs >= 1_000 || nowMs < secondMs) {
      secondMs = nowMs - (nowMs % 1_000);
      second = new Date(secondMs).toISOString().slice(0, 20);
    }
    const time = `${second}${String(nowMs - secondMs).padStart(3, '0')}Z`;
    block += `${opening}${time}${base}${requestId}","method":"${method}","route":"${route}","status":${status},"code":${text(code)},"account":${text(account)},"ip":"${ip}","source":${text(source)},"rows":${rows},"body_bytes":${bodyBytes},"duration_ms":${durationMs.toFixed(3)}}\n`;
    if (block.length >= blockCharacters) flush();
  };
}
