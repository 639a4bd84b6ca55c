import { expect, test } from 'vitest';
import { freshPosition, loadPosition, savePosition } from '#pipeline/ingest/sec/backfill/backfill-position.ts';
import { memoryPositions } from '../memory-positions.ts';

test('a place is loaded as it was saved', async () => {
  const positions = memoryPositions();
  const position = { ...freshPosition('2025-03-17'), withoutIndex: ['2025-01-09'] };
  await savePosition(positions, 'key', position);
  expect(await loadPosition(positions, 'key')).toEqual(position);
});

test('a backfill that is finished, or whose place cannot be read, begins anew', async () => {
  const positions = memoryPositions();
  await savePosition(positions, 'key', { ...freshPosition('2025-03-17'), day: null });
  expect(await loadPosition(positions, 'key')).toBeNull();
  await positions.set('key', { v: 1, day: 'soon' });
  expect(await loadPosition(positions, 'key')).toBeNull();
});
