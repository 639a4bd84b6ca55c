/** A web site whose answers each test chooses; all tests of a file share its server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { beforeEach } from 'vitest';
import { sharedOrigin } from '#test/support/shared-origin.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Site {
  /** Address of the server, without a trailing slash. */
  readonly base: string;
  /** Handlers by path; without one the answer is 404. */
  readonly handlers: Map<string, Handler>;
  /** Paths in the order of the requests. */
  readonly asked: { readonly path: string; readonly headers: IncomingMessage['headers'] }[];
  readonly serve: (path: string, body: string | Buffer, headers?: Record<string, string>, status?: number) => void;
  readonly requestsTo: (path: string) => number;
}

export async function openSite(): Promise<Site> {
  const handlers: Site['handlers'] = new Map();
  const asked: Site['asked'] = [];
  beforeEach(() => {
    handlers.clear();
    asked.length = 0;
  });
  return {
    base: await sharedOrigin((request, response) => {
      const path = request.url ?? '';
      asked.push({ path, headers: request.headers });
      (handlers.get(path) ?? ((_request, missing) => missing.writeHead(404).end()))(request, response);
    }),
    handlers,
    asked,
    serve: (path, body, headers = { 'content-type': 'text/html' }, status = 200) =>
      void handlers.set(path, (_request, response) => response.writeHead(status, headers).end(body)),
    requestsTo: (path) => asked.filter((request) => request.path === path).length,
  };
}
