import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLogFile } from '#ops/up/log-file.ts';
import { scratchFolder } from '#test/support/scratch.ts';

test('a log never takes more than two files of its bound, keeps the newest lines, and goes on after a restart', () => {
  const dir = scratchFolder(onTestFinished);
  const path = join(dir, 'part.log');
  const write = (from: number, to: number): void => {
    const log = openLogFile(path, 1_000);
    for (let line = from; line < to; line += 1) log.write(`line ${line}\n`);
    log.close();
    log.write('after close\n');
  };
  write(0, 500);
  write(500, 505);
  expect(readdirSync(dir).toSorted()).toEqual(['part.log', 'part.log.1']);
  for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).size).toBeLessThanOrEqual(1_000);
  expect(readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')).toMatch(/line 499\n(.*\n)*line 504\n$/);
});
