/**
 * A route: one definition that router, validation, types, quotas and the OpenAPI document are read from.
 * `answer` takes the raw query and path parameters, so that the table of routes needs no type parameters.
 */
import { LRUCache } from 'lru-cache';
import type { z } from 'zod';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from './auth/caller.ts';
import type { CacheSource } from './cache/page-cache.ts';
import type { ApiDeps } from './context.ts';
import { apiError } from './errors.ts';
import type { Content } from './reply/content.ts';
import { parseQueryString } from './request/query-string.ts';

export interface Reply {
  readonly content: Content;
  readonly rowsCount?: number;
  readonly source?: CacheSource | 'tail';
  /** Headers of this answer alone, as a flat list of names and values. */
  readonly headers?: readonly string[];
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
  readonly response: { readonly type: string; readonly schema: z.ZodType };
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
  readonly answer: (queryString: string, pathParams: Readonly<Record<string, string>>, caller: Caller | null, deps: ApiDeps) => Reply | Promise<Reply>;
}

interface Definition<Q extends z.ZodObject, P extends z.ZodObject, C> extends Facts {
  readonly params: P;
  readonly query: Q;
  readonly handle: (request: { readonly query: z.output<Q>; readonly params: z.output<P>; readonly caller: C }, deps: ApiDeps) => Reply | Promise<Reply>;
}

/** A route that needs a key: its handler has the caller. */
export const keyedRoute = <Q extends z.ZodObject, P extends z.ZodObject>(definition: Definition<Q, P, Caller>): Route =>
  build(definition, true, (query, params, caller, deps) => {
    if (caller === null) throw new Error(`${definition.name} was reached without a caller`);
    return definition.handle({ query, params, caller }, deps);
  });

/** A route that anyone may call, free of cost. */
export const publicRoute = <Q extends z.ZodObject, P extends z.ZodObject>(definition: Definition<Q, P, null>): Route =>
  build(definition, false, (query, params, _, deps) => definition.handle({ query, params, caller: null }, deps));

/** Queries repeat from poll to poll: those that were valid are not parsed again. */
const rememberedQueries = 5_000;
const rememberedLength = 1_000;

function build<Q extends z.ZodObject, P extends z.ZodObject, C>(
  definition: Definition<Q, P, C>,
  needsKey: boolean,
  handle: (query: z.output<Q>, params: z.output<P>, caller: Caller | null, deps: ApiDeps) => Reply | Promise<Reply>,
): Route {
  const { params, query, aliases } = definition;
  const allowed = { names: new Set([...Object.keys(query.shape), ...Object.keys(aliases)]), aliases };
  const remembered = new LRUCache<string, z.output<Q> & object>({ max: rememberedQueries });

  const parseQuery = (queryString: string): z.output<Q> => {
    const known = remembered.get(queryString);
    if (known !== undefined) return known;
    const parsed = query.safeParse(parseQueryString(queryString, allowed));
    if (!parsed.success) throw invalid(parsed.error);
    if (queryString.length <= rememberedLength) remembered.set(queryString, parsed.data);
    return parsed.data;
  };
  const parsePath = (given: Readonly<Record<string, string>>): z.output<P> => {
    const parsed = params.safeParse(given);
    // What cannot be an id names nothing.
    if (!parsed.success) throw apiError('not_found', 'There is nothing at this address.', {});
    return parsed.data;
  };
  return { ...definition, method: 'GET', needsKey, answer: (queryString, given, caller, deps) => handle(parseQuery(queryString), parsePath(given), caller, deps) };
}

function invalid(error: z.ZodError): Error {
  const fields = new Map<string, string[]>();
  for (const { path, message } of error.issues) {
    const name = String(path[0] ?? 'query');
    const messages = fields.get(name) ?? [];
    if (!messages.includes(message)) messages.push(message);
    fields.set(name, messages);
  }
  const detail = [...fields].map(([name, messages]) => `${name} ${messages.join('; ')}`).join('. ');
  return apiError('invalid_parameter', detail, { fields: Object.fromEntries(fields) });
}
