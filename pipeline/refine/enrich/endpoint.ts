/**
 * Sends one request to an OpenAI-compatible endpoint (`POST …/chat/completions`) and returns the text of its answer or a
 * named failure. Requests structured output in the strictest form that the endpoint supports. Failures carry only a
 * status or error code: error bodies of endpoints may quote the key.
 */
import { z } from 'zod';
import { createOutbound, type OutboundResult } from '#ops/outbound/outbound.ts';
import { parseRetryAfter } from '#ops/outbound/retry-after.ts';
import { ModelAnswer, type FallbackReason } from '#schemas/model-answer.ts';
import type { Question } from './question.ts';

export interface EndpointSettings {
  /** Up to and with `/v1`; a query is kept. */
  readonly url: string;
  /** '': none is sent. */
  readonly key: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly now: () => Date;
}

export type Written =
  | { readonly ok: true; readonly text: string; readonly tokens: Tokens | null }
  | {
      readonly ok: false;
      readonly reason: Extract<FallbackReason, 'timeout' | 'rate_limited' | 'unavailable' | 'refused' | 'too_large' | 'not_json' | 'cut_short'>;
      readonly detail: string;
      /** Worth the same request again, and after how long where the endpoint says so. */
      readonly isTransient: boolean;
      readonly retryAfterMs: number | null;
      /** A plainer form of request may be taken. */
      readonly isOfFormat: boolean;
      readonly tokens: Tokens | null;
    };

/** The cost of a request; null where it is unknown. */
export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** Strictest first. */
export const formats = ['json_schema', 'json_object', 'none'] as const;
export type Format = (typeof formats)[number];

export interface Endpoint {
  readonly ask: (question: Question, format: Format, request: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<Written>;
  readonly close: () => Promise<void>;
}

/** Far more than an answer of any allowed length needs. */
const bodyBytesMax = 256_000;
const retryAfterMaxMs = 600_000;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() })).min(1),
});
const Usage = z.object({ usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }) });

export function createEndpoint(settings: EndpointSettings): Endpoint {
  const url = completionsUrl(settings.url);
  // The operator configured this address: a model on loopback or in a private network is allowed, and no other such address.
  const outbound = createOutbound({
    allowedOrigins: [url.origin],
    connectTimeoutMs: Math.min(10_000, settings.timeoutMs),
    // The time of each request bounds both; the agent's own clock is a coarse one.
    headersTimeoutMs: 2 * settings.timeoutMs + 1_000,
    bodyTimeoutMs: 2 * settings.timeoutMs + 1_000,
    connectionsMax: settings.concurrency,
  });
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(settings.key !== '' && { authorization: `Bearer ${settings.key}` }),
  };
  return {
    ask: async (question, format, { timeoutMs, signal }) => {
      const body = JSON.stringify({
        ...question.parameters,
        model: question.model,
        messages: question.messages,
        stream: false,
        ...responseFormat[format],
      });
      // A POST follows no redirect, so the key goes to this address alone.
      const result = await outbound.request({ url: url.href, method: 'POST', headers, body, bodyBytesMax, timeoutMs, signal });
      return read(result, settings.now());
    },
    close: outbound.close,
  };
}

function completionsUrl(base: string): URL {
  const url = new URL(base);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  return url;
}

/**
 * The same for every article, tickers as plain text: endpoints compile a schema once and keep it. The bounds that strict
 * modes do not take are left to the check of the answer.
 */
const wireSchema = z.toJSONSchema(ModelAnswer, {
  target: 'draft-7',
  override: ({ jsonSchema }) => {
    for (const name of ['minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern', 'format', '$schema'] as const)
      delete jsonSchema[name];
    if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
  },
});

const responseFormat: Readonly<Record<Format, object>> = {
  json_schema: { response_format: { type: 'json_schema', json_schema: { name: 'article_score', strict: true, schema: wireSchema } } },
  json_object: { response_format: { type: 'json_object' } },
  none: {},
};

type Failure = Extract<Written, { ok: false }>;
const failed = (reason: Failure['reason'], detail: string, changes: Partial<Failure> = {}): Failure => ({
  ok: false,
  reason,
  detail,
  isTransient: false,
  retryAfterMs: null,
  isOfFormat: false,
  tokens: null,
  ...changes,
});

const nothing: Tokens = { prompt: 0, completion: 0 };
/** Nothing was sent yet. */
const UNSENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Asked for JSON in a way that it does not know, endpoints answer with one of these. */
const formatStatuses: ReadonlySet<number> = new Set([400, 404, 415, 422, 501]);

function read(result: OutboundResult, at: Date): Written {
  if (result.outcome === 'too_large') return failed('too_large', result.detail);
  if (result.outcome === 'forbidden') return failed('refused', result.detail, { tokens: nothing });
  if (result.outcome === 'failed') {
    if (/^no whole answer/.test(result.detail)) return failed('timeout', result.detail);
    return failed('unavailable', result.detail, { isTransient: true, tokens: UNSENT.test(result.detail) ? nothing : null });
  }
  const { status, headers, body } = result;
  const retryAfterMs = parseRetryAfter(headers['retry-after'] ?? null, at, retryAfterMaxMs);
  if (status === 429) return failed('rate_limited', 'status 429', { isTransient: true, retryAfterMs, tokens: nothing });
  const isOfFormat = formatStatuses.has(status);
  if (status >= 500) return failed('unavailable', `status ${status}`, { isTransient: true, retryAfterMs, isOfFormat, tokens: nothing });
  if (status !== 200) return failed('refused', `status ${status}`, { isOfFormat, tokens: nothing });
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return failed('not_json', 'another content type than JSON');
  return readCompletion(body.toString());
}

function readCompletion(text: string): Written {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return failed('not_json', 'the response is no JSON');
  }
  const usage = Usage.safeParse(value);
  const tokens = usage.success ? { prompt: usage.data.usage.prompt_tokens, completion: usage.data.usage.completion_tokens } : null;
  const completion = Completion.safeParse(value);
  const choice = completion.success ? completion.data.choices[0] : undefined;
  if (choice === undefined) return failed('not_json', 'the response holds no completion', { tokens });
  if (choice.finish_reason === 'length' || choice.finish_reason === 'content_filter')
    return failed('cut_short', `finish_reason ${choice.finish_reason}`, { tokens });
  return { ok: true, text: choice.message.content ?? '', tokens };
}
