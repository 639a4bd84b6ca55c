/** Stores the rhythms of feeds as positions, so that they survive restarts. A lost one is learned again from the next listing. */
import type { StageDeps } from '../../stage.ts';
import type { Cadence } from './cadence.ts';
import { Rhythm } from './rhythm.ts';

export interface KeptRhythms {
  readonly resume: (id: string) => Promise<void>;
  /** Call it after each answer; it stores a feed's rhythm at most once per `keepEveryMs`. */
  readonly keep: (id: string) => Promise<void>;
}

const keepEveryMs = 900_000;
const keyOf = (id: string): string => `cadence.${id}`;

export function createKeptRhythms(cadence: Cadence, { positions, now }: StageDeps, steadyMs: () => number): KeptRhythms {
  const keptAt = new Map<string, number>();
  return {
    resume: async (id) => {
      const kept = Rhythm.safeParse(await positions.get(keyOf(id)));
      // A rhythm from the future was stored while the clock was wrong.
      if (kept.success && kept.data.at <= now().getTime()) cadence.resume(id, kept.data);
    },
    keep: async (id) => {
      const rhythm = cadence.rhythmOf(id);
      if (rhythm === null || steadyMs() - (keptAt.get(id) ?? Number.NEGATIVE_INFINITY) < keepEveryMs) return;
      keptAt.set(id, steadyMs());
      await positions.set(keyOf(id), rhythm);
    },
  };
}
