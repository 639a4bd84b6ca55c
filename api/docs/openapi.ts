/** Generates the OpenAPI 3.1 document from the table of operations. */
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiParameters,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { problemBody, problems, type ProblemCode } from '#schemas/error.ts';
import { oauthPaths } from '../oauth/paths.ts';
import type { Operation } from '../operation.ts';
import { problemExamples } from './problem-examples.ts';
import { newsMatched } from './webhooks.ts';

const shared: readonly ProblemCode[] = ['unknown_parameter', 'not_acceptable', 'uri_too_long', 'payload_too_large', 'internal', 'unavailable'];
const keyed: readonly ProblemCode[] = ['missing_key', 'invalid_key', 'invalid_scheme'];

/** Statuses of answers that are sent before the key is read, and so without quota headers. */
const unkeyed: ReadonlySet<string> = new Set(['401', '413', '414']);

const text = (description: string) => ({ schema: { type: 'string' as const }, description });
const requestIdHeader = { 'X-Request-Id': text('The id that the caller sent, if it is valid, else a new one') };
const quotaHeaders = {
  'X-RateLimit-Limit': text('Requests per UTC day'),
  'X-RateLimit-Remaining': text('Requests left this UTC day'),
  'X-RateLimit-Reset': text('End of this UTC day, seconds since the epoch'),
  RateLimit: text('Requests left in both windows (draft-ietf-httpapi-ratelimit-headers)'),
  'RateLimit-Policy': text('Limits of both windows'),
};
const liveHeaders = {
  'Cache-Control': text('How long a client may keep it'),
  'X-Accel-Buffering': text('Always `no`, so that proxies do not buffer events'),
};
const lastEventId = z.object({
  'Last-Event-ID': z.string().optional().meta({ description: 'Id of the last event received; overrides `cursor`' }),
});
const cacheHeaders = {
  ETag: text('Weak validator, for If-None-Match'),
  'Cache-Control': text('How long a client may keep it'),
  Vary: text('Accept-Encoding'),
};

const tags = [
  { name: 'news', description: 'News feeds' },
  { name: 'symbols', description: 'Symbols and their data' },
  { name: 'webhooks', description: 'Requests that the service sends to you' },
  { name: 'oauth', description: 'Connected applications; the metadata document lists the other endpoints' },
  { name: 'schema', description: 'API documentation' },
] as const;

const OAuthError = z.object({ error: z.string(), error_description: z.string().optional() }).meta({ id: 'OAuthError' });
const refusal = (description: string): ZodOpenApiResponseObject => ({
  description,
  headers: requestIdHeader,
  content: { 'application/json': { schema: OAuthError } },
});

/** Describes token revocation, an endpoint of the authorization server that is not in the table of operations. */
const revocation = (): ZodOpenApiOperationObject => ({
  operationId: 'revoke_token',
  tags: ['oauth'],
  summary: 'Ends a connection to the tool server',
  description:
    'RFC 7009. Revoking an access or refresh token ends the whole connection, like Disconnect in the account area: all its tokens stop working. Other connections and API keys are not affected. An unknown token gets the same answer. Costs nothing.',
  security: [],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: z.object({
          token: z.string().min(1).meta({ description: 'An access or a refresh token' }),
          client_id: z.string().min(1).meta({ description: 'The application that the token was issued to' }),
          token_type_hint: z.enum(['access_token', 'refresh_token']).optional(),
        }),
      },
    },
  },
  responses: {
    '200': { description: 'The connection has ended or did not exist', headers: requestIdHeader },
    '400': refusal('Invalid request (RFC 6749, 5.2)'),
    '401': refusal('Unknown application (RFC 6749, 5.2)'),
    '413': problemResponse(['payload_too_large'], {}),
    '414': problemResponse(['uri_too_long'], {}),
  },
});

/** Returns the document. `headerPrefix`: prefix of the names of headers that describe a file. */
export function openApiDocument(
  operations: readonly Operation[],
  { serverUrl, headerPrefix }: { readonly serverUrl: string; readonly headerPrefix: string },
): object {
  const paths: Record<string, { readonly get?: ZodOpenApiOperationObject; readonly post?: ZodOpenApiOperationObject }> = {};
  for (const operation of operations.filter(({ isHidden }) => isHidden !== true))
    paths[operation.path.replace(/:(\w+)/g, '{$1}')] = { get: operationObject(operation, headerPrefix) };
  paths[oauthPaths.revocation] = { post: revocation() };
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Tickerwire',
      version: '1',
      summary: 'Financial news for machines: scored, linked to tickers, grouped into stories.',
      description:
        'Paths work with and without their trailing slash. Wherever GET works, HEAD works too. Errors are `application/problem+json` (RFC 9457) with a stable `code`. Every answer except 401 and 429 costs one request of the quota; `/api/usage/` is free, and a stream costs one request per minute. Text fields are plain text: they contain no markup, so escape them before you put them into HTML. To poll, call a feed once with `sort=ingested` and no cursor: it returns the newest rows and a `next_cursor`. Then send the latest `next_cursor` with each call, and wait only after an empty page. You receive every row exactly once.',
      contact: { name: 'The operator of this service' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    security: [{ key: [] }],
    tags: [...tags],
    paths,
    webhooks: { newsMatched: { post: newsMatched } },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'API key: `nf_live_` and 40 letters and digits, in the header `Authorization: Bearer <API_KEY>` and nowhere else. If the account has more keys than its plan allows, the oldest are inactive.',
        },
      },
    },
  });
  for (const path of Object.values(document.paths ?? {}))
    for (const parameter of path.get?.parameters ?? []) {
      if (!('schema' in parameter)) continue;
      // A list is sent as one value with commas. This is declared here, because `.optional()` loses the metadata of a type.
      if (typeof parameter.schema === 'object' && 'type' in parameter.schema && parameter.schema.type === 'array')
        Object.assign(parameter, { style: 'form', explode: false });
      // The API reads an empty parameter as an absent one.
      if (parameter.in === 'query' && parameter.required !== true) Object.assign(parameter, { allowEmptyValue: true });
    }
  return document;
}

