import { expect, test } from 'vitest';
import { freshPosition, loadPosition, savePosition } from '#pipeline/ingest/sec/backfill/backfill-position.ts';
import { memoryPositions } from '../memory-positions.ts';

test('a place that was kept is the place that is found', async () => {
  const positions = memoryPositions();
  const position = { ...freshPosition('2025-03-17'), withoutIndex: ['2025-01-09'] };
  await savePosition(positions, 'key', position);
  expect(await loadPosition(positions, 'key')).toEqual(position);
});

test('what is done to its end, or cannot be read, is begun anew', async () => {
  const positions = memoryPositions();
  await savePosition(positions, 'key', { ...freshPosition('2025-03-17'), day: null });
  expect(await loadPosition(positions, 'key')).toBeNull();
  await positions.set('key', { v: 1, day: 'soon' });
  expect(await loadPosition(positions, 'key')).toBeNull();
});
