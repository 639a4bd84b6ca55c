import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimStateFolder } from '#pipeline/refine/snapshot/folder.ts';

let base: string;
beforeEach(() => (base = mkdtempSync(join(tmpdir(), 'places-'))));
afterEach(() => rmSync(base, { recursive: true, force: true }));

const placeOf = (path: string | undefined): string => path?.split('/').at(-1) ?? '';

describe('a place for the state', () => {
  test('is taken by one process of a machine at a time, and is free again once it is given back', () => {
    const [first, second] = [claimStateFolder(base), claimStateFolder(base)];
    expect([placeOf(first?.path), placeOf(second?.path)]).toEqual(['place-0', 'place-1']);
    first?.release();
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-0');
  });

  test('of a process that was killed is taken by the next', async () => {
    const child = spawn('sleep', ['60']);
    const lock = join(claimStateFolder(base)!.path, 'holder.json');
    const holder = JSON.parse(readFileSync(lock, 'utf8')) as object;
    const started = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]!.split(' ')[19]!;
    writeFileSync(lock, JSON.stringify({ ...holder, pid: child.pid, started }));
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-1');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-0');
  });

  test('of a process that has another’s number by now is free', () => {
    const lock = join(claimStateFolder(base)!.path, 'holder.json');
    writeFileSync(lock, JSON.stringify({ host: hostname(), pid: process.pid, started: '1' }));
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-0');
  });

  test('of another machine is believed for as long as it says that it is there', () => {
    const lock = join(claimStateFolder(base)!.path, 'holder.json');
    writeFileSync(lock, JSON.stringify({ host: 'another', pid: 1, started: null }));
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-1');
    utimesSync(lock, new Date(Date.now() - 3_600_000), new Date(Date.now() - 3_600_000));
    expect(placeOf(claimStateFolder(base)?.path)).toBe('place-0');
  });

  test('is none where all are held', () => {
    for (let place = 0; place < 16; place += 1) expect(claimStateFolder(base)).not.toBeNull();
    expect(claimStateFolder(base)).toBeNull();
  });
});
