/** Runs in a worker thread of threads.ts and reads one text at a time. */
import { parentPort } from 'node:worker_threads';
import { readNow, type NameSpan, type Reading } from './reading.ts';

export interface ToReader {
  readonly text: string;
  readonly names: readonly NameSpan[];
}

export type FromReader = { readonly reading: Reading } | { readonly error: Error };

const answerTo = ({ text, names }: ToReader): FromReader => {
  try {
    return { reading: readNow(text, names) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
};

parentPort?.on('message', (message: ToReader) => parentPort?.postMessage(answerTo(message)));
