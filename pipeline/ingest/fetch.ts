/** Fetches documents politely. A failure of the upstream is a result, never an error. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';
import type { Outbound, OutboundResult } from '#ops/outbound/outbound.ts';
import { pause as pauseFor } from '#ops/process/pause.ts';
import { parseRetryAfter } from '#ops/outbound/retry-after.ts';
import { steadyNowMs } from '#ops/process/steady-clock.ts';
import type { FailureCause, FetchRequest, FetchResult, PoliteFetch } from './stage.ts';

/** Resolves when a request may be sent. The returned function must be called once the answer has begun or the request has failed. */
type BeforeSend = (signal: AbortSignal) => Promise<() => void>;

export interface PoliteFetchOptions {
  readonly outbound: Outbound;
  readonly userAgent: string;
  /** Minimum milliseconds between the starts of two requests to one host. */
  readonly hostIntervalMs: number;
  readonly inFlightMax?: number;
  /** Called directly before a request is sent, so that the permission that it gives is current. */
  readonly beforeSend?: BeforeSend;
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
  readonly steadyMs?: () => number;
  readonly pause?: (waitMs: number, signal: AbortSignal) => Promise<void>;
}

/** Queue of one host. `freeAtMs` is when its next request may start, `pagesFreeAtMs` when its next page may be requested. */
interface HostQueue {
  readonly limit: LimitFunction;
  freeAtMs: number;
  pagesFreeAtMs: number;
}

const freeAt = ({ freeAtMs, pagesFreeAtMs }: HostQueue, { purpose }: FetchRequest): number =>
  purpose === 'page' ? Math.max(freeAtMs, pagesFreeAtMs) : freeAtMs;

type Failure = Extract<FetchResult, { outcome: 'failed' }>;

const failed = (cause: FailureCause, detail: string, retryAfterMs: number | null = null, status: number | null = null): Failure => ({
  outcome: 'failed',
  cause,
  status,
  retryAfterMs,
  detail,
});

/** Number of hosts from which queues without any state are dropped. */
const hostsMax = 10_000;
/** Maximum Retry-After in milliseconds; longer ones are cut. */
export const retryAfterMaxMs = 3_600_000;

export function createPoliteFetch(options: PoliteFetchOptions): PoliteFetch {
  const { outbound, hostIntervalMs, inFlightMax = 1 } = options;
  const now = options.now ?? (() => new Date());
  const steadyMs = options.steadyMs ?? steadyNowMs;
  const wait = options.pause ?? pauseFor;
  const signal = options.signal ?? new AbortController().signal;
  const queues = new Map<string, HostQueue>();
  const beforeSend: BeforeSend = options.beforeSend ?? (async () => () => undefined);
  const signalOf = (request: FetchRequest): AbortSignal => (request.signal ? AbortSignal.any([signal, request.signal]) : signal);

  /** Returns the queue of a host. Queues without any state are dropped when there are too many. */
  function queueOf(host: string): HostQueue {
    if (queues.size >= hostsMax && !queues.has(host))
      for (const [other, { limit, freeAtMs, pagesFreeAtMs }] of queues)
        if (limit.activeCount === 0 && Math.max(freeAtMs, pagesFreeAtMs) <= steadyMs()) queues.delete(other);
    return queues.getOrInsertComputed(host, () => ({ limit: pLimit(inFlightMax), freeAtMs: 0, pagesFreeAtMs: 0 }));
  }

  /** Waits until the host may be requested. Returns a failure when the wait is longer than the request may take. */
  async function clearance(queue: HostQueue, request: FetchRequest): Promise<Failure | (() => void)> {
    const until = signalOf(request);
    for (;;) {
      if (until.aborted) return failed('aborted', 'aborted');
      const pauseMs = freeAt(queue, request) - steadyMs();
      if (pauseMs > Math.max(request.timeoutMs, hostIntervalMs)) return failed('host_pause', 'the host asked for a pause', pauseMs);
      if (pauseMs > 0) {
        await wait(pauseMs, until);
        continue;
      }
      const answered = await beforeSend(until);
      // The answer to another request may have set a Retry-After during the wait.
      if (freeAt(queue, request) <= steadyMs()) {
        queue.freeAtMs = steadyMs() + hostIntervalMs;
        return answered;
      }
      answered();
    }
  }

  async function inTurn(queue: HostQueue, request: FetchRequest): Promise<FetchResult> {
    const cleared = await clearance(queue, request);
    if (typeof cleared !== 'function') return cleared;
    let answered = cleared;
    const result = await outbound.request({
      url: request.url,
      headers: headersOf(request, options.userAgent),
      bodyBytesMax: request.bodyBytesMax,
      timeoutMs: request.timeoutMs,
      signal: signalOf(request),
      ...(request.read && { read: request.read }),
      ...(request.mayLeadTo && { mayLeadTo: request.mayLeadTo }),
      onAnswered: () => answered(),
      beforeRedirect: async () => {
        answered = await beforeSend(signalOf(request));
      },
    });
    answered();
    const retryAfterMs =
      result.outcome === 'answered' ? parseRetryAfter(result.headers['retry-after'] ?? null, dateOf(result.headers, now), retryAfterMaxMs) : null;
    if (result.outcome === 'answered' && (result.status === 429 || result.status === 503) && retryAfterMs !== null) {
      const lane = request.purpose === 'page' ? 'pagesFreeAtMs' : 'freeAtMs';
      queue[lane] = Math.max(queue[lane], steadyMs() + retryAfterMs);
    }
    return resultOf(request, result, retryAfterMs, now().toISOString());
  }

  return async (request) => {
    if (!URL.canParse(request.url)) return failed('forbidden', 'forbidden: not an absolute URL');
    const queue = queueOf(new URL(request.url).host);
    return queue.limit(inTurn, queue, request);
  };
}

