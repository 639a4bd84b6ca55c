/** Writes a stream's server-sent events (HTML Standard, 9.2.6). An event's id is the delta cursor after it. */
import type { RowKind } from '#schemas/item.ts';
import { renderProblem, type ApiError } from '../errors.ts';
import { withStory, type PageRow, type OutletsByStory } from './page.ts';

const againAfterMs = 1_000;

/** Adds up to a second, so that readers whose streams end together do not all reconnect at once. */
const spreadMs = (atLeastMs: number): number => Math.round(atLeastMs + Math.random() * 1_000);

const eventNames: Readonly<Record<RowKind, string>> = { new: 'news', revision: 'revision', retraction: 'retraction' };

/** Returns the event of a row. `outlets` is null if the feed is not collapsed. */
export const newsEvent = (id: string, row: PageRow, outlets: OutletsByStory | null): Buffer =>
  Buffer.from(`id: ${id}\nevent: ${eventNames[row.kind ?? 'new']}\ndata: ${withStory(row, outlets)}\n\n`);

/** Returns the beginning of a stream. `note` is a sentence about the requested symbols, or null. */
export const openingText = (note: string | null): string => `retry: ${againAfterMs}\n${note === null ? '' : `: ${note}\n`}\n`;

/** Returns a comment that keeps proxies from closing the connection. With its id, a reader resumes after rows that its filters omit. */
export const heartbeatText = (id: string): string => `: heartbeat\nid: ${id}\n\n`;

export const behindText = (id: string): string => `id: ${id}\nevent: behind\nretry: ${spreadMs(againAfterMs)}\ndata: {"next_cursor":"${id}"}\n\n`;

/** Returns the last event of a stream that the service ends; its data is the body of an error response. */
export function endText(id: string, error: ApiError, requestId: string): string {
  const retryMs = error.retryAfterSeconds === null ? againAfterMs : error.retryAfterSeconds * 1_000;
  return `id: ${id}\nevent: end\nretry: ${spreadMs(retryMs)}\ndata: ${renderProblem(error, requestId).toString()}\n\n`;
}
