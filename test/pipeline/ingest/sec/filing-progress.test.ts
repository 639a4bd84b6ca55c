import { describe, expect, test } from 'vitest';
import {
  freshProgress,
  isKnown,
  loadProgress,
  markDone,
  pendingMax,
  saveProgress,
  type PendingFiling,
  type Progress,
} from '#pipeline/ingest/sec/filing-progress.ts';
import type { Positions } from '#pipeline/ingest/stage.ts';

const accession = (serial: number): string => `0001234567-25-${String(serial).padStart(6, '0')}`;
const pending = (serial: number): PendingFiling => ({
  accession: accession(serial),
  cik: '0001617553',
  form: '4',
  acceptedAt: '2025-03-17T16:00:00.000Z',
  filedOn: '2025-03-17',
  seenAt: '2025-03-17T16:01:00.123Z',
  isLive: serial % 2 === 0,
  failures: 3,
  faults: 1,
  dueAtMs: 1_742_227_260_123,
});

function memory(): Positions & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (key) => JSON.parse(kept.get(key) ?? 'null') as unknown,
    set: async (key, value) => void kept.set(key, JSON.stringify(value)),
    change: async () => undefined,
  };
}

describe('progress', () => {
  test('comes back as it was kept', async () => {
    const positions = memory();
    const progress: Progress = { ...freshProgress('2025-03-14'), watermarkAt: '2025-03-17T16:00:00.000Z', cutWalks: 2 };
    for (const serial of [1, 2]) progress.pending.set(accession(serial), pending(serial));
    markDone(progress, accession(3), '2025-03-17');
    await saveProgress(positions, 'sec_form4', progress, '2025-03-17');
    expect(await loadProgress(positions, 'sec_form4')).toEqual(progress);
  });

  test('a kill between its two keys leaves a filing done, not pending again', async () => {
    const positions = memory();
    const progress = freshProgress('2025-03-14');
    progress.pending.set(accession(1), pending(1));
    await saveProgress(positions, 'sec_form4', progress, '2025-03-17');
    const before = positions.kept.get('sec_form4.progress')!;
    markDone(progress, accession(1), '2025-03-17');
    await saveProgress(positions, 'sec_form4', progress, '2025-03-17');
    positions.kept.set('sec_form4.progress', before);
    const loaded = await loadProgress(positions, 'sec_form4');
    expect(loaded?.pending.size).toBe(0);
    expect(isKnown(loaded!, accession(1))).toBe(true);
  });

  test('at its bounds each key fits a message of 1 MB', async () => {
    const positions = memory();
    const progress = freshProgress('2025-03-16');
    for (let serial = 0; serial < pendingMax; serial += 1) progress.pending.set(accession(serial), pending(serial));
    for (let serial = 0; serial < 30_000; serial += 1) markDone(progress, `0007654321-25-${String(serial).padStart(6, '0')}`, '2025-03-17');
    await saveProgress(positions, 'sec_form4', progress, '2025-03-17');
    for (const text of positions.kept.values()) expect(text.length).toBeLessThan(900_000);
  });

  test('days that can no longer be listed are forgotten, days still to be compared are not', async () => {
    const positions = memory();
    const progress = freshProgress('2025-03-13');
    for (const day of ['2025-03-01', '2025-03-12', '2025-03-13', '2025-03-20']) markDone(progress, `${day.slice(5)}-x`, day);
    await saveProgress(positions, 'sec_form4', progress, '2025-03-20');
    expect([...progress.done.keys()]).toEqual(['2025-03-13', '2025-03-20']);
  });

  test('what cannot be read is as good as nothing', async () => {
    const positions = memory();
    positions.kept.set('sec_form4.progress', '{"v":9}');
    expect(await loadProgress(positions, 'sec_form4')).toBeNull();
  });
});
