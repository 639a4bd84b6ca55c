import { expect, test } from 'vitest';
import { freshPosition, loadPosition, savePosition } from '#pipeline/ingest/sec/backfill/backfill-position.ts';
import type { Positions } from '#pipeline/ingest/stage.ts';

/** Returns positions that are stored as JSON, as KV stores them. */
function kept(): Positions {
  const values = new Map<string, string>();
  return {
    get: async (key) => JSON.parse(values.get(key) ?? 'null') as unknown,
    set: async (key, value) => void values.set(key, JSON.stringify(value)),
    change: async () => undefined,
  };
}

test('a place that was kept is the place that is found', async () => {
  const positions = kept();
  const position = { ...freshPosition('2025-03-17'), withoutIndex: ['2025-01-09'] };
  await savePosition(positions, 'key', position);
  expect(await loadPosition(positions, 'key')).toEqual(position);
});

test('what is done to its end, or cannot be read, is begun anew', async () => {
  const positions = kept();
  await savePosition(positions, 'key', { ...freshPosition('2025-03-17'), day: null });
  expect(await loadPosition(positions, 'key')).toBeNull();
  await positions.set('key', { v: 1, day: 'soon' });
  expect(await loadPosition(positions, 'key')).toBeNull();
});
