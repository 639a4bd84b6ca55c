/** Runs in a worker thread of pool.ts: parses one document at a time and posts the result. */
import { parentPort, workerData } from 'node:worker_threads';
import { parseWith } from './in-process.ts';
import type { FromThread, ThreadData, ToThread, Input, ParserName } from './parse.ts';

const { clock } = workerData as ThreadData;
const answer = (message: FromThread): void => parentPort?.postMessage(message);

/** Returns the input with Buffers, which parsers expect, in place of the plain byte arrays that arrive. */
const revived = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => [
      name,
      value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value,
    ]),
  );

parentPort?.on('message', ({ name, input }: ToThread) => {
  const { user, system } = process.threadCpuUsage();
  clock[0] = user + system;
  answer({ kind: 'answer', parsed: parseWith(name, revived(input) as Input<ParserName>) });
});
answer({ kind: 'ready' });
