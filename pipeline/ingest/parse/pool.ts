/**
 * Parses untrusted documents in separate threads, so that none blocks the event loop. A thread that exceeds the limit of processor time or
 * memory of its document is terminated, and the document refused. Memory is polled, because V8 ends the whole process when one allocation
 * exceeds the heap limit of a thread. An idle thread ends after a while, since it occupies tens of megabytes.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Registry } from 'prom-client';
import type { Logger } from 'pino';
import { compileCache } from '#ops/process/compile-cache.ts';
import { StoppedError } from '#ops/process/retry.ts';
import { withTimeout } from '#ops/process/with-timeout.ts';
import {
  faultOf,
  ParseUnavailableError,
  type FromThread,
  type ThreadData,
  type ToThread,
  type Input,
  type Output,
  type Parse,
  type Parsed,
  type ParserName,
  type Unread,
} from './parse.ts';
import { metricFactory } from '../../metric-factory.ts';
import { bytesOf } from './parsers.ts';

interface ParseLimits {
  /** Milliseconds of processor time that every document may take. */
  readonly cpuMs: number;
  /** Further milliseconds per megabyte of the document. */
  readonly cpuMsPerMegabyte: number;
  /** Bytes of memory that the whole thread may occupy. */
  readonly memoryBytes: number;
  /** Further bytes of memory per byte of the document. */
  readonly memoryBytesPerByte: number;
}

export interface ParsePoolOptions {
  readonly log: Logger;
  readonly registry?: Registry;
  readonly threadsMax?: number;
  readonly limits?: Partial<ParseLimits>;
  readonly waitingMax?: number;
  readonly threadUrl?: URL;
  readonly keptMs?: number;
  readonly lookMs?: number;
}

export type ParsePool = ReturnType<typeof createParsePool>;

const usual: ParseLimits = { cpuMs: 5_000, cpuMsPerMegabyte: 1_000, memoryBytes: 400e6, memoryBytesPerByte: 12 };
/** Heap limit of a thread, far above the memory limit of a document. */
const heapMegabytesMax = 4_096;
/** Most documents are parsed before the first check. */
const usualLookMs = 200;
/** Maximum milliseconds of one check: a thread that is inside one long call of the runtime does not answer. */
const lookTimeoutMs = 1_000;
/** Limit of wall-clock time as a multiple of that of processor time, for a thread that gets no processor or answers no check. */
const clockFactor = 8;
/** Maximum milliseconds of the start of a thread. A thread that does not start is a fault of the installation, not of the document. */
const startTimeoutMs = 60_000;
/** Starting a thread again costs some tenths of a second of processor time. */
const usualKeptMs = 30_000;
/** Milliseconds that a document waits for a busy thread before another one is started; a start takes about as long. */
const patienceMs = 300;
/** Heap for short-lived objects; V8 keeps it once it was used. */
const youngMegabytesMax = 12;

interface Job {
  readonly message: ToThread;
  readonly transfer: readonly ArrayBuffer[];
  readonly bytes: number;
  readonly sinceMs: number;
  readonly settle: (parsed: Parsed<Output<ParserName>>) => void;
  readonly fail: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly clock: ThreadData['clock'];
  isReady: boolean;
  job: Job | null;
  /** Timer of the next check, of the maximum start time, or of the end of an idle thread. */
  timer: NodeJS.Timeout | undefined;
}

