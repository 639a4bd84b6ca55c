/** Checks the bounds of a time window. */
import { invalidParameter } from '../errors.ts';

/** Throws 400 if a window ends before it begins. Bounds are in milliseconds since 1970; null means unbounded. */
export function refuseReversed(fromMs: number | null, toMs: number | null): void {
  if (fromMs === null || toMs === null || fromMs <= toMs) return;
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  throw invalidParameter('from_date', `must not be after to_date: ${from} is after ${to}`);
}
