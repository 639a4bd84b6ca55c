/** Runs in a worker thread of threads.ts and answers one question at a time. */
import { parentPort } from 'node:worker_threads';
import { chanceOfOneEventNow, readNow, type NameSpan, type Reading } from './reading.ts';

/** A text to read, or two headlines of which the reader judges whether they report one event. */
export type ToReader = { readonly text: string; readonly names: readonly NameSpan[] } | { readonly first: string; readonly second: string };

export type FromReader = { readonly answer: Reading | number } | { readonly error: Error };

const answerTo = (question: ToReader): FromReader => {
  try {
    return { answer: 'text' in question ? readNow(question.text, question.names) : chanceOfOneEventNow(question.first, question.second) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
};

parentPort?.on('message', (message: ToReader) => parentPort?.postMessage(answerTo(message)));
