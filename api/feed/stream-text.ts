/** The text of a stream's events (HTML Standard, 9.2.6): each has the delta cursor after it as its id. */
import type { RowKind } from '#schemas/item.ts';
import { renderProblem, type ApiError } from '../errors.ts';
import { withStory, type PageRow, type Stories } from './page.ts';

/** Milliseconds after which a reader connects again. */
const againAfterMs = 1_000;

/** Spreads readers that were ended together. */
const spreadMs = (atLeastMs: number): number => Math.round(atLeastMs + Math.random() * 1_000);

const eventNames: Readonly<Record<RowKind, string>> = { new: 'news', revision: 'revision', retraction: 'retraction' };

/** Returns the event of a row. Every row names its story; `sources` has those of a collapsed feed. */
export const newsEvent = (id: string, row: PageRow, sources: Stories | null): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${eventNames[row.kind ?? 'new']}\ndata: ${withStory(row, sources)}\n\n`);

/** Returns the beginning of a stream. `note` says which requested symbol is not listed. */
export const openingText = (note: string | null): string => `retry: ${againAfterMs}\n${note === null ? '' : `: ${note}\n`}\n`;

/** Returns a comment, which keeps proxies from ending the connection. Its id moves readers over rows that their filters leave out. */
export const heartbeatText = (id: string): string => `: heartbeat\nid: ${id}\n\n`;

/** Returns the last event of a reader that is slower than the feed. */
export const behindText = (id: string): string => `id: ${id}\nevent: behind\nretry: ${spreadMs(againAfterMs)}\ndata: {"next_cursor":"${id}"}\n\n`;

/** Returns the last event of a stream that the service ends: a problem as in the body of an error. */
export function endText(id: string, error: ApiError, requestId: string): string {
  const retryMs = error.retryAfterSeconds === null ? againAfterMs : error.retryAfterSeconds * 1_000;
  return `id: ${id}\nevent: end\nretry: ${spreadMs(retryMs)}\ndata: ${renderProblem(error, requestId).toString()}\n\n`;
}
