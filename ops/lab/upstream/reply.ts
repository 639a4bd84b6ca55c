/** Defines the upstream's reply to a request, before compression, conditional requests and injected faults. */
import type { DocumentRef } from './served.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Value of the ETag header, quotes included. */
  readonly etag?: string;
  /** Milliseconds since the epoch; the header has whole seconds. */
  readonly lastModifiedAt?: number;
  /** Documents that the reply lists. */
  readonly shows?: readonly DocumentRef[];
}

export const reply = (status: number, contentType: string, body: string | Buffer, rest: Partial<Reply> = {}): Reply => ({
  status,
  ...rest,
  headers: { 'content-type': contentType, ...rest.headers },
  body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
});

export const json = (value: unknown, status = 200): Reply => reply(status, 'application/json', `${JSON.stringify(value)}\n`);
export const notFound = (): Reply =>
  reply(404, 'text/html; charset=utf-8', '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>\n');
