/** The HTTP client for addresses that others choose: connects to public addresses and configured origins only, limits time and size. */
import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { constants, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { createReadBudget, type ReadBudget } from './read-budget.ts';

export interface OutboundOptions {
  /** Origins that may be private or loopback, for example `http://127.0.0.1:4500`. */
  readonly allowedOrigins: readonly string[];
  readonly connectTimeoutMs?: number;
  readonly headersTimeoutMs?: number;
  /** Longest pause between two pieces of a body. */
  readonly bodyTimeoutMs?: number;
  readonly connectionsMax?: number;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Most bytes of the body, as received and after decompression. */
  readonly bodyBytesMax: number;
  /** Time limit from the call to the last byte, redirects included. */
  readonly timeoutMs: number;
  /** Most redirects of a GET; a POST follows none. With 0 a redirect is returned as the response. */
  readonly redirectsMax?: number;
  readonly isSecureOnly?: boolean;
  /** Awaited before a redirect is followed, for example to wait for the host's rate limit. */
  readonly beforeRedirect?: () => Promise<void>;
  /** Returns whether a redirect to this address may be followed. Absent: any public address. */
  readonly mayLeadTo?: (address: URL) => boolean;
  /** Reads only the start of the body, for any status: at most `bytes` decompressed bytes within `withinMs`. Errors after that are ignored. */
  readonly glance?: { readonly bytes: number; readonly withinMs: number };
  /** Called when response headers have arrived, also those of a redirect. */
  readonly onAnswered?: () => void;
  /** Receives the body of a 2xx response in pieces as it arrives; the result's `body` is then empty. */
  readonly read?: (pieces: AsyncIterable<Buffer>) => Promise<void>;
  readonly signal?: AbortSignal;
}

export type OutboundResult =
  | {
      readonly outcome: 'answered';
      /** The address after redirects. */
      readonly url: string;
      readonly status: number;
      /** Names in lower case. The values of a repeated header are joined by a comma. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
    }
  /** Nothing was sent: the address is not http(s), or it is not public (`privateOrigin` is then its origin). */
  | { readonly outcome: 'forbidden'; readonly detail: string; readonly privateOrigin: string | null }
  | { readonly outcome: 'too_large'; readonly detail: string }
  | { readonly outcome: 'failed'; readonly cause: 'aborted' | 'too_slow' | 'unreachable'; readonly detail: string };

export interface Outbound {
  readonly request: (request: OutboundRequest) => Promise<OutboundResult>;
  readonly close: () => Promise<void>;
}

class ForbiddenError extends Error {
  readonly privateOrigin: string | null;
  constructor(message: string, privateOrigin: string | null = null) {
    super(message);
    this.privateOrigin = privateOrigin;
  }
}
class TooLargeError extends Error {}
class UnreadableError extends Error {}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const redirectsDefault = 5;
/** Most bytes received when only the start of a body is wanted. A compressed body may have any number of bytes without content. */
const glanceReceivedMax = 262_144;
/** Additional bytes for response headers and the TLS handshake. */
const headsBytes = 262_144;
/** Each content coding costs the memory of a decoder. Real servers use at most two. */
const codingsMax = 2;

/** Public addresses that belong to the platform a cloud machine runs on: Azure's wire server, IBM's services, Google's private access. */
const platformRanges = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14', '199.36.153.4/30', '199.36.153.8/30'].map((range) =>
  ipaddr.IPv4.parseCIDR(range),
);

/**
 * Returns true for a globally routable unicast address that does not belong to a cloud platform. ipaddr.js knows the special ranges, but
 * counts IPv4-compatible and unassigned IPv6 addresses as unicast, so IPv6 is limited to 2000::/3 (RFC 4291, 2.4).
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !platformRanges.some((range) => parsed.match(range));
  const bytes = parsed.toByteArray();
  if (((bytes[0] ?? 0) & 0xe0) !== 0x20) return false;
  // ISATAP (RFC 5214, 6.1): the last four bytes are the IPv4 address to which a router forwards the packet.
  const isTunnelled = ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
  return !isTunnelled || isPublicAddress(bytes.slice(12).join('.'));
}

/** Returns whether the URL's host is this machine or a private network. Names are not resolved. */
export function isLocalUrl({ hostname }: URL): boolean {
  const host = bare(hostname);
  return isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) || !host.includes('.') : !isPublicAddress(host);
}

