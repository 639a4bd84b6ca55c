/** A parsing thread that waits in one call of the runtime and does not answer meanwhile. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
});
parentPort?.postMessage({ kind: 'ready' });
