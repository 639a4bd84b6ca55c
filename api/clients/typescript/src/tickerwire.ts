/** The entry of the package. Nothing here needs Node; position-file.ts does, and is an entry of its own. */
export {
  createClient,
  type Answer,
  type CallOptions,
  type Client,
  type ClientOptions,
  type OperationName,
  type ParametersOf,
  type ResultOf,
} from './client.ts';
export { Decimal, type DecimalString } from './decimal.ts';
export { ApiError, ConnectionError, isProblem, UnexpectedAnswerError, type ProblemCode } from './errors.ts';
export { items, pages } from './pages.ts';
export { poll, rememberUids, type PolledPage, type PollOptions } from './poll.ts';
export { PositionMismatchError, type Position, type PositionStore } from './position.ts';
export type { RateLimit, RateLimitWindow } from './rate-limit.ts';
export type { RetrySchedule } from './retry.ts';
export type { StreamOptions } from './stream.ts';
export { verifyWebhook, WebhookSignatureError, type SignedWebhook, type WebhookEvent } from './webhook.ts';
export type * from './generated/schemas.ts';
