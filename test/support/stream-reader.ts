/** A reader of the stream that parses events by the rules of the HTML Standard, can pause, and can be cut off. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { StoredItem } from '#schemas/item.ts';

export interface ReadEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

export interface StreamReader {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** The body of an answer that is not a stream. */
  readonly text: () => string;
  readonly events: readonly ReadEvent[];
  readonly rows: () => StoredItem[];
  readonly uids: () => string[];
  readonly comments: () => number;
  /** The last id, of an event or of a line without an event; null before the first. */
  readonly lastId: () => string | null;
  readonly retryMs: () => number | null;
  readonly hasEnded: () => boolean;
  /** Stops reading, so that sent bytes wait in the sockets. */
  readonly pause: () => void;
  /** Reads this many more events. */
  readonly resume: (count?: number) => void;
  readonly close: () => void;
}

export interface ReadOptions {
  readonly key: string;
  readonly query?: string;
  readonly lastEventId?: string | null;
  readonly path?: string;
}

/** Resolves when the headers have arrived. */
export async function openStream(url: string, { key, query = '', lastEventId, path = '/api/news/stream/' }: ReadOptions): Promise<StreamReader> {
  const resuming = lastEventId === undefined || lastEventId === null ? {} : { 'last-event-id': lastEventId };
  const sent = request(`${url}${path}${query}`, { headers: { authorization: `Bearer ${key}`, ...resuming }, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const events: ReadEvent[] = [];
  let [text, whole, lastId, comments] = ['', '', null as string | null, 0];
  let retryMs: number | null = null;
  let hasEnded = false;
  let pausesAt = Infinity;
  const take = (block: string): void => {
    let [name, data] = ['message', ''];
    for (const line of block.split('\n')) {
      const value = line.slice(line.indexOf(':') + 1).replace(/^ /, '');
      if (line.startsWith(':')) comments += 1;
      else if (line.startsWith('id:')) lastId = value;
      else if (line.startsWith('event:')) name = value;
      else if (line.startsWith('data:')) data += value;
      else if (line.startsWith('retry:')) retryMs = Number(value);
      else if (line !== '') throw new Error(`${line.slice(0, 60)} is not a field of an event`);
    }
    if (data !== '') events.push({ name, id: lastId ?? '', data });
  };
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    if (response.statusCode !== 200) whole += chunk;
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop()!;
    blocks.forEach(take);
    if (events.length >= pausesAt) response.pause();
  });
  // A killed process cuts the connection.
  response.on('error', () => undefined);
  response.on('close', () => (hasEnded = true));
  const rows = (): StoredItem[] => events.flatMap(({ name, data }) => (name === 'news' ? [JSON.parse(data) as StoredItem] : []));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => whole,
    events,
    rows,
    uids: () => rows().map(({ original }) => original.uid),
    comments: () => comments,
    lastId: () => lastId,
    retryMs: () => retryMs,
    hasEnded: () => hasEnded,
    pause: () => void response.pause(),
    resume: (count = Infinity) => {
      pausesAt = events.length + count;
      response.resume();
    },
    close: () => void response.destroy(),
  };
}