const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Creates the client. Throws a TypeError when an allowed origin is not http(s). */
export function createOutbound(options: OutboundOptions): Outbound {
  const budget = createReadBudget((bytes) => new TooLargeError(`over ${bytes} bytes, headers included`));
  const agent = new Agent({
    connect: guardedConnector({ allowedOrigins: new Set(options.allowedOrigins.map(allowedOrigin)), timeoutMs: options.connectTimeoutMs ?? 10_000, budget }), // prettier-ignore
    headersTimeout: options.headersTimeoutMs ?? 15_000,
    bodyTimeout: options.bodyTimeoutMs ?? 15_000,
    connections: options.connectionsMax ?? 4,
    pipelining: 1,
    maxHeaderSize: 16_384,
  });
  return {
    request: async (request) => {
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
      try {
        return await follow({ agent, budget }, request, signal);
      } catch (error) {
        if (error instanceof ForbiddenError) return { outcome: 'forbidden', detail: error.message, privateOrigin: error.privateOrigin };
        if (error instanceof TooLargeError) return { outcome: 'too_large', detail: error.message };
        if (request.signal?.aborted) return { outcome: 'failed', cause: 'aborted', detail: 'aborted' };
        if (timeout.aborted) return { outcome: 'failed', cause: 'too_slow', detail: `no complete answer within ${request.timeoutMs} ms` };
        return { outcome: 'failed', cause: 'unreachable', detail: describe(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

async function follow(
  client: { readonly agent: Agent; readonly budget: ReadBudget },
  request: OutboundRequest,
  signal: AbortSignal,
): Promise<OutboundResult> {
  const method = request.method ?? 'GET';
  const redirectsMax = method === 'POST' ? 0 : (request.redirectsMax ?? redirectsDefault);
  let url = parseTarget(request.url, undefined, request.isSecureOnly);
  let headers = request.headers ?? {};
  for (let redirects = 0; ; redirects += 1) {
    const mayRedirect = redirects < redirectsMax;
    const over = client.budget.grant(url.origin, allowanceOf(request));
    const hop = await askOnce(client.agent, { url, method, headers, request, keepsRedirect: redirectsMax === 0 }, signal).finally(over);
    if ('outcome' in hop) return hop;
    if (!mayRedirect) throw new UnreadableError(`more than ${redirectsMax} redirects`);
    const next = parseTarget(hop.location, url, request.isSecureOnly);
    if (request.mayLeadTo !== undefined && !request.mayLeadTo(next))
      throw new ForbiddenError(`a redirect to ${next.host}, where this request may not go`);
    if (next.origin !== url.origin) headers = withoutCredentials(headers);
    await request.beforeRedirect?.();
    url = next;
  }
}

/** Returns the number of bytes that a connection may receive. Chunk framing may be as long as the body. */
const allowanceOf = ({ glance, bodyBytesMax }: OutboundRequest): number => headsBytes + (glance === undefined ? 2 * bodyBytesMax : glanceReceivedMax);

interface Hop {
  readonly url: URL;
  readonly method: NonNullable<OutboundRequest['method']>;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: OutboundRequest;
  readonly keepsRedirect: boolean;
}

async function askOnce(agent: Agent, hop: Hop, signal: AbortSignal): Promise<OutboundResult | { readonly location: string }> {
  const { url, method, headers, request, keepsRedirect } = hop;
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers,
    body: request.body ?? null,
    signal,
  });
  request.onAnswered?.();
  response.body.on('error', () => undefined);
  const location = response.headers.location;
  if (redirectStatuses.has(response.statusCode) && !keepsRedirect && typeof location === 'string') {
    response.body.destroy();
    return { location: fromUtf8(location) };
  }
  const body = await readBody(response, request);
  return { outcome: 'answered', url: url.href, status: response.statusCode, headers: plainHeaders(response.headers), body };
}

/** Returns a header decoded as UTF-8, which some servers use for addresses, or unchanged (ISO 8859-1) when it is not UTF-8. */
function fromUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString();
  return text.includes('\ufffd') ? header : text;
}

function parseTarget(text: string, base: URL | undefined, isSecureOnly = false): URL {
  if (!URL.canParse(text, base)) throw new ForbiddenError('not an absolute http(s) address');
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new ForbiddenError(`scheme ${url.protocol} is not http(s)`);
  if (isSecureOnly && url.protocol !== 'https:') throw new ForbiddenError('not an https address');
  return url;
}

const originOf = (url: string): string => new URL(url).origin;

function allowedOrigin(text: string): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) throw new TypeError(`${JSON.stringify(text)} is not an http(s) origin`);
  return originOf(text);
}

const withoutCredentials = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(authorization|cookie|proxy-authorization)$/i.test(name)));

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]])),
  );

/** Returns a connector that checks the address of every connection: redirects and changes of DNS included. */
function guardedConnector({ allowedOrigins, timeoutMs, budget }: Guard): buildConnector.connector {
  const connectAnywhere = buildConnector({ timeout: timeoutMs, allowH2: false });
  const connectPublic = buildConnector({ timeout: timeoutMs, allowH2: false, lookup: publicLookup });
  return (target, callback) => {
    const host = bare(target.hostname);
    const port = target.port === '' ? '' : `:${target.port}`;
    const origin = originOf(`${target.protocol}//${host.includes(':') ? `[${host}]` : host}${port}`);
    const isAllowed = allowedOrigins.has(origin);
    if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) {
      callback(new ForbiddenError(`${host} is not a public address`, origin), null);
      return;
    }
    (isAllowed ? connectAnywhere : connectPublic)(target, (...[error, socket]) => {
      if (error) return callback(error instanceof ForbiddenError ? new ForbiddenError(error.message, origin) : error, null);
      if (isAllowed || isPublicAddress(socket.remoteAddress ?? '')) {
        budget.watch(origin, socket);
        return callback(null, socket);
      }
      socket.destroy();
      return callback(new ForbiddenError(`${host} redirected to an address that is not public`, origin), null);
    });
  };
}

