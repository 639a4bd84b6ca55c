/**
 * Checks every JSON answer that a test gets from an API against the OpenAPI document. It replaces `fetch`, so that no test can forget to.
 * An undocumented answer fails the call that got it.
 */
import { compatPath } from '#api/compatibility.ts';
import { documentOfSources } from '#ops/scripts/clients/files.ts';
import type { OpenApi } from '#ops/scripts/clients/read-interface.ts';
import { problemBody, problems, type ProblemCode } from '#schemas/error.ts';
import { checkValue, type JsonSchema } from './json-schema.ts';

/** Codes of answers given before an operation is found, or for a method that it lacks: no operation documents them. */
const outside = new Set(['bad_request', 'method_not_allowed', 'cors_not_supported', 'request_timeout', 'headers_too_large']);

let document: OpenApi | null = null;
const routes = (): readonly (readonly [RegExp, OpenApi['paths'][string]])[] => {
  document ??= documentOfSources();
  // A fixed path precedes a path with a parameter at the same place.
  const paths = Object.entries(document.paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length);
  return paths.map(([path, of]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace(/\/$/, '')}/?$`), of]);
};
let known: ReturnType<typeof routes> | null = null;

export interface Answered {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Answers of OAuth are not in the document: RFCs define their form, and an independent client reads them. */
const isOAuth = ({ path, type }: Pick<Answered, 'path' | 'type'>): boolean =>
  type === 'application/json' && /^\/(?:oauth\/|\.well-known\/oauth-)/.test(path);

/** Returns the undocumented parts of an answer, one a line. */
export function undocumented({ method, path, status, type, text }: Answered): string[] {
  known ??= routes();
  const responses = known.find(([pattern]) => pattern.test(path))?.[1]['get']?.responses ?? null;
  const body: unknown = JSON.parse(text);
  const schemas = (document?.components?.schemas ?? {}) as Record<string, JsonSchema>;
  if (status >= 400) {
    const code = (body as { readonly code?: string }).code ?? '';
    if (!Object.hasOwn(problems, code)) return [`${code} is not a code of a problem`];
    const parsed = problemBody(code as ProblemCode)
      .strict()
      .safeParse(body);
    if (!parsed.success) return [parsed.error.message];
    if (outside.has(code) || responses === null || method !== 'GET') return [];
  }
  if (responses === null) return ['no such path is documented'];
  const content = responses[String(status)]?.content;
  if (content === undefined) return [`${status} is not documented`];
  const documented = content[type];
  if (documented === undefined) return [`${type} is not documented`];
  return checkValue(body, (documented.schema ?? {}) as JsonSchema, schemas);
}

const watched = new Set<string>();
const plain = globalThis.fetch;

async function watchedFetch(...given: Parameters<typeof fetch>): Promise<Response> {
  const [target, { method = 'GET' } = {}] = given;
  const response = await plain(...given);
  const url = new URL(target instanceof Request ? target.url : String(target));
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]!;
  if (
    !watched.has(url.origin) ||
    url.pathname.startsWith(compatPath) ||
    method === 'HEAD' ||
    !/[/+]json$/.test(type) ||
    isOAuth({ path: url.pathname, type })
  )
    return response;
  // An answer that is cut off is not checked.
  const text = await response
    .clone()
    .text()
    .catch(() => '');
  const faults = text === '' ? [] : undocumented({ method, path: url.pathname, status: response.status, type, text });
  if (faults.length > 0)
    throw new Error(`${method} ${url.pathname}${url.search} ${response.status} is not as documented: ${faults.slice(0, 5).join('; ')}`);
  return response;
}

/** Checks answers of the API at `url` from now on. It does nothing outside of a test run, so that benchmarks are not slowed. */
export function watchAnswers(url: string): void {
  if (process.env['VITEST'] === undefined) return;
  watched.add(new URL(url).origin);
  globalThis.fetch = watchedFetch;
}
