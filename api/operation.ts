/**
 * An operation: one request that the service offers to callers. Routing, validation, quotas, caching, errors and the OpenAPI document
 * derive from its definition. HTTP (http/) is one adapter of the table of operations; other adapters may offer the same operations.
 */
import { z } from 'zod';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from './auth/caller.ts';
import type { ApiDeps } from './deps.ts';
import { apiError } from './errors.ts';
import { createQueryReader } from './request/query.ts';
import { quoted } from './request/quoted.ts';
import type { Result } from './reply/result.ts';

export type { FileResult, LiveResult, Result, StreamResult } from './reply/result.ts';

/** public: anyone may call; key: owners of an API key. */
export type Access = 'public' | 'key';
export type CallerOf<A extends Access> = A extends 'public' ? null : Caller;

export interface Output {
  /** Media type and schema of the 200. */
  readonly type: string;
  readonly schema: z.ZodType;
  readonly example?: unknown;
  /** Other representations of the 200 by media type, with the headers of each. */
  readonly others?: Readonly<
    Record<string, { readonly description: string; readonly schema?: z.ZodType; readonly headers?: Readonly<Record<string, string>> }>
  >;
  /** Describes when the answer is a 204. */
  readonly empty?: string;
}

interface Facts {
  /** operationId. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Path in the syntax of @koa/router: `/api/news/:uid/`; unique in the table. Its method is GET. */
  readonly path: string;
  /** Default: key. */
  readonly access: Access;
  readonly output: Output;
  /** Calls that it takes from the account's quota; without a caller nothing is counted. Default: 1. */
  readonly cost: 0 | 1;
  /** Its own codes, in addition to those that every operation shares. Default: none. */
  readonly errors: readonly ProblemCode[];
  /** Cache-Control of its answers. Default: a caller may keep them for a minute. */
  readonly cache: string;
  /** Its 200 is an endless stream of events, each of the schema of `output`; a reader resumes it by the header Last-Event-ID. */
  readonly isLive?: boolean;
  /** Omitted from the OpenAPI document because it is part of a page. */
  readonly isHidden?: boolean;
}

/** A caller's input as text. */
export interface GivenInput {
  /** Query without its question mark. */
  readonly query: string;
  readonly path: Readonly<Record<string, string>>;
  /** Whether it came below `/compat/alphai`. */
  readonly isCompatible?: boolean;
  /** Media type of `output` that the caller prefers; null: none of them is acceptable. */
  readonly accepted: string | null;
  /** The id of the last event that the caller has; absent: none. */
  readonly lastEventId?: string | undefined;
}

/** An operation as adapters see it. */
export interface Operation extends Facts {
  readonly parameters: { readonly path: z.ZodObject; readonly query: z.ZodObject; readonly aliases: Readonly<Record<string, string>> };
  /** Answers a call; throws ApiError where the input does not fit the definition. */
  readonly call: (given: GivenInput, caller: Caller | null, deps: ApiDeps) => Result | Promise<Result>;
}

export interface Input<Path, Query> {
  readonly path: Path;
  readonly query: Query;
  readonly accepted: string;
  readonly isCompatible: boolean;
  readonly lastEventId: string | null;
}

const defaults = { access: 'key', cost: 1, errors: [], cache: 'private, max-age=60' } as const satisfies Partial<Facts>;

interface Definition<A extends Access, P extends z.ZodObject, Q extends z.ZodObject, I>
  extends Omit<Facts, keyof typeof defaults>, Partial<Pick<Facts, 'cost' | 'errors' | 'cache'>> {
  readonly access?: A;
  readonly input?: {
    readonly path?: P;
    readonly query?: Q;
    /** Other names of query parameters. */
    readonly aliases?: Readonly<Record<string, string>>;
    /** Derives values from the query alone and checks its parameters together; cached with the query. */
    readonly read?: (query: z.output<Q>) => I;
    /** Returns the media type that the query selects, whatever the caller accepts; null: it selects none. */
    readonly selectType?: (query: I) => string | null;
  };
  readonly handle: (input: Input<z.output<P>, I>, caller: CallerOf<A>, deps: ApiDeps) => Result | Promise<Result>;
}

const nothing = z.object({});

export function defineOperation<
  A extends Access = 'key',
  P extends z.ZodObject = typeof nothing,
  Q extends z.ZodObject = typeof nothing,
  I = z.output<Q>,
>(definition: Definition<A, P, Q, I>): Operation {
  const { input = {}, handle, ...own } = definition;
  const facts: Facts = { ...defaults, ...own };
  const { path = nothing, query: parameters = nothing, aliases = {}, selectType } = input;
  const readQuery = createQueryReader(parameters, aliases, (input.read ?? ((given: unknown) => given)) as (given: z.output<z.ZodObject>) => I);
  const takesPath = Object.keys(path.shape).length > 0;
  return {
    ...facts,
    parameters: { path, query: parameters, aliases },
    call: (given, caller, deps) => {
      if (caller === null && facts.access !== 'public') throw new Error(`${facts.name} was called without a caller`);
      // Ids come first: an invalid id names nothing, whatever the other parameters are.
      const ids = takesPath ? readPath(path, given.path) : given.path;
      const query = readQuery(given.query);
      const accepted = selectType?.(query) ?? given.accepted;
      if (accepted === null)
        throw apiError('not_acceptable', `This path supports only ${typesOf(facts).join(' or ')}. Change the Accept header.`, {});
      // The schemas above made each part.
      const { isCompatible = false, lastEventId } = given;
      const made = {
        path: ids,
        query,
        accepted,
        isCompatible,
        lastEventId: lastEventId === undefined || lastEventId === '' ? null : lastEventId,
      } as Input<z.output<P>, I>;
      return handle(made, caller as CallerOf<A>, deps);
    },
  };
}

function readPath(schema: z.ZodObject, given: Readonly<Record<string, string>>): unknown {
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue];
    const name = path.join('.');
    throw apiError('not_found', `This path does not exist: ${name} ${message}, not ${quoted(given[name] ?? '')}.`, {});
  }
  return parsed.data;
}

/** Returns the media types of the 200; the first is the default. */
export const typesOf = ({ output }: Pick<Facts, 'output'>): readonly string[] => [output.type, ...Object.keys(output.others ?? {})];
