/** A poller, or with `typescript-stream` a stream reader, that uses the TypeScript client. It writes each uid to a file once, also over kills, and ends on SIGTERM. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '#api/clients/typescript/src/client.ts';
import type { NewsItem } from '#api/clients/typescript/src/generated/schemas.ts';
import { poll, rememberUids } from '#api/clients/typescript/src/poll.ts';
import { positionFile } from '#api/clients/typescript/src/position-file.ts';

const [baseUrl = '', apiKey = '', folder = '', kind = ''] = process.argv.slice(2);
const done = join(folder, 'uids');

/** Returns the uids in the file; a line that a kill cut off does not count as handled. */
function known(): string[] {
  if (!existsSync(done)) return [];
  const text = readFileSync(done, 'latin1');
  truncateSync(done, text.lastIndexOf('\n') + 1);
  return text.split('\n').slice(0, -1);
}

const stopping = new AbortController();
process.once('SIGTERM', () => stopping.abort());
const seen = rememberUids(known());
const out = openSync(done, 'a');
const client = createClient({ baseUrl, apiKey, timeoutMs: 10_000, retries: { firstMs: 20, maxMs: 200 } });
const options = {
  position: positionFile(join(folder, 'position')),
  signal: stopping.signal,
  onTrouble: (error: unknown, retryInMs: number) => void process.stderr.write(`${String(error)}; again in ${Math.round(retryInMs)} ms\n`),
};
const handle = (rows: readonly NewsItem[]): void => {
  const uids = rows.map(({ original }) => original.uid).filter(seen.isNew);
  writeSync(out, uids.map((uid) => `${uid}\n`).join(''));
  fsyncSync(out);
};
if (kind.endsWith('-stream')) {
  for await (const row of client.streamNews({ min_relevance: 1 }, options)) handle([row]);
} else {
  const feed = poll(client, 'listNews', { ...options, parameters: { min_relevance: 1, page_size: 50 }, pauseMs: 50 });
  for await (const { rows } of feed) handle(rows);
}
closeSync(out);
