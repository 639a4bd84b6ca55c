/** Sends one request by node:http, with the target and every header as given: `fetch` sets Host and Origin itself, and unpacks answers. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as sent, and as text. */
  readonly bytes: Buffer;
  readonly text: string;
}

export interface RawRequest {
  /** The target to send instead of that of the address. */
  readonly path?: string;
  readonly method?: string;
  /** Headers to send; with a Content-Length among them no body is sent. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const timeoutMs = 150_000;

export function rawRequest(url: string, { headers = {}, body = '', ...target }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...target, headers, timeout: timeoutMs }, (response) => {
      Array.fromAsync(response as AsyncIterable<Buffer>).then((parts) => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
      }, reject);
    });
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
    if (headers['content-length'] === undefined) sent.end(body);
    else sent.flushHeaders();
  });
}
