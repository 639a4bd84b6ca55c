/** A parsing thread that answers with the names of its environment variables. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => parentPort?.postMessage({ kind: 'answer', parsed: { isRead: true, value: Object.keys(process.env) } }));
parentPort?.postMessage({ kind: 'ready' });
