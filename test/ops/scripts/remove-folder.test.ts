import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { removeFolder } from '#ops/scripts/remove-folder.ts';

const rounds = 100;

function makeTree(): string {
  const dir = mkdtempSync(join(tmpdir(), 'tickerwire-remove-'));
  for (let index = 0; index < 4; index += 1) {
    const folder = join(dir, 'part', String(index), 'deep');
    mkdirSync(folder, { recursive: true });
    for (const file of ['a', 'b', 'c']) writeFileSync(join(folder, '..', file), '');
  }
  return dir;
}

test('a folder is gone although a part of it is being removed at the same time', async () => {
  const left: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const dir = makeTree();
    const other = rm(join(dir, 'part'), { recursive: true, force: true }).catch(() => undefined);
    await (round % 2 === 0 ? turn() : sleep(round % 4));
    removeFolder(dir);
    if (existsSync(dir)) left.push(round);
    await other;
  }
  expect(left).toEqual([]);
});

test('a folder that is not there is no error', () => expect(() => removeFolder(join(tmpdir(), 'tickerwire-none'))).not.toThrow());
