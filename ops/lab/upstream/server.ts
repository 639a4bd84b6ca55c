/**
 * Starts the local upstream, an HTTP server that stands in for publishers, EDGAR, symbol lists and agencies' calendars. Documents are
 * generated from a seed or read from a folder. With a state folder, a restart does not release served documents again.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { control, type ControlDeps } from './control.ts';
import type { Content } from './content.ts';
import { createGate } from './edgar/gate.ts';
import { folderContent } from './folder/content.ts';
import { generatedContent } from './generate/world-content.ts';
import { createLane, type ReleaseSchedule, type RatePeriod } from './lane.ts';
import { createMisbehaviour } from './misbehave.ts';
import { parseOptions, type UpstreamOptions } from './options.ts';
import { reply, type Reply } from './reply.ts';
import { route } from './routes.ts';
import { sendReply } from './send.ts';
import type { DocumentRef } from './served.ts';
import { sendSpoiled } from './spoil.ts';
import { openState, type State } from './state.ts';

export interface Upstream {
  /** Base URL without a trailing slash. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Time before the first start over which the dates of the first burst are spread. */
const articleSpreadMs = 6 * 3_600_000;
const filingSpreadMs = 3_600_000;
const articleShareOfBurst = 0.6;

/** Starts the server. Throws OptionError for an invalid option, StateMismatch for a state folder of another seed or folder. */
export async function startUpstream(given: Partial<UpstreamOptions> = {}): Promise<Upstream> {
  const options = parseOptions(given);
  const server = createServer({ keepAliveTimeout: 60_000 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const folder = options.upstream === 'generated' ? null : folderContent(options.upstream, url);
    const state = openState(
      options.state,
      folder === null ? { upstream: 'generated', seed: options.seed } : { upstream: `folder ${folder.digest}`, seed: 0 },
    );
    const content = folder ?? generated(options, state, url);
    answerWith(server, content, state, options, url);
    return { url, stop: () => stop(server, state) };
  } catch (error) {
    server.close();
    throw error;
  }
}

function generated(options: UpstreamOptions, state: State, publicUrl: string): Content {
  const lanes: readonly [ReleaseSchedule, ReleaseSchedule] = [createLane(), createLane()];
  for (const { lane, stretch } of state.stretches) lanes[lane].open(stretch);
  const ratesOf = (perSecond: number): readonly [number, number] => {
    const filings = Math.min(perSecond * options.filingShare, options.filingsPerSecondMax);
    return [perSecond - filings, filings];
  };
  const open = (lane: 0 | 1, stretch: RatePeriod): void => {
    lanes[lane].open(stretch);
    state.keep(lane, stretch);
  };
  const setRate = (perSecond: number, now: number): void => {
    const rates = ratesOf(perSecond);
    for (const lane of [0, 1] as const) open(lane, { from: lanes[lane].position(now), startAt: now, perSecond: rates[lane], burst: 0, spreadMs: 0 });
  };
  const startAt = Date.now();
  const rates = ratesOf(options.rate);
  const articlesInBurst = Math.ceil(options.burst * articleShareOfBurst);
  const bursts = [articlesInBurst, options.burst - articlesInBurst] as const;
  for (const lane of [0, 1] as const) {
    // A document that no listing has shown yet is released again with the same index.
    const from = state.served.end(lane);
    open(lane, {
      from,
      startAt,
      perSecond: rates[lane],
      burst: Math.max(0, bursts[lane] - from),
      spreadMs: lane === 0 ? articleSpreadMs : filingSpreadMs,
    });
  }
  const firstStartAt = state.stretches[0]?.stretch.startAt ?? startAt;
  const { seed, symbolDayMs, historyDays } = options;
  return generatedContent({
    seed,
    articles: lanes[0],
    filings: lanes[1],
    publicUrl,
    symbolDayMs,
    history: { days: historyDays, endAt: firstStartAt },
    setRate,
  });
}

function answerWith(server: Server, content: Content, state: State, options: UpstreamOptions, publicUrl: string): void {
  const gate = createGate(options.edgarPerSecondMax);
  const misbehaviour = createMisbehaviour();
  const requests: Record<string, number> = {};
  const deps: ControlDeps = { content, served: state.served, gate, misbehaviour, requests };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = Date.now();
    const mark = (refs: readonly DocumentRef[]): void => {
      if (server.listening && !response.destroyed) state.served.mark(refs, Date.now());
    };
    const url = URL.parse(request.url ?? '/', 'http://upstream');
    if (url === null) return sendReply(request, response, notAnAddress, mark, now);
    if (url.pathname.startsWith('/__control/')) return sendReply(request, response, await control(request, url, deps), mark, now);
    const { name, isEdgar, answer: answerRoute } = route(content, { path: decoded(url.pathname), query: url.searchParams, now, publicUrl });
    requests[name] = (requests[name] ?? 0) + 1;
    const refusal = isEdgar ? gate.check(request.headers['user-agent'], performance.now()) : null;
    if (refusal !== null) return sendReply(request, response, refusal, mark, now);
    const rule = misbehaviour.take(`${url.pathname}${url.search}`);
    const good = answerRoute();
    if (rule === null) return sendReply(request, response, good, mark, now);
    return sendSpoiled({ request, response, mark, now: Date.now }, rule, good);
  }

  server.on('request', (request, response) => {
    response.on('error', () => undefined);
    answer(request, response).catch((error: unknown) => {
      process.stderr.write(`${request.method} ${request.url}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    });
  });
}

const notAnAddress: Reply = reply(400, 'text/plain', 'this is not an address\n');

/** Returns the decoded path; invalid percent-encoding becomes `/`, which no route serves. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '/';
  }
}

async function stop(server: Server, state: State): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  state.close();
}
