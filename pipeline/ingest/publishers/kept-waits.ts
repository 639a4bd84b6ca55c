/**
 * Stores until when a publisher must not be polled (Retry-After), as a position: the next poll waits too, after a restart or on another
 * machine. A lost one costs the publisher one request.
 */
import { z } from 'zod';
import { retryAfterMaxMs } from '../fetch.ts';
import type { StageDeps } from '../stage.ts';

const Wait = z.object({ until: z.iso.datetime() });
const keyOf = (id: string): string => `wait.${id}`;

type WaitDeps = Pick<StageDeps, 'positions' | 'now'>;

export const keepWait = ({ positions, now }: WaitDeps, id: string, waitMs: number): Promise<void> =>
  positions.set(keyOf(id), { until: new Date(now().getTime() + waitMs).toISOString() });

/** Returns the milliseconds left, 0 for none; at most the longest Retry-After, should a machine's clock be wrong. */
export async function waitLeftMs({ positions, now }: WaitDeps, id: string): Promise<number> {
  const kept = Wait.safeParse(await positions.get(keyOf(id)));
  return kept.success ? Math.min(retryAfterMaxMs, Math.max(0, Date.parse(kept.data.until) - now().getTime())) : 0;
}
