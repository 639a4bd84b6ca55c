/** Sends one request by node:http, with the target and every header as given: `fetch` sets Host and Origin itself. */
import { request, type IncomingHttpHeaders } from 'node:http';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const timeoutMs = 20_000;

export function rawRequest(
  url: string,
  {
    path,
    method,
    headers,
    body,
  }: { readonly path: string; readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body: string },
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { path, method, headers: { ...headers, 'content-length': Buffer.byteLength(body) }, timeout: timeoutMs },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.once('timeout', () => sent.destroy(new Error('no answer')));
    sent.once('error', reject);
    sent.end(body);
  });
}
