/** Checks an answer of an endpoint: JSON of the schema, exactly the tickers asked about, no links, no copy. This bounds prompt injection. */
import type { z } from 'zod';
import { parseJson } from '#schemas/json-text.ts';
import { ModelAnswer, type FallbackReason } from '#schemas/model-answer.ts';
import { cleanText, cutText } from '../normalise/clean.ts';
import type { Question } from './question.ts';

type CheckedAnswer =
  | { readonly ok: true; readonly answer: ModelAnswer }
  /** Never quotes the endpoint's text. */
  | { readonly ok: false; readonly reason: Extract<FallbackReason, 'not_json' | 'invalid' | 'unknown_ticker'>; readonly detail: string };

const LINK = /\b(?:https?:\/\/|www\.)\S|\]\(|<a\s/i;

export function checkAnswer(text: string, { tickers, body }: Pick<Question, 'tickers' | 'body'>): CheckedAnswer {
  const value = jsonIn(text);
  if (value === undefined) return { ok: false, reason: 'not_json', detail: `${text.length} characters that are not a JSON object` };
  const parsed = ModelAnswer.safeParse(value);
  if (!parsed.success) return { ok: false, reason: 'invalid', detail: complaints(parsed.error) };
  const answer = cleaned(parsed.data);
  const named = answer.ticker_analysis.map(({ ticker }) => ticker);
  if (named.some((ticker) => !tickers.includes(ticker)))
    return { ok: false, reason: 'unknown_ticker', detail: 'names a ticker that was not in the question' };
  if (new Set(named).size !== named.length || named.length !== tickers.length)
    return { ok: false, reason: 'invalid', detail: `${named.length} entries for ${tickers.length} tickers` };
  const written = [answer.summary, answer.relevance_reason, ...answer.ticker_analysis.map(({ reasoning }) => reasoning)];
  if (written.some((words) => words === '')) return { ok: false, reason: 'invalid', detail: 'an empty text' };
  if (written.some((words) => LINK.test(words))) return { ok: false, reason: 'invalid', detail: 'a link in a text' };
  if (body !== '' && answer.summary.includes(body)) return { ok: false, reason: 'invalid', detail: 'the summary is the whole article' };
  const ticker_analysis = answer.ticker_analysis.toSorted((a, b) => tickers.indexOf(a.ticker) - tickers.indexOf(b.ticker));
  return { ok: true, answer: { ...answer, ticker_analysis } };
}

/** Parses the outermost object, because models without a response format put a sentence or a code fence around it. */
function jsonIn(text: string): unknown {
  const [from, to] = [text.indexOf('{'), text.lastIndexOf('}')];
  if (from < 0 || to < from) return undefined;
  return parseJson(text.slice(from, to + 1));
}

const lengthMax = { reason: 300, summary: 600, reasoning: 400 };

const cleaned = (answer: ModelAnswer): ModelAnswer => ({
  ...answer,
  relevance_reason: cutText(cleanText(answer.relevance_reason), lengthMax.reason),
  summary: cutText(cleanText(answer.summary), lengthMax.summary),
  ticker_analysis: answer.ticker_analysis.map((entry) => ({ ...entry, reasoning: cutText(cleanText(entry.reasoning), lengthMax.reasoning) })),
});

/** Lists paths and codes of errors, but not their messages, which may quote the value. */
const complaints = (error: z.ZodError): string =>
  error.issues
    .slice(0, 5)
    .map(({ path, code }) => `${path.join('.')}: ${code}`)
    .join('; ');
