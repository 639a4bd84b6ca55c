/** Reads request bodies, with limits of size and time. */
import type { IncomingMessage } from 'node:http';
import { apiError, invalidInput, type ApiError } from '../errors.ts';
import { urlLengthMax } from '../http/server.ts';

const bodyBytesMax = 65_536;
const bodyTimeoutMs = 10_000;
const close = ['Connection', 'close'];
const bodyTooLarge = (): ApiError => apiError('payload_too_large', `The body is too large. At most ${bodyBytesMax} bytes are allowed.`, {}, close);

export function refuseLongUrl({ url = '' }: IncomingMessage): void {
  if (url.length > urlLengthMax) throw apiError('uri_too_long', `The URL is too long. At most ${urlLengthMax} characters are allowed.`, {}, close);
}

/** Throws 414 if the URL is too long, or 413 if Content-Length is too large. */
export function refuseOversized(request: IncomingMessage): void {
  refuseLongUrl(request);
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) throw bodyTooLarge();
}

/** Returns the media type of a request's body in lower case, without parameters; undefined if the request does not state it. */
export const mediaType = ({ headers }: IncomingMessage): string | undefined => headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();

/** Returns the parsed JSON of a request's body. Throws 400, 408, 413 or 415. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  if (mediaType(request) !== 'application/json') throw apiError('unsupported_media_type', 'Send the body as application/json.', {});
  const coding = request.headers['content-encoding']?.trim().toLowerCase();
  if (coding !== undefined && coding !== 'identity') throw apiError('unsupported_media_type', 'Send the body without Content-Encoding.', {});
  const bytes = await readBytes(request);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch {
    throw invalidInput(new Map([['body', ['must be JSON in UTF-8']]]));
  }
}

/** Returns the body. Throws 413 if it is too large, 408 if it does not end in time, and 400 if the client ends the connection before. */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const end = (error: Error | null): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('error', fail).off('aborted', gone);
      if (error === null) resolve(Buffer.concat(chunks));
      else reject(error);
    };
    const timer = setTimeout(
      () => end(apiError('request_timeout', `The body did not arrive within ${bodyTimeoutMs / 1_000} s. Send the request again.`, {}, close)),
      bodyTimeoutMs,
    );
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > bodyBytesMax) end(bodyTooLarge());
      else chunks.push(chunk);
    };
    const finish = (): void => end(null);
    const fail = (error: Error): void => end(error);
    const gone = (): void => end(apiError('bad_request', 'The body is incomplete. Send the request again.', {}, close));
    request.on('data', take).once('end', finish).once('error', fail).once('aborted', gone);
  });
}