const headersOf = (request: FetchRequest, userAgent: string): Record<string, string> => ({
  accept: '*/*',
  'accept-encoding': 'gzip, deflate, zstd',
  ...Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value])),
  'user-agent': userAgent,
  ...(request.etag ? { 'if-none-match': request.etag } : {}),
  ...(request.lastModified ? { 'if-modified-since': request.lastModified } : {}),
});

/** Returns the advice on how to allow a private address; empty for the target of a redirect, which the publisher chose. */
const remedyOf = ({ url }: FetchRequest, privateOrigin: string | null): string =>
  new URL(url).origin === privateOrigin ? `; add ${privateOrigin} to OUTBOUND_ALLOWED_ORIGINS to allow it` : '';

function resultOf(request: FetchRequest, result: OutboundResult, retryAfterMs: number | null, fetchedAt: string): FetchResult {
  if (result.outcome === 'too_large') return { outcome: 'refused', reason: 'too_large', detail: result.detail };
  if (result.outcome === 'forbidden') return failed('forbidden', `forbidden: ${result.detail}${remedyOf(request, result.privateOrigin)}`);
  if (result.outcome === 'failed') return failed(result.cause, result.detail);
  const { status, headers } = result;
  if (status === 304 && (request.etag || request.lastModified)) return { outcome: 'not_modified', ...freshFor(headers) };
  // Status 203 is 200 through a transforming proxy (RFC 9110, 15.3.4). No other success has a whole document.
  if (status !== 200 && status !== 203) return failed('status', `status ${status}`, retryAfterMs, status);
  return {
    outcome: 'ok',
    url: result.url,
    contentType: headers['content-type'] ?? null,
    body: result.body,
    etag: validator(headers.etag),
    lastModified: validator(headers['last-modified']),
    ...freshFor(headers),
    fetchedAt,
  };
}

/** Returns the time by the clock of the host, to which a date in Retry-After refers; the local time when the host sends none. */
function dateOf(headers: Headers, now: () => Date): Date {
  const atMs = Date.parse(headers.date ?? '');
  return Number.isNaN(atMs) ? now() : new Date(atMs);
}

/** Returns the validator to store and send back; null when it is not a usable header value. */
const validator = (value: string | undefined): string | null =>
  value !== undefined && value !== '' && value.length <= 500 && /^[\x20-\x7e\x80-\xff]*$/.test(value) ? value : null;

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns for how long shared caches may serve their copy (RFC 9111, 4.2): `max-age` less `Age`, else `Expires` less `Date`; an empty object
 * when the headers do not state it.
 */
export function freshFor(headers: Headers): { readonly freshForMs?: number } {
  const ms = lifetimeMs(headers);
  return ms === null ? {} : { freshForMs: Math.max(0, ms - (seconds(headers['age']) ?? 0) * 1_000) };
}

function lifetimeMs(headers: Headers): number | null {
  const directives = (headers['cache-control'] ?? '')
    .slice(0, 1_000)
    .toLowerCase()
    .split(',')
    .map((directive) => directive.trim());
  if (directives.some((directive) => directive === 'no-cache' || directive === 'no-store')) return 0;
  const stated = directives.find((directive) => directive.startsWith('max-age='));
  const maxAge = seconds(stated?.slice('max-age='.length).replaceAll('"', ''));
  if (maxAge !== null) return maxAge * 1_000;
  if (headers['expires'] === undefined) return null;
  const [date, expires] = [headers['date'], headers['expires']].map((text) => Date.parse(text ?? ''));
  // An invalid value, above all `0`, means a time in the past (RFC 9111, 5.3).
  if (Number.isNaN(expires) || !/\d{4}/.test(headers['expires'])) return 0;
  return Number.isNaN(date) ? null : Math.max(0, expires! - date!);
}

const seconds = (text: string | undefined): number | null => (text !== undefined && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null);