interface Guard {
  readonly allowedOrigins: ReadonlySet<string>;
  readonly timeoutMs: number;
  readonly budget: ReadBudget;
}

/** Resolves a name. One address that is not public fails the whole name. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolveName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '', 0);
    const first = addresses[0];
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new ForbiddenError(`${hostname} resolves to an address that is not public`), '', 0);
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

async function readBody(response: Dispatcher.ResponseData, request: OutboundRequest): Promise<Buffer> {
  if (request.glance !== undefined) return glanceAt(response, request.glance);
  const { bodyBytesMax } = request;
  const announced = Number(response.headers['content-length'] ?? 0);
  try {
    if (announced > bodyBytesMax) throw new TooLargeError(`announces ${announced} bytes; the limit is ${bodyBytesMax}`);
    const received = limited(response.body, bodyBytesMax, 'as received');
    const pieces = limited(decoded(received, codingsOf(response)), bodyBytesMax, 'as decompressed');
    const chunks: Buffer[] = [];
    if (request.read !== undefined && response.statusCode >= 200 && response.statusCode < 300) await request.read(pieces);
    else for await (const chunk of pieces) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    response.body.destroy();
  }
}

async function glanceAt(response: Dispatcher.ResponseData, { bytes, withinMs }: NonNullable<OutboundRequest['glance']>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let seen = 0;
  // Destroying the body ends the wait for its next piece.
  const timer = setTimeout(() => response.body.destroy(), withinMs);
  try {
    for await (const chunk of decoded(limited(response.body, glanceReceivedMax, 'as received'), codingsOf(response))) {
      chunks.push(chunk.subarray(0, bytes - seen));
      seen += chunk.length;
      if (seen >= bytes) break;
    }
  } catch {
    // The pieces that arrived before the error are the result.
  } finally {
    clearTimeout(timer);
    response.body.destroy();
  }
  return Buffer.concat(chunks);
}

async function* limited(source: AsyncIterable<Buffer>, bytesMax: number, what: string): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new TooLargeError(`over ${bytesMax} bytes ${what}`);
    yield chunk;
  }
}

/** Returns the content codings in the order in which they were applied (RFC 9110, 8.4). Parameters, which some servers add, are ignored. */
function codingsOf(response: Dispatcher.ResponseData): string[] {
  const header = response.headers['content-encoding'];
  const codings = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.split(';', 1)[0]!.trim())
    .filter((coding) => !noCoding.test(coding));
  if (codings.length > codingsMax) throw new UnreadableError(`${codings.length} content codings`);
  const refused = codings.find((coding) => !Object.hasOwn(decoders, coding));
  if (refused !== undefined) throw new UnreadableError(`unsupported content coding ${refused}`);
  return codings;
}

const decoders: Readonly<Record<string, (firstByte: number) => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // Some servers send raw deflate under this name. The low four bits of a zlib header are always 8 (RFC 1950, 2.2).
  deflate: (firstByte) => ((firstByte & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  // Brotli (`br`) is excluded: Node's decoder had a memory fault (CVE-2026-111497). A zstd decoder need not support a window over 8 MB
  // (RFC 9659).
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: 23 } }),
};

/** Matches values that servers write when the body has no coding: nothing, `none`, `identity`, or the charset of the text. */
const noCoding =
  /^(?:|none|identity|utf-?(?:8|16(?:le|be)?)|us-ascii|ascii|iso-?8859-\d{1,2}|latin-?1|windows-\d{3,4}|cp\d{3,4}|shift[_-]jis|euc-(?:jp|kr)|big5|gb2312|gbk|gb18030|koi8-[ru])$/;

async function* decoded(source: AsyncGenerator<Buffer>, codings: readonly string[]): AsyncGenerator<Buffer> {
  const coding = codings.at(-1);
  if (coding === undefined) return yield* source;
  const first = await source.next();
  if (first.done) return;
  const whole = prepend(first.value, source);
  const stream: Readable = pipeline(whole, decoders[coding]!(first.value[0] ?? 0), () => undefined);
  return yield* decoded(limited(stream, Number.POSITIVE_INFINITY, coding), codings.slice(0, -1));
}

async function* prepend(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

/** Returns the error's code or name. Messages of Node may contain the URL with its query. */
function describe(error: unknown): string {
  if (error instanceof UnreadableError) return error.message;
  if (!(error instanceof Error)) return 'unknown fault';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return code.slice(0, 100);
}
