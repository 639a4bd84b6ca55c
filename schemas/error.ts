/**
 * Every error of the API: code, status, title, and the fields of `extra`. The body is application/problem+json (RFC 9457); `message` repeats
 * `detail` for clients that expect that field.
 */
import { z } from 'zod';
import { Instant } from './primitives.ts';
import { planNames } from './vocabulary.ts';

const tier = z.enum(planNames);
const fields = z.record(z.string(), z.array(z.string())).meta({ description: 'Parameter name -> what is wrong with it' });
const upgrade = z.object({ tiers: z.array(tier), pricing_url: z.string() });
const nothing = z.object({});
const reason = z.object({ reason: z.string() });

export const problems = {
  bad_request: { status: 400, title: 'Malformed request', extra: nothing },
  invalid_parameter: { status: 400, title: 'Invalid parameter', extra: z.object({ fields }) },
  unknown_parameter: { status: 400, title: 'Unknown parameter', extra: z.object({ fields, allowed_params: z.array(z.string()), docs: z.string() }) },
  invalid_cursor: { status: 400, title: 'Invalid cursor', extra: z.object({ fields }) },
  cursor_mode_mismatch: { status: 400, title: 'Cursor from another mode', extra: z.object({ fields }) },
  missing_key: { status: 401, title: 'API key missing', extra: nothing },
  invalid_key: {
    status: 401,
    title: 'Invalid API key or token',
    extra: z.object({
      reason: z
        .enum(['unknown', 'inactive'])
        .meta({ description: '`unknown`: the key does not exist or was revoked; `inactive`: the account has more keys than the plan allows' }),
    }),
  },
  invalid_scheme: { status: 401, title: 'API key not sent as `Authorization: Bearer`', extra: nothing },
  archive_horizon: {
    status: 403,
    title: 'Outside the archive of the plan',
    extra: z.object({
      reason: z.literal('archive_horizon'),
      tier,
      archive_days: z.int(),
      horizon: Instant,
      upgrade: upgrade.nullable().meta({ description: 'null on the highest plan' }),
    }),
  },
  plan_limit: { status: 403, title: 'Not in the plan', extra: nothing },
  cors_not_supported: { status: 403, title: 'Cross-origin calls are not supported', extra: nothing },
  not_found: {
    status: 404,
    title: 'Not found',
    extra: z.object({
      withdrawn_at: Instant.optional().meta({ description: 'Only for an article that was withdrawn; delete it from a copy' }),
      fields: fields.optional().meta({ description: 'Set if the article arrived after `as_of` and is therefore hidden' }),
    }),
  },
  unknown_symbol: { status: 404, title: 'Unknown symbol', extra: nothing },
  method_not_allowed: { status: 405, title: 'Method not allowed', extra: nothing },
  not_acceptable: { status: 406, title: 'Not acceptable', extra: nothing },
  request_timeout: { status: 408, title: 'Request not received in time', extra: nothing },
  snapshot_gone: { status: 409, title: 'Radar snapshot no longer available', extra: reason },
  payload_too_large: { status: 413, title: 'Request body too large', extra: nothing },
  unsupported_media_type: { status: 415, title: 'Unsupported media type', extra: nothing },
  uri_too_long: { status: 414, title: 'URL too long', extra: nothing },
  range_not_satisfiable: { status: 416, title: 'Range outside the file', extra: nothing },
  rate_limited: {
    status: 429,
    title: 'Quota exceeded',
    extra: z.object({
      tier,
      window: z.enum(['minute', 'day']),
      limit_per_minute: z.int(),
      limit_per_day: z.int(),
      retry_after_seconds: z.int(),
      upgrade,
    }),
  },
  headers_too_large: { status: 431, title: 'Request headers too large', extra: nothing },
  internal: { status: 500, title: 'Internal error', extra: nothing },
  unavailable: { status: 503, title: 'Temporarily unavailable', extra: reason },
  radar_unavailable: { status: 503, title: 'Radar snapshot unavailable', extra: reason },
  coverage_unavailable: { status: 503, title: 'Coverage report not ready', extra: reason },
} as const satisfies Record<string, { status: number; title: string; extra: z.ZodType }>;

export type ProblemCode = keyof typeof problems;
export type ProblemExtra<C extends ProblemCode> = z.input<(typeof problems)[C]['extra']>;

export const problemBody = <C extends ProblemCode>(code: C) =>
  z.object({
    type: z.string().meta({ description: 'URI of the problem type' }),
    title: z.string(),
    status: z.literal(problems[code].status),
    detail: z.string(),
    code: z.literal(code),
    message: z.string().meta({ description: 'Repeats `detail`' }),
    request_id: z.string(),
    extra: problems[code].extra,
  });
