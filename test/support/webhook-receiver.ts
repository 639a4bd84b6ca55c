/** A webhook receiver on loopback, over TLS, whose answers a test sets; this process trusts its certificate. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** performance.now() at the end of the body. */
  readonly atMs: number;
}

export interface Receiver {
  readonly origin: string;
  readonly received: readonly Received[];
  readonly stop: () => Promise<void>;
}

export const certificateFile = fileURLToPath(new URL('../fixtures/tls/receiver.pem', import.meta.url));
const [cert, key] = [readFileSync(certificateFile), readFileSync(fileURLToPath(new URL('../fixtures/tls/receiver-key.pem', import.meta.url)))];

let isTrusted = false;
function trustReceivers(): void {
  if (!isTrusted) setDefaultCACertificates([...getCACertificates('default'), cert.toString()]);
  isTrusted = true;
}

/** Starts a receiver. `answer` runs when a request's body is complete; `nth` counts the requests of its path from 1. */
export async function startReceiver(
  answer: (response: ServerResponse, request: Received, nth: number) => void = (response) => response.writeHead(204).end(),
): Promise<Receiver> {
  trustReceivers();
  const received: Received[] = [];
  const counts = new Map<string, number>();
  const server = createServer({ cert, key }, (request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString(), atMs: performance.now() };
      received.push(one);
      counts.set(one.path, (counts.get(one.path) ?? 0) + 1);
      answer(response, one, counts.get(one.path)!);
    });
    response.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Event {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly delivery_attempt: number;
  readonly test?: boolean;
  readonly data: {
    readonly alert: { readonly ticker: string };
    readonly article: { readonly original: { readonly uid: string; readonly title: string } };
  };
}

export const eventOf = ({ body }: Pick<Received, 'body'>): Event => JSON.parse(body) as Event;
