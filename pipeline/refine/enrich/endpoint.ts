/**
 * Sends one request to an OpenAI-compatible endpoint (`POST …/chat/completions`) and returns the text of its answer or a failure. A failure has
 * only a status or error code, because error bodies may quote the key.
 */
import { z } from 'zod';
import { createOutbound, type OutboundResult } from '#ops/outbound/outbound.ts';
import { parseRetryAfter } from '#ops/outbound/retry-after.ts';
import { parseJson } from '#schemas/json-text.ts';
import { ModelAnswer, type FallbackReason } from '#schemas/model-answer.ts';
import type { Question } from './question.ts';

interface EndpointSettings {
  /** Base address that ends in `/v1`; its query is kept. */
  readonly url: string;
  /** API key; empty when none is sent. */
  readonly key: string;
  readonly concurrency: number;
  readonly timeoutMs: number;
  readonly now: () => Date;
}

export type EndpointAnswer =
  | { readonly ok: true; readonly text: string; readonly tokens: Tokens | null }
  | {
      readonly ok: false;
      readonly reason: Extract<FallbackReason, 'timeout' | 'rate_limited' | 'unavailable' | 'refused' | 'too_large' | 'not_json' | 'cut_short'>;
      readonly detail: string;
      /** Whether the same request may succeed later. */
      readonly isTransient: boolean;
      /** Wait that the endpoint asks for; null when it asks for none. */
      readonly retryAfterMs: number | null;
      /** Whether a request in a less strict format may succeed. */
      readonly isOfFormat: boolean;
      readonly tokens: Tokens | null;
    };

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** Response formats, strictest first. */
export const formats = ['json_schema', 'json_object', 'none'] as const;
type Format = (typeof formats)[number];

export interface Endpoint {
  readonly ask: (
    question: Question,
    format: Format,
    request: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ) => Promise<EndpointAnswer>;
  readonly close: () => Promise<void>;
}

const bodyBytesMax = 256_000;
const retryAfterMaxMs = 600_000;

const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }), finish_reason: z.string().nullish() })).min(1),
});
const Usage = z.object({ usage: z.object({ prompt_tokens: z.int().min(0), completion_tokens: z.int().min(0) }) });

export function createEndpoint(settings: EndpointSettings): Endpoint {
  const url = completionsUrl(settings.url);
  // Allows a private or loopback address, because the operator configured it, and no other such address.
  const outbound = createOutbound({
    allowedOrigins: [url.origin],
    connectTimeoutMs: Math.min(10_000, settings.timeoutMs),
    // The timeout of each request bounds both; these are looser, because the timers of the agent are coarse.
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
      // A POST follows no redirect, so that the key goes to this address only.
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

/** JSON schema, equal for all articles because endpoints cache it, without bounds, which strict modes do not support and checkAnswer checks. */
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

type Failure = Extract<EndpointAnswer, { ok: false }>;
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

const noTokens: Tokens = { prompt: 0, completion: 0 };
/** Errors before the request was sent, so that it cost no tokens. */
const UNSENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

/** Statuses with which endpoints refuse a response format. */
const formatStatuses: ReadonlySet<number> = new Set([400, 404, 415, 422, 501]);

function read(result: OutboundResult, at: Date): EndpointAnswer {
  if (result.outcome === 'too_large') return failed('too_large', result.detail);
  if (result.outcome === 'forbidden') return failed('refused', result.detail, { tokens: noTokens });
  if (result.outcome === 'failed') {
    if (result.cause === 'too_slow') return failed('timeout', result.detail);
    return failed('unavailable', result.detail, { isTransient: true, tokens: UNSENT.test(result.detail) ? noTokens : null });
  }
  const { status, headers, body } = result;
  const retryAfterMs = parseRetryAfter(headers['retry-after'] ?? null, at, retryAfterMaxMs);
  if (status === 429) return failed('rate_limited', 'status 429', { isTransient: true, retryAfterMs, tokens: noTokens });
  const isOfFormat = formatStatuses.has(status);
  if (status >= 500) return failed('unavailable', `status ${status}`, { isTransient: true, retryAfterMs, isOfFormat, tokens: noTokens });
  if (status !== 200) return failed('refused', `status ${status}`, { isOfFormat, tokens: noTokens });
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return failed('not_json', 'the content type is not JSON');
  return readCompletion(body.toString());
}

function readCompletion(text: string): EndpointAnswer {
  const value = parseJson(text);
  if (value === undefined) return failed('not_json', 'the response is not JSON');
  const usage = Usage.safeParse(value);
  const tokens = usage.success ? { prompt: usage.data.usage.prompt_tokens, completion: usage.data.usage.completion_tokens } : null;
  const completion = Completion.safeParse(value);
  const choice = completion.success ? completion.data.choices[0] : undefined;
  if (choice === undefined) return failed('not_json', 'the response has no completion', { tokens });
  if (choice.finish_reason === 'length' || choice.finish_reason === 'content_filter')
    return failed('cut_short', `finish_reason ${choice.finish_reason}`, { tokens });
  return { ok: true, text: choice.message.content ?? '', tokens };
}
