/** Checks the ends of a time window. */
import { invalidParameter } from '../errors.ts';

/** Throws 400 where a window ends before it begins. Both ends are in milliseconds; null: open. */
export function refuseReversed(fromMs: number | null, toMs: number | null): void {
  if (fromMs === null || toMs === null || fromMs <= toMs) return;
  const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString());
  throw invalidParameter('from_date', `must not be after to_date: ${from} is after ${to}`);
}
