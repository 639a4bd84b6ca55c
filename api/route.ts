/**
 * A route: one definition that router, validation, types, quotas and the OpenAPI document are read from.
 * `answer` takes the raw query and path parameters, so that the table of routes needs no type parameters.
 */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from './auth/caller.ts';
import type { CacheSource } from './cache/page-cache.ts';
import type { ApiDeps } from './context.ts';
import { apiError } from './errors.ts';
import type { Content } from './reply/content.ts';
import { parseQueryString, type RawQuery } from './request/query-string.ts';

export type Reply = ContentReply | EmptyReply | StreamReply;

export interface ContentReply {
  readonly content: Content;
  readonly rowsCount?: number;
  readonly source?: CacheSource;
  /** Headers of this answer alone, as a flat list of names and values. */
  readonly headers?: readonly string[];
}

/** 204: there is nothing to say, which is no error. */
export interface EmptyReply {
  readonly content: null;
}

/** A body that is never in memory whole. */
export interface StreamReply {
  readonly stream: { readonly type: string; readonly etag: string; readonly chunks: () => AsyncIterable<string> };
  readonly rowsCount: number;
  readonly headers: readonly string[];
}

interface Facts {
  /** As @koa/router takes it: `/api/news/:uid/`. */
  readonly path: string;
  /** operationId. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Other names of parameters. */
  readonly aliases: Readonly<Record<string, string>>;
  /** Media type and schema of the 200. */
  readonly response: { readonly type: string; readonly schema: z.ZodType; readonly example?: unknown };
  /** Other representations of the 200, and what it says of them in headers. */
  readonly otherTypes?: Readonly<Record<string, { readonly description: string; readonly headers: Readonly<Record<string, string>> }>>;
  /** When there is a 204. */
  readonly empty?: string;
  /** Codes of its own, beside those that every route shares. */
  readonly errors: readonly ProblemCode[];
  /** What a call costs of the account's quota; without key nothing is counted. */
  readonly cost: 0 | 1;
  readonly cacheControl: string;
  /** Left out of the OpenAPI document: a part of a page. */
  readonly isHidden?: boolean;
}

export interface Route extends Facts {
  readonly method: 'GET';
  readonly needsKey: boolean;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  readonly answer: (
    queryString: string,
    pathParams: Readonly<Record<string, string>>,
    caller: Caller | null,
    deps: ApiDeps,
  ) => Reply | Promise<Reply>;
}

interface Definition<Q extends z.ZodObject, P extends z.ZodObject, I, C> extends Facts {
  readonly params: P;
  readonly query: Q;
  /** What follows from the query alone, checks between parameters included; remembered with it. */
  readonly read: (query: z.output<Q>) => I;
  readonly handle: (request: { readonly input: I; readonly params: z.output<P>; readonly caller: C }, deps: ApiDeps) => Reply | Promise<Reply>;
}

/** A route that needs a key: its handler has the caller. */
export const keyedRoute = <Q extends z.ZodObject, P extends z.ZodObject, I>(definition: Definition<Q, P, I, Caller>): Route =>
  build(definition, true, (input, params, caller, deps) => {
    if (caller === null) throw new Error(`${definition.name} was reached without a caller`);
    return definition.handle({ input, params, caller }, deps);
  });

/** A route that anyone may call, free of cost. */
export const publicRoute = <Q extends z.ZodObject, P extends z.ZodObject, I>(definition: Definition<Q, P, I, null>): Route =>
  build(definition, false, (input, params, _, deps) => definition.handle({ input, params, caller: null }, deps));

/** Values of parameters repeat from poll to poll, whatever the rest of the query: what was valid once is not parsed again. */
const rememberedValues = 2_000;
const rememberedLength = 100;
/** Whole queries, too: many poll the head with one. */
const rememberedQueries = 2_000;

function build<Q extends z.ZodObject, P extends z.ZodObject, I, C>(
  definition: Definition<Q, P, I, C>,
  needsKey: boolean,
  handle: (input: I, params: z.output<P>, caller: Caller | null, deps: ApiDeps) => Reply | Promise<Reply>,
): Route {
  const { params, query, aliases, read } = definition;
  const allowed = { names: new Set([...Object.keys(query.shape), ...Object.keys(aliases)]), aliases };
  const remembered = new LRUCache<string, { readonly input: I }>({ max: rememberedQueries });
  const parse = createQueryParser(query);

  const readInput = (queryString: string): I => {
    // Behind a cursor nearly every query is asked once.
    const isLasting = !queryString.includes('cursor=');
    const known = isLasting ? remembered.get(queryString) : undefined;
    if (known !== undefined) return known.input;
    const input = read(parse(parseQueryString(queryString, allowed)));
    if (isLasting) remembered.set(queryString, { input });
    return input;
  };
  const parsePath = (given: Readonly<Record<string, string>>): z.output<P> => {
    const parsed = params.safeParse(given);
    // What cannot be an id names nothing.
    if (!parsed.success) throw apiError('not_found', 'There is nothing at this address.', {});
    return parsed.data;
  };
  return {
    ...definition,
    method: 'GET',
    needsKey,
    answer: (queryString, given, caller, deps) => handle(readInput(queryString), parsePath(given), caller, deps),
  };
}

/** Reads each parameter by its own schema, so that one that is given costs what it costs, and one that is not, nothing. */
function createQueryParser<Q extends z.ZodObject>(query: Q): (given: RawQuery) => z.output<Q> {
  const defaults: Record<string, unknown> = query.parse({});
  const values = new Map<string, Map<string, unknown>>();
  const plain = new Set(Object.keys(query.shape).filter((name) => isPlainText(query.shape[name] as z.ZodType)));
  const readValue = (name: string, text: string | string[]): z.ZodSafeParseResult<unknown> | { readonly success: true; readonly data: unknown } => {
    const schema = query.shape[name] as z.ZodType;
    if (typeof text !== 'string') return schema.safeParse(text);
    if (plain.has(name)) return { success: true, data: text };
    if (text.length > rememberedLength) return schema.safeParse(text);
    let known = values.get(name);
    if (known === undefined) {
      known = new Map();
      values.set(name, known);
    }
    const held = known.get(text);
    if (held !== undefined) return { success: true, data: held };
    const parsed = schema.safeParse(text);
    if (parsed.success) {
      if (known.size >= rememberedValues) known.clear();
      known.set(text, parsed.data);
    }
    return parsed;
  };
  return (given) => {
    const parsed = { ...defaults };
    const issues = new Map<string, string[]>();
    for (const name in given) {
      const result = readValue(name, given[name]!);
      if (result.success) parsed[name] = result.data;
      else issues.set(name, [...new Set(result.error.issues.map((issue) => issue.message))]);
    }
    if (issues.size > 0) throw invalid(issues);
    // Every key was read by the schema of its name, and those not given have its default.
    return parsed as z.output<Q>;
  };
}

/** Any text will do, as for a cursor, which is checked elsewhere and is never the same twice. */
function isPlainText(schema: z.ZodType): boolean {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema;
  return inner instanceof z.ZodString && (inner.def.checks ?? []).length === 0;
}

function invalid(issues: ReadonlyMap<string, readonly string[]>): Error {
  const fields = Object.fromEntries([...issues].map(([name, messages]) => [name, [...messages]]));
  const detail = [...issues].map(([name, messages]) => `${name} ${messages.join('; ')}`).join('. ');
  return apiError('invalid_parameter', detail, { fields });
}
