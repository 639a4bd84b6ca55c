/** A worker thread of threads.ts: reads one text at a time. */
import { parentPort } from 'node:worker_threads';
import type { FromReader, ToReader } from './messages.ts';
import { readNow } from './reading.ts';

const answerTo = ({ text, names }: ToReader): FromReader => {
  try {
    return { reading: readNow(text, names) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
};

parentPort?.on('message', (message: ToReader) => parentPort?.postMessage(answerTo(message)));