export function createParsePool(options: ParsePoolOptions) {
  const { log, threadsMax = Math.min(2, availableParallelism()), waitingMax = 200, keptMs = usualKeptMs, lookMs = usualLookMs } = options;
  const limits = { ...usual, ...options.limits };
  const threadUrl = options.threadUrl ?? new URL('./thread.ts', import.meta.url);
  const waiting: Job[] = [];
  const threads = new Set<Thread>();
  /** Number of threads being terminated, which takes a while inside a long call of the runtime. */
  let ending = 0;
  let dispatchTimer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const { counter, collected } = metricFactory(options.registry ?? new Registry());
  const documents = counter('tickerwire_parse_documents_total', 'Documents read in threads, by outcome', 'reader', 'outcome');
  collected('tickerwire_parse_waiting', 'Documents waiting to be read', [], (gauge) => gauge.set(waiting.length));
  collected('tickerwire_parse_threads', 'Threads that read documents, including those that are starting', [], (gauge) => gauge.set(threads.size));

  function start(): void {
    const clock = new Float64Array(new SharedArrayBuffer(8));
    const worker = new Worker(threadUrl, {
      name: 'parse',
      workerData: { clock } satisfies ThreadData,
      // Parsers need neither the settings of the process nor its secrets.
      env: compileCache,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: youngMegabytesMax },
    });
    const thread: Thread = { worker, clock, isReady: false, job: null, timer: undefined };
    threads.add(thread);
    thread.timer = setTimeout(() => giveUp(thread, new Error(`not ready after ${startTimeoutMs} ms`)), startTimeoutMs);
    worker.on('message', (message: FromThread) => {
      if (message.kind === 'answer') return settle(thread, message.parsed);
      // A thread that is being closed must stay referenced, or the process could end before it.
      if (!threads.has(thread)) return;
      thread.isReady = true;
      idle(thread);
      dispatch();
    });
    worker.on('error', (error: Error & { code?: string }) => {
      if (!thread.isReady) giveUp(thread, error);
      else if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') refuse(thread, { reason: 'parse_memory', detail: error.message });
      else refuse(thread, { reason: 'parse_fault', detail: faultOf(error) });
    });
    worker.on('messageerror', (error) => refuse(thread, { reason: 'parse_fault', detail: faultOf(error) }));
    worker.on('exit', (code) => {
      if (threads.has(thread)) refuse(thread, { reason: 'parse_fault', detail: `the thread ended with code ${code}` });
    });
  }

  function dispatch(): void {
    for (const thread of threads) {
      if (waiting.length === 0) return;
      if (thread.isReady && thread.job === null) assign(thread, waiting.shift()!);
    }
    const starting = [...threads].filter(({ isReady }) => !isReady).length;
    const nowMs = performance.now();
    const pressing = threads.size === 0 ? waiting : waiting.filter(({ sinceMs }) => nowMs - sinceMs >= patienceMs);
    for (let lacking = pressing.length - starting; lacking > 0 && threads.size < threadsMax && ending < threadsMax; lacking -= 1) start();
    if (waiting.length > 0 && threads.size < threadsMax) dispatchTimer ??= setTimeout(dispatchLater, patienceMs);
  }

  function dispatchLater(): void {
    dispatchTimer = undefined;
    dispatch();
  }

  /** Ends the thread unless it gets a document before `keptMs` have passed. */
  function idle(thread: Thread): void {
    clearTimeout(thread.timer);
    thread.worker.unref();
    thread.timer = setTimeout(() => end(thread), keptMs).unref();
  }

  function assign(thread: Thread, job: Job): void {
    clearTimeout(thread.timer);
    thread.job = job;
    thread.worker.ref();
    thread.clock[0] = -1;
    const startedAtMs = performance.now();
    const check = (): void => {
      thread.timer = setTimeout(
        () =>
          void exceededLimit(thread, job, startedAtMs).then((spent) => {
            if (thread.job !== job) return;
            if (spent === null) check();
            else refuse(thread, spent);
          }),
        lookMs,
      );
    };
    check();
    try {
      thread.worker.postMessage(job.message, job.transfer);
    } catch (error) {
      settle(thread, { isRead: false, reason: 'parse_fault', detail: faultOf(error) });
    }
  }

  async function exceededLimit({ worker, clock }: Thread, { bytes }: Job, startedAtMs: number): Promise<Omit<Unread, 'isRead'> | null> {
    const grantedMs = limits.cpuMs + (bytes / 1e6) * limits.cpuMsPerMegabyte;
    const grantedBytes = limits.memoryBytes + bytes * limits.memoryBytesPerByte;
    const usage = await withTimeout(lookTimeoutMs, Promise.all([worker.cpuUsage(), worker.getHeapStatistics()])).catch(() => null);
    const clockMs = performance.now() - startedAtMs;
    if (usage !== null) {
      const [{ user, system }, { total_heap_size, external_memory, malloced_memory }] = usage;
      const begun = clock[0] ?? -1;
      const spentMs = begun < 0 ? 0 : (user + system - begun) / 1_000;
      if (spentMs > grantedMs)
        return {
          reason: 'parse_timeout',
          detail: `reading took more than ${Math.round(grantedMs)} ms of processor time for a document of ${bytes} bytes`,
        };
      const usedBytes = total_heap_size + external_memory + malloced_memory;
      if (usedBytes > grantedBytes)
        return {
          reason: 'parse_memory',
          detail: `reading took more than ${Math.round(grantedBytes / 1e6)} MB of memory for a document of ${bytes} bytes`,
        };
    }
    return clockMs > clockFactor * grantedMs
      ? { reason: 'parse_timeout', detail: `a document of ${bytes} bytes was not read within ${Math.round(clockMs)} ms` }
      : null;
  }

  function settle(thread: Thread, parsed: Parsed<Output<ParserName>>): void {
    const { job } = thread;
    if (job === null) return;
    thread.job = null;
    if (threads.has(thread)) idle(thread);
    documents.inc({ reader: job.message.name, outcome: parsed.isRead ? 'read' : parsed.reason });
    job.settle(parsed);
    dispatch();
  }

  /** Terminates the thread and refuses its document; a new thread starts when a document waits. */
  function refuse(thread: Thread, why: Omit<Unread, 'isRead'>): void {
    if (!end(thread)) return;
    if (thread.job !== null) log.warn({ reader: thread.job.message.name, bytes: thread.job.bytes, ...why }, 'document.unread');
    settle(thread, { isRead: false, ...why });
    dispatch();
  }

  /** Rejects all waiting documents, because no thread can start. They are not refused and will be fetched again. */
  function giveUp(thread: Thread, error: Error): void {
    if (!end(thread)) return;
    log.error({ err: error }, 'parsing.unavailable');
    for (const job of waiting.splice(0)) job.fail(new ParseUnavailableError('a parsing thread did not start', { cause: error }));
  }

  function end(thread: Thread): boolean {
    if (!threads.delete(thread)) return false;
    clearTimeout(thread.timer);
    ending += 1;
    void thread.worker.terminate().finally(() => {
      ending -= 1;
      dispatch();
    });
    return true;
  }

  const parse: Parse = <N extends ParserName>(name: N, input: Input<N>) =>
    new Promise<Parsed<Output<N>>>((resolve, reject) => {
      if (isClosed) return reject(new StoppedError());
      if (waiting.length >= waitingMax) return reject(new ParseUnavailableError(`${waitingMax} documents already wait for a parser`));
      const { message, transfer } = detached(name, input);
      waiting.push({ message, transfer, bytes: bytesOf(input), sinceMs: performance.now(), settle: resolve as Job['settle'], fail: reject });
      dispatch();
    });

  return {
    parse,
    /** Terminates all threads. Pending documents reject with a StoppedError. */
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(dispatchTimer);
      const jobs = [...waiting.splice(0), ...[...threads].flatMap(({ job }) => job ?? [])];
      const all = [...threads];
      threads.clear();
      for (const { timer } of all) clearTimeout(timer);
      for (const { fail } of jobs) fail(new StoppedError());
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}

/** Copies bytes into separate buffers, which are transferred to the thread: that is cheaper than a clone and takes no other data along. */
function detached(name: ParserName, input: Input<ParserName>): { readonly message: ToThread; readonly transfer: readonly ArrayBuffer[] } {
  const transfer: ArrayBuffer[] = [];
  const copies = Object.entries(input).flatMap(([key, value]: [string, unknown]) => {
    if (!(value instanceof Uint8Array)) return [];
    const copy = new Uint8Array(value);
    transfer.push(copy.buffer);
    return [[key, copy] as const];
  });
  return { message: { name, input: Object.assign({}, input, Object.fromEntries(copies)) }, transfer };
}
