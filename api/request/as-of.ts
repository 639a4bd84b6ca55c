/** The parameter `as_of`, the time for whose state a caller asks. */
import { invalidParameter } from '../errors.ts';
import { dateOrDatetime, optional } from './parameters.ts';

export const asOf = optional(
  dateOrDatetime(),
  'An instant, not in the future: answers as the service would have then, by arrival and with the versions of that moment. A date means the start of that UTC day',
);

export function refuseFuture(asOfMs: number, nowMs: number): void {
  const [given, now] = [asOfMs, nowMs].map((ms) => new Date(ms).toISOString());
  if (asOfMs > nowMs) throw invalidParameter('as_of', `must not be in the future: ${given} is after ${now}, the time now`);
}
