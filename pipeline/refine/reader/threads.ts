/** Runs the reader in worker threads, so that it uses other cores and never blocks the event loop that publishes and acknowledges. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { compileCache } from '#ops/process/compile-cache.ts';
import { StoppedError } from '#ops/process/retry.ts';
import type { FromReader, ToReader } from './thread.ts';
import type { ReadElsewhere } from './reader.ts';
import type { NameSpan, Reading } from './reading.ts';

/** Each thread takes some 60 MB; one core is left for other work. */
const defaultThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Reports that a thread ended while it read, or did not start: a fault of the machine, not of the text. */
export class ReaderEndedError extends Error {}

interface Job {
  readonly message: ToReader;
  readonly resolve: (reading: Reading) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | null;
}

interface ReaderThreads {
  /** Returns the reading of a text. A fault of the reader rejects that text alone. */
  readonly read: ReadElsewhere;
  /** Rejects waiting texts with a StoppedError and waits for those being read, because ending a thread in native code aborts the process. */
  readonly close: () => Promise<void>;
}

/** Returns a pool of threads, which start when texts need them. */
export function createReaderThreads(threadsMax = defaultThreads, threadUrl = new URL('./thread.ts', import.meta.url)): ReaderThreads {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let isClosed = false;
  let onAllIdle = (): void => undefined;

  function start(): Thread {
    const worker = new Worker(threadUrl, { name: 'reader', env: compileCache, execArgv: [] });
    const thread: Thread = { worker, job: null };
    threads.add(thread);
    worker.on('message', (answer: FromReader) => {
      const { job } = thread;
      thread.job = null;
      if ('error' in answer) job?.reject(answer.error);
      else job?.resolve(answer.reading);
      assignJobs();
    });
    const ended = (why: string, cause?: unknown): void => {
      threads.delete(thread);
      thread.job?.reject(new ReaderEndedError(`the reader's thread ended: ${why}`, { cause }));
      thread.job = null;
      assignJobs();
    };
    worker.on('error', (error: unknown) => ended(error instanceof Error ? error.message : String(error), error));
    worker.on('exit', (code) => ended(`code ${code}`));
    return thread;
  }

  function assignJobs(): void {
    while (waiting.length > 0) {
      const thread = [...threads].find(({ job }) => job === null) ?? (threads.size < threadsMax ? start() : null);
      if (thread === null) return;
      thread.job = waiting.shift()!;
      thread.worker.ref();
      thread.worker.postMessage(thread.job.message);
    }
    for (const { worker, job } of threads) if (job === null) worker.unref();
    if ([...threads].every(({ job }) => job === null)) onAllIdle();
  }

  const read = (text: string, names: readonly NameSpan[]): Promise<Reading> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new StoppedError());
      waiting.push({ message: { text, names }, resolve, reject });
      assignJobs();
    });

  return {
    read,
    close: async () => {
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new StoppedError());
      await new Promise<void>((resolve) => {
        onAllIdle = resolve;
        assignJobs();
      });
      // An idle thread must be referenced again, or the process may end before it terminates.
      for (const { worker } of threads) worker.ref();
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}
