import type { Positions } from '#pipeline/ingest/stage.ts';

/** Returns positions that are kept as JSON, as KV keeps them. */
export const memoryPositions = (kept = new Map<string, string>()): Positions => ({
  get: async (key) => JSON.parse(kept.get(key) ?? 'null') as unknown,
  set: async (key, value) => void kept.set(key, JSON.stringify(value)),
  change: async () => undefined,
});
