/**
 * Until when a publisher has asked to be left alone (Retry-After), kept as a position: whoever asks next, after a restart or on
 * another machine, waits as well. One that is lost costs the publisher one request.
 */
import { z } from 'zod';
import { retryAfterMaxMs } from '../fetch.ts';
import type { StageDeps } from '../stage.ts';

const Wait = z.object({ until: z.iso.datetime() });
const keyOf = (id: string): string => `wait.${id}`;

type Ground = Pick<StageDeps, 'positions' | 'now'>;

export const keepWait = ({ positions, now }: Ground, id: string, waitMs: number): Promise<void> =>
  positions.set(keyOf(id), { until: new Date(now().getTime() + waitMs).toISOString() });

/** 0: it may be asked. No longer than a Retry-After is believed, whichever of two machines' clocks stands wrong. */
export async function waitLeftMs({ positions, now }: Ground, id: string): Promise<number> {
  const kept = Wait.safeParse(await positions.get(keyOf(id)));
  return kept.success ? Math.min(retryAfterMaxMs, Math.max(0, Date.parse(kept.data.until) - now().getTime())) : 0;
}
