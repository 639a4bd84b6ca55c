/** Makes a log whose lines a test can read. */
import { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';

export interface LogLine {
  readonly msg: string;
  readonly [name: string]: unknown;
}

export function logLines(): { readonly log: Logger; readonly lines: LogLine[]; readonly named: (msg: string) => LogLine[] } {
  const lines: LogLine[] = [];
  const into = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()) as LogLine);
      done();
    },
  });
  return { log: pino({ level: 'info' }, into), lines, named: (msg) => lines.filter((line) => line.msg === msg) };
}