const contentOf = ({ output: { type, schema, example, others = {} } }: Operation) => ({
  [type]: { schema, ...(example !== undefined && { example }) },
  ...Object.fromEntries(
    Object.entries(others).map(([name, other]) => [name, { schema: other.schema ?? { type: 'string' as const, description: other.description } }]),
  ),
});
const otherHeaders = ({ output: { others = {} } }: Operation, headerPrefix: string) =>
  Object.fromEntries(
    Object.values(others).flatMap(({ headers = {} }) =>
      Object.entries(headers).map(([name, meaning]) => [name.replace(/^X-Service(?=-)/, headerPrefix), text(meaning)] as const),
    ),
  );

function operationObject(operation: Operation, headerPrefix: string): ZodOpenApiOperationObject {
  const { parameters, output, access, isLive = false } = operation;
  const needsKey = access !== 'public';
  const keyHeaders = needsKey ? quotaHeaders : {};
  const takesInput = Object.keys(parameters.query.shape).length > 0;
  const codes = new Set([
    ...(takesInput ? (['invalid_parameter'] as const) : []),
    ...shared,
    ...(needsKey ? keyed : []),
    ...(operation.cost === 0 ? [] : (['rate_limited'] as const)),
    ...operation.errors,
  ]);
  const responses: ZodOpenApiResponsesObject = {
    '200': {
      description: operation.summary,
      headers: { ...requestIdHeader, ...keyHeaders, ...(isLive ? liveHeaders : cacheHeaders), ...otherHeaders(operation, headerPrefix) },
      content: contentOf(operation),
    },
    ...(output.empty !== undefined && {
      '204': { description: output.empty, headers: { ...requestIdHeader, ...keyHeaders, 'Cache-Control': cacheHeaders['Cache-Control'] } },
    }),
    ...(!isLive && {
      '304': {
        description: 'Not changed since the ETag in If-None-Match',
        headers: { ...requestIdHeader, ...keyHeaders, ETag: cacheHeaders.ETag },
      },
    }),
  };
  for (const [status, ofStatus] of byStatus(codes)) responses[status] = problemResponse(ofStatus, needsKey && !unkeyed.has(status) ? keyHeaders : {});
  const requestParams: ZodOpenApiParameters = {
    ...(Object.keys(parameters.path.shape).length > 0 && { path: parameters.path }),
    ...(takesInput && { query: withAliases(operation) }),
    ...(isLive && { header: lastEventId }),
  };
  return {
    operationId: operation.name,
    tags: [tags.find(({ name }) => operation.path.startsWith(`/api/${name}/`))?.name ?? 'schema'],
    summary: operation.summary,
    description: operation.description,
    ...(!needsKey && { security: [] }),
    requestParams,
    responses,
  };
}

/** Adds the aliases as parameters. They have no default, because a form would then send a parameter and its alias. */
function withAliases({ parameters: { query, aliases } }: Operation): z.ZodObject {
  const others = Object.entries(aliases).map(([alias, name]): [string, z.ZodType] => {
    const type = query.shape[name] as z.ZodType;
    const { override, ...meta } = type.meta() ?? {};
    const inner = type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType).optional() : type;
    return [
      alias,
      inner.meta({
        ...meta,
        override: { ...(typeof override === 'object' ? override : {}), default: undefined },
        description: `The same as \`${name}\``,
      }),
    ];
  });
  return query.extend(Object.fromEntries(others));
}

const byStatus = (codes: ReadonlySet<ProblemCode>) =>
  [...Map.groupBy(codes, (code) => `${problems[code].status}` as `${4 | 5}${string}`)].sort(([a], [b]) => Number(a) - Number(b));

function problemResponse(codes: readonly ProblemCode[], keyHeaders: object): ZodOpenApiResponseObject {
  const [first, ...others] = codes.map(problemSchema);
  const examples = Object.assign({}, ...codes.map(problemExamples)) as ReturnType<typeof problemExamples>;
  const retries = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}`).join('; '),
    headers: {
      ...requestIdHeader,
      ...keyHeaders,
      ...(retries && { 'Retry-After': text('Seconds to wait before the next attempt') }),
      ...(codes.includes('missing_key') && { 'WWW-Authenticate': text('Bearer') }),
    },
    content: {
      'application/problem+json': {
        schema: others.length === 0 ? first! : z.union([first!, ...others]),
        ...(Object.keys(examples).length > 0 && { examples }),
      },
    },
  };
}

/** One schema per code: the document refers to a schema by its id, so an id must have one object. */
const problemSchemas = new Map<ProblemCode, z.ZodType>();
const problemSchema = (code: ProblemCode): z.ZodType =>
  problemSchemas.getOrInsertComputed(code, () => problemBody(code).meta({ id: `Problem_${code}` }));
