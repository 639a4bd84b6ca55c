/** A parsing thread that one document kills. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', ({ input }: { readonly input: { readonly body: Uint8Array } }) => {
  if (Buffer.from(input.body).toString() === 'dies') process.exit(3);
  parentPort?.postMessage({ kind: 'answer', parsed: { isRead: true, value: 'lives' } });
});
parentPort?.postMessage({ kind: 'ready' });
