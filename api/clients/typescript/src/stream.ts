/** Reads a stream of rows and reconnects after the last row that was handled, so every row comes at least once. */
import { ConnectionError, problemIn, UnexpectedAnswerError, ApiError } from './errors.ts';
import { loadCursor, type PositionStore } from './position.ts';
import { isPassing, pause, troubleSchedule, waitMs } from './retry.ts';

export const streamType = 'text/event-stream';

export interface StreamOptions {
  readonly signal?: AbortSignal;
  /** Stores the position after each row that was handled, and gives the next run its start. Default: none. */
  readonly position?: PositionStore;
  /** Called when a connection ended. The next attempt follows after `retryInMs`. */
  readonly onTrouble?: (error: unknown, retryInMs: number) => void;
}

/** A connection is lost when nothing arrives for so many milliseconds: the service sends a line every 15 seconds. */
const silentMs = 45_000;
const rowEvents: ReadonlySet<string> = new Set(['news', 'revision', 'retraction']);

interface StreamEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
  readonly retryMs: number | null;
}

/** Yields the rows. `open` connects after a cursor. Throws errors that a retry does not resolve, such as an invalid key. */
export async function* readStream<Row>(
  open: (cursor: string | null, signal: AbortSignal) => Promise<Response>,
  start: { readonly feed: string; readonly cursor: string | null },
  { signal, position, onTrouble = () => undefined }: StreamOptions,
): AsyncGenerator<Row, void, undefined> {
  let cursor = start.cursor ?? (position === undefined ? null : await loadCursor(position, start.feed));
  let failures = 0;
  const isStopped = (): boolean => signal?.aborted === true;
  while (!isStopped()) {
    let trouble: unknown = new ConnectionError('the stream ended');
    let retryMs: number | null = null;
    const silence = watchSilence();
    try {
      const response = await open(cursor, signal === undefined ? silence.signal : AbortSignal.any([signal, silence.signal]));
      for await (const event of eventsOf(response, silence)) {
        failures = 0;
        retryMs = event.retryMs ?? retryMs;
        if (event.name === 'behind') trouble = new ConnectionError('the reader is slower than the feed');
        if (event.name === 'end') trouble = problemIn(event.data);
        if (rowEvents.has(event.name)) yield JSON.parse(event.data) as Row;
        if (event.id === null || event.id === cursor) continue;
        cursor = event.id;
        await position?.save({ feed: start.feed, cursor });
      }
    } catch (error) {
      if (isStopped()) return;
      if (!isPassing(error) && !(error instanceof UnexpectedAnswerError)) throw error;
      trouble = error;
    } finally {
      silence.heard();
    }
    failures += 1;
    const askedSeconds = trouble instanceof ApiError ? trouble.retryAfterSeconds : null;
    const delayMs = retryMs ?? waitMs(failures, askedSeconds, troubleSchedule);
    onTrouble(trouble, delayMs);
    await pause(delayMs, signal);
  }
}

/** Aborts its signal when a read gets nothing. The time that the caller takes for its rows does not count. */
function watchSilence() {
  const silence = new AbortController();
  const abort = (): void => silence.abort(new ConnectionError(`nothing received for ${silentMs} ms`));
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    signal: silence.signal,
    listening: (): void => void (timer = setTimeout(abort, silentMs)),
    heard: (): void => clearTimeout(timer),
  };
}

async function* eventsOf(
  response: Response,
  silence: Pick<ReturnType<typeof watchSilence>, 'listening' | 'heard'>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const answered = response.headers.get('content-type') ?? '';
  if (!answered.startsWith(streamType) || response.body === null)
    throw new UnexpectedAnswerError(`${response.url} answered with ${answered || 'no content type'} instead of ${streamType}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      silence.listening();
      const { done, value } = await reader.read();
      silence.heard();
      if (done) return;
      // A proxy may end lines with CR LF.
      const blocks = (text + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      text = blocks.pop() ?? '';
      yield* blocks.map(eventIn);
    }
  } catch (error) {
    // A body that is cut off throws a TypeError.
    throw error instanceof TypeError ? new ConnectionError(`${response.url}: ${error.message}`, { cause: error }) : error;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses one event. The service writes each field once, on one line. */
function eventIn(block: string): StreamEvent {
  const fields = Object.fromEntries(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
  const { event = '', id = null, data = '', retry } = fields as Readonly<Record<string, string | undefined>>;
  return { name: event, id, data, retryMs: retry === undefined ? null : Number(retry) };
}
