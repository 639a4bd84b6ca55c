/**
 * Operations of the API. Routing, validation, quotas, caching, errors and the OpenAPI document derive from their definitions. http/ and mcp/
 * serve them.
 */
import { z } from 'zod';
import type { ProblemCode } from '#schemas/error.ts';
import type { Caller } from './auth/caller.ts';
import type { ApiDeps } from './deps.ts';
import { apiError } from './errors.ts';
import { createQueryReader } from './request/query.ts';
import { quoted } from './request/quoted.ts';
import type { Result } from './reply/result.ts';

export type { Result, StreamResult } from './reply/result.ts';

type Access = 'public' | 'key';
type CallerOf<A extends Access> = A extends 'public' ? null : Caller;

interface Output {
  /** Media type of the 200; `schema` describes its body. */
  readonly type: string;
  readonly schema: z.ZodType;
  readonly example?: unknown;
  /** Other representations of the 200 by media type. */
  readonly others?: Readonly<
    Record<string, { readonly description: string; readonly schema?: z.ZodType; readonly headers?: Readonly<Record<string, string>> }>
  >;
  readonly empty?: string;
}

interface Facts {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Path in the syntax of @koa/router, such as `/api/news/:uid/`. The method is GET. */
  readonly path: string;
  readonly access: Access;
  readonly output: Output;
  readonly cost: 0 | 1;
  /** Error codes besides those of all operations. */
  readonly errors: readonly ProblemCode[];
  readonly cache: string;
  /** Whether the 200 is an endless stream of events of the schema `output`, which the header Last-Event-ID resumes. */
  readonly isLive?: boolean;
  /** Whether the OpenAPI document omits the operation, because it is part of a page. */
  readonly isHidden?: boolean;
}

interface GivenInput {
  /** Query string without its question mark. */
  readonly query: string;
  readonly path: Readonly<Record<string, string>>;
  /** Whether the path of the request began with `/compat/alphai`. */
  readonly isCompatible?: boolean;
  /** The media type of `output` that the caller prefers; null if it accepts none of them. */
  readonly accepted: string | null;
  readonly lastEventId?: string | undefined;
}

export interface Operation extends Facts {
  readonly parameters: { readonly path: z.ZodObject; readonly query: z.ZodObject; readonly aliases: Readonly<Record<string, string>> };
  /** Returns the answer to a call. Throws an ApiError if the input is invalid. */
  readonly call: (given: GivenInput, caller: Caller | null, deps: ApiDeps) => Result | Promise<Result>;
}

interface Input<Path, Query> {
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
    readonly aliases?: Readonly<Record<string, string>>;
    /** Converts the parsed query and checks parameters that depend on each other. The result is cached with the query. */
    readonly read?: (query: z.output<Q>) => I;
    /** Returns the media type that the query selects regardless of Accept, or null. */
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
      if (caller === null && facts.access !== 'public') throw new Error(`${facts.name} needs a caller and got none`);
      // The path is parsed first, so that an invalid id gives 404 even if other parameters are invalid, too.
      const ids = takesPath ? readPath(path, given.path) : given.path;
      const query = readQuery(given.query);
      const accepted = selectType?.(query) ?? given.accepted;
      if (accepted === null)
        throw apiError('not_acceptable', `This path supports only ${typesOf(facts).join(' or ')}. Change the Accept header.`, {});
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

/** Returns the media types of the 200, the default first. */
export const typesOf = ({ output }: Pick<Facts, 'output'>): readonly [string, ...string[]] => [output.type, ...Object.keys(output.others ?? {})];
