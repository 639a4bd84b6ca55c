/**
 * A language model's answer about an article, and the stored decision: the answer, or the reason why the built-in enricher scores instead.
 * The decision is stored once per content of an article and never changes.
 */
import { z } from 'zod';
import { Enrichment, NewsTradingValue, TickerAnalysis } from './item.ts';

const impact = TickerAnalysis.shape.impact_analysis.shape;

/** Maximum length of a text. It exceeds the served length, because models count characters badly; texts are cut when they are served. */
const textLengthMax = 2_000;
const text = z.string().min(1).max(textLengthMax);

export const ModelAnswer = z.object({
  category: Enrichment.shape.category,
  relevance_score: Enrichment.shape.relevance_score,
  relevance_reason: text,
  actionability_score: NewsTradingValue.shape.actionability_score,
  information_novelty: NewsTradingValue.shape.information_novelty,
  summary: text,
  ticker_analysis: z
    .array(
      z.object({
        ticker: TickerAnalysis.shape.ticker,
        sentiment: impact.sentiment,
        confidence: impact.confidence,
        reasoning: text,
      }),
    )
    .max(5),
});
export type ModelAnswer = z.infer<typeof ModelAnswer>;

/** Reasons why the built-in enricher scored an article although a model is configured. */
const fallbackReasons = [
  'timeout', // no answer within ENRICHER_TIMEOUT_MS, including retries and the wait for a free slot
  'budget', // ENRICHER_REQUESTS_PER_DAY or ENRICHER_TOKENS_PER_DAY is used up
  'rate_limited', // 429, retries included
  'unavailable', // 5xx, no connection, or so many recent failures that the endpoint is not called for a while
  'refused', // another status: a wrong key, a wrong model, a redirect
  'too_large', // more bytes than any answer needs
  'not_json', // the answer is not JSON, or has another content type
  'cut_short', // the token limit or a content filter stopped the answer
  'invalid', // the answer is JSON, but not of the requested form
  'unknown_ticker', // the answer names a ticker that was not in the question
  'copy', // the article is a near-duplicate of a recent row, for which no request is made
  'unreadable', // the stored decision has another version
] as const;
export type FallbackReason = (typeof fallbackReasons)[number];

export const SettledAnswer = z.discriminatedUnion('by', [
  /** `enricher` names the model and the version of the prompt: `some-model+prompt-1`. */
  z.object({ v: z.literal(1), by: z.literal('model'), enricher: z.string().min(1), answer: ModelAnswer }),
  z.object({ v: z.literal(1), by: z.literal('built_in'), reason: z.enum(fallbackReasons) }),
]);
export type SettledAnswer = z.infer<typeof SettledAnswer>;

/** Requests and tokens of a UTC day. A request in progress counts with its maximum of tokens. */
export const ModelSpend = z.object({ requests: z.int().min(0), tokens: z.int().min(0) });
export type ModelSpend = z.infer<typeof ModelSpend>;
