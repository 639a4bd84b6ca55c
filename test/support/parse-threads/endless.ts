/** A parsing thread that answers `short` and never finishes `endless`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '#pipeline/ingest/parse/parse.ts';

const { clock } = workerData as ThreadData;
parentPort?.on('message', ({ input }: { readonly input: { readonly body: Uint8Array } }) => {
  clock[0] = process.threadCpuUsage().user;
  while (Buffer.from(input.body).toString() === 'endless');
  parentPort?.postMessage({ kind: 'answer', parsed: { isRead: true, value: 'short' } });
});
parentPort?.postMessage({ kind: 'ready' });
