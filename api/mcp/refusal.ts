/** Writes the text of a failed call for an agent: what is wrong, and what to do next. */
import { AccountError, PlanError } from '#ops/accounts/account-entries.ts';
import type { ProblemCode } from '#schemas/error.ts';
import { ApiError } from '../errors.ts';

const later = (seconds: number | null): string => `Try the same call again in ${seconds ?? 5} s.`;

/** Returns what to do next, by problem code. Codes that no tool answers with are absent. */
const nextSteps: Partial<Readonly<Record<ProblemCode, (error: ApiError, seconds: number | null) => string>>> = {
  invalid_parameter: () => 'Correct these arguments and call again.',
  unknown_parameter: () => 'Remove or rename these arguments and call again.',
  invalid_cursor: () => 'Call again without cursor. A cursor works only with the same filters.',
  cursor_mode_mismatch: () => 'Call again without cursor, or with the sort of the answer that returned the cursor.',
  archive_horizon: ({ extra }) => `svc_article opens older articles by uid.${upgradeOf(extra)}`,
  unknown_symbol: () => 'Check the spelling: svc_tickers finds tickers by company name.',
  not_found: ({ extra: { withdrawn_at } }) =>
    withdrawn_at === undefined
      ? 'Check the spelling: svc_tickers finds tickers by company name, svc_news_search and svc_ticker_news return uids of articles.'
      : 'svc_news_search and svc_ticker_news find other articles.',
  snapshot_gone: () => 'Call svc_radar again without cursor for the newest snapshot.',
  rate_limited: ({ extra }, seconds) =>
    `Wait ${seconds ?? 60} s before the next call. All tools share this quota; refused calls cost nothing.${upgradeOf(extra)}`,
  radar_unavailable: () => 'Until then, svc_trending shows the top stories.',
  unavailable: (_, seconds) => later(seconds),
  internal: (_, seconds) => later(seconds),
};

function upgradeOf({ upgrade }: Readonly<Record<string, unknown>>): string {
  const { tiers = [], pricing_url = '' } = (upgrade ?? {}) as { tiers?: readonly string[]; pricing_url?: string };
  return tiers.length === 0 ? '' : ` The ${tiers.join(' or ')} plan allows more: ${pricing_url}`;
}

/** The text has no details of errors other than ApiError and AccountError. `retryAfterSeconds` is null when a retry would fail, too. */
export function refusalOf(error: unknown): { readonly text: string; readonly code: ProblemCode; readonly retryAfterSeconds: number | null } {
  if (error instanceof AccountError)
    return {
      text: `${sentence(error.message)} Nothing was changed.`,
      code: error instanceof PlanError ? 'plan_limit' : 'invalid_parameter',
      retryAfterSeconds: null,
    };
  if (!(error instanceof ApiError)) return { text: `Internal error. ${later(null)}`, code: 'internal', retryAfterSeconds: 5 };
  const { retryAfterSeconds } = error;
  const next = nextSteps[error.code]?.(error, retryAfterSeconds);
  return { text: next === undefined ? error.message : `${ended(error.message)} ${next}`, code: error.code, retryAfterSeconds };
}

const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
const sentence = (text: string): string => ended(`${text.charAt(0).toUpperCase()}${text.slice(1)}`);
