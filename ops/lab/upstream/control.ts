/** Handles `/__control/…`: served documents, request counts, rate and fault rules. */
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import type { Content } from './content.ts';
import type { Gate } from './edgar/gate.ts';
import { Rules, type Misbehaviour } from './misbehave.ts';
import { json, notFound, reply, type Reply } from './reply.ts';
import type { ServedList } from './served.ts';

export interface ControlDeps {
  readonly content: Content;
  readonly served: ServedList;
  readonly gate: Gate;
  readonly misbehaviour: Misbehaviour;
  readonly requests: Record<string, number>;
}

const servedPageMax = 10_000;
const Rate = z.strictObject({ rate: z.number().min(0).max(100_000) });

type Handler = (request: IncomingMessage, url: URL, deps: ControlDeps) => Promise<Reply> | Reply;

const handlers: Readonly<Record<string, Handler>> = {
  'GET /__control/served': (_request, url, { content, served }) => {
    const after = Math.max(0, Number(url.searchParams.get('after') ?? 0) || 0);
    const limit = Math.min(servedPageMax, Math.max(1, Number(url.searchParams.get('limit') ?? 1_000) || 1_000));
    const lines = served.page(after, limit).map((record) => {
      const firstServedAt = new Date(record.servedAt).toISOString();
      return `${JSON.stringify({ n: record.n, ...content.truth(record), first_served_at: firstServedAt })}\n`;
    });
    return reply(200, 'application/x-ndjson', lines.join(''));
  },
  'GET /__control/stats': (_request, _url, { content, served, gate, misbehaviour, requests }) =>
    json({ requests, edgar: gate.counts(), released: content.released(Date.now()), served: served.count(), rules: misbehaviour.rules() }),
  'POST /__control/misbehave': async (request, _url, { misbehaviour }) => {
    const rules = Rules.safeParse(await jsonBody(request));
    if (!rules.success) return json({ error: z.prettifyError(rules.error) }, 400);
    misbehaviour.add(rules.data);
    return json({ rules: misbehaviour.rules() });
  },
  'DELETE /__control/misbehave': (_request, _url, { misbehaviour }) => {
    misbehaviour.clear();
    return json({ rules: [] });
  },
  'POST /__control/rate': async (request, _url, { content }) => {
    const wanted = Rate.safeParse(await jsonBody(request));
    if (!wanted.success) return json({ error: z.prettifyError(wanted.error) }, 400);
    if (content.setRate === null) return json({ error: 'the rate can be set only when documents are generated; this upstream serves a folder' }, 409);
    content.setRate(wanted.data.rate, Date.now());
    return json({ rate: wanted.data.rate, released: content.released(Date.now()) });
  },
};

/** Returns 404 for an unknown path or method, 400 for an invalid body. */
export const control = async (request: IncomingMessage, url: URL, deps: ControlDeps): Promise<Reply> =>
  (await handlers[`${request.method} ${url.pathname}`]?.(request, url, deps)) ?? notFound();

/** Returns the parsed body, or undefined when it is not JSON. */
const jsonBody = async (request: IncomingMessage): Promise<unknown> => parseJson(await text(request));
