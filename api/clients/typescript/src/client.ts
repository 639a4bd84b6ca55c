/** A client of the service, with one method for each operation of its OpenAPI document. It needs only fetch. */
import { apiErrorOf, ConnectionError, UnexpectedAnswerError } from './errors.ts';
import { operations, type Operations } from './generated/operations.ts';
import type { OperationFacts } from './operation-facts.ts';
import { rateLimitOf, type RateLimit } from './rate-limit.ts';
import { feedOf } from './position.ts';
import { defaultRetries, delayBeforeRetryMs, pause, type RetrySchedule } from './retry.ts';
import { readStream, streamType, type StreamOptions } from './stream.ts';

export type OperationName = keyof Operations;
export type ParametersOf<Name extends OperationName> = Operations[Name]['parameters'];
export type ResultOf<Name extends OperationName> = Operations[Name]['result'];

export interface ClientOptions {
  /** `https://news.example.com` */
  readonly baseUrl: string;
  /** API key. Public operations work without it. */
  readonly apiKey?: string;
  /** Milliseconds for one attempt, including the body. Default: 30,000. */
  readonly timeoutMs?: number;
  readonly retries?: Partial<RetrySchedule>;
  /** Replaces the global fetch. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface Answer<Result> {
  readonly result: Result;
  readonly status: number;
  readonly headers: Headers;
  readonly rateLimit: RateLimit | null;
}

type StreamName = { [Name in OperationName]: Operations[Name] extends { readonly isStream: true } ? Name : never }[OperationName];
type CalledName = Exclude<OperationName, StreamName>;

type Arguments<P, O = CallOptions> = Partial<P> extends P ? [parameters?: P, options?: O] : [parameters: P, options?: O];

export type Methods = { readonly [Name in CalledName]: (...given: Arguments<ParametersOf<Name>>) => Promise<ResultOf<Name>> };

/** `for await (const row of client.streamNews())`. A stream reconnects by itself, after its last row. */
export type Streams = {
  readonly [Name in StreamName]: (...given: Arguments<ParametersOf<Name>, StreamOptions>) => AsyncGenerator<ResultOf<Name>, void, undefined>;
};

export interface Caller {
  /** Calls the method of this name, and returns status, headers and quota with its result. */
  readonly request: <Name extends CalledName>(name: Name, ...given: Arguments<ParametersOf<Name>>) => Promise<Answer<ResultOf<Name>>>;
  /** Returns the raw answer, such as a file of `format=csv`, before its body has arrived. */
  readonly open: <Name extends OperationName>(name: Name, ...given: Arguments<ParametersOf<Name>>) => Promise<Response>;
  /** Returns the quota in the last answer, or null before the first. */
  readonly rateLimit: () => RateLimit | null;
}

export type Client = Methods & Streams & Caller;

type Parameters = Readonly<Record<string, unknown>>;

const defaultTimeoutMs = 30_000;
const safeMethods = new Set(['GET', 'HEAD']);

/** Throws TypeError when `baseUrl` is no http(s) address or `apiKey` cannot be sent. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs: usualTimeoutMs = defaultTimeoutMs, fetch: send = globalThis.fetch } = options;
  if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError(`baseUrl must be an http(s) URL, not ${baseUrl}`);
  // The key is checked here, because the error of fetch would contain it.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey contains a character that cannot be part of a key');
  const schedule = { ...defaultRetries, ...options.retries };
  let lastRateLimit: RateLimit | null = null;

  async function attempt<T>(
    facts: OperationFacts,
    parameters: Parameters,
    callOptions: CallOptions,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const url = urlOf(baseUrl, facts, parameters);
    const timeout = new AbortController();
    const { signal, timeoutMs = usualTimeoutMs } = callOptions;
    const timer = setTimeout(() => timeout.abort(), timeoutMs);
    try {
      const response = await send(url, {
        method: facts.method,
        headers: {
          accept: `${facts.type}, */*;q=0.1`,
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
          ...(facts.hasBody === true && { 'content-type': 'application/json' }),
        },
        ...(facts.hasBody === true && { body: JSON.stringify(parameters['body']) }),
        // A redirect could send the key to another address.
        redirect: 'error',
        signal: signal === undefined ? timeout.signal : AbortSignal.any([signal, timeout.signal]),
      });
      lastRateLimit = rateLimitOf(response.headers) ?? lastRateLimit;
      if (!response.ok) throw apiErrorOf(response, await response.text());
      return await read(response);
    } catch (error) {
      if (signal?.aborted === true) throw signal.reason;
      if (timeout.signal.aborted) throw new ConnectionError(`${url}: no complete answer within ${timeoutMs} ms`, { cause: error });
      // fetch throws a TypeError when it gets no answer.
      if (error instanceof TypeError) throw new ConnectionError(`${url}: ${causeOf(error)}`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async function call<T>(name: OperationName, given: Parameters, callOptions: CallOptions, read: (response: Response) => Promise<T>): Promise<T> {
    const facts: OperationFacts = operations[name];
    const isSafe = safeMethods.has(facts.method);
    for (let attempts = 1; ; attempts += 1) {
      try {
        return await attempt(facts, given, callOptions, read);
      } catch (error) {
        callOptions.signal?.throwIfAborted();
        const delayMs = delayBeforeRetryMs(error, { attempts, isSafe }, schedule);
        if (delayMs === null) throw error;
        await pause(delayMs, callOptions.signal);
        callOptions.signal?.throwIfAborted();
      }
    }
  }

  const request = (name: OperationName, parameters: object = {}, callOptions: CallOptions = {}): Promise<Answer<unknown>> =>
    call(name, { ...parameters }, callOptions, async (response) => ({
      result: await resultOf(response, operations[name].type),
      status: response.status,
      headers: response.headers,
      rateLimit: rateLimitOf(response.headers),
    }));
  const open = (name: OperationName, parameters: object = {}, callOptions: CallOptions = {}): Promise<Response> =>
    call(name, { ...parameters }, callOptions, (response) => Promise.resolve(response));
  const stream = (name: OperationName, parameters: Parameters = {}, streamOptions: StreamOptions = {}): AsyncGenerator<unknown, void, undefined> => {
    const { cursor = null, ...filters } = parameters;
    const connect = (at: string | null, signal: AbortSignal): Promise<Response> =>
      open(name, at === null ? filters : { ...filters, cursor: at }, { signal });
    return readStream(connect, { feed: feedOf(name, filters), cursor: cursor as string | null }, streamOptions);
  };
  const methodOf = (name: OperationName): unknown =>
    operations[name].type === streamType
      ? (parameters?: Parameters, streamOptions?: StreamOptions) => stream(name, parameters, streamOptions)
      : async (parameters?: object, callOptions?: CallOptions) => (await request(name, parameters, callOptions)).result;
  const methods = Object.fromEntries((Object.keys(operations) as OperationName[]).map((name) => [name, methodOf(name)]));
  // The cast is safe: the methods are made from the table that declares their types.
  return { ...(methods as Methods & Streams), request: request as Caller['request'], open, rateLimit: () => lastRateLimit };
}

async function resultOf(response: Response, type: string): Promise<unknown> {
  if (response.status === 204) return null;
  const text = await response.text();
  const answered = response.headers.get('content-type') ?? '';
  if (answered.split(';', 1)[0] !== type)
    throw new UnexpectedAnswerError(`${response.url}: ${answered || 'an answer without a type'} is not ${type}; \`open\` accepts every type`);
  if (type !== 'application/json') return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnexpectedAnswerError(`${response.url}: the answer is not JSON`, { cause: error });
  }
}

/** Returns why a fetch failed, which only the cause of its error says. */
const causeOf = (error: Error): string => (error.cause instanceof Error ? error.cause.message || error.cause.name : error.message);

/** Returns the address, without parameters that are undefined or null. Throws TypeError when a part of the path is missing. */
function urlOf(baseUrl: string, { path, hasBody }: OperationFacts, parameters: Parameters): string {
  const inPath = new Set<string>();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name);
    const value = parameters[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${path}: ${name} is missing`);
    return encodeURIComponent(textOf(value));
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || inPath.has(name) || (hasBody === true && name === 'body')) continue;
    query.set(name, Array.isArray(value) ? value.map(textOf).join(',') : textOf(value));
  }
  const text = query.toString();
  return `${withoutSlash(baseUrl)}${filled}${text === '' ? '' : `?${text}`}`;
}

function withoutSlash(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
