import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeen } from '#pipeline/refine/state/seen.ts';
import { openStateFile, stateInMemory } from '#pipeline/refine/state/state-file.ts';
import { digestOf, uidOf } from '#schemas/identity.ts';

describe('seen documents', () => {
  test('knows exactly the documents that were added, whatever their number', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 400 }), fc.nat(), (identities, cut) => {
        const seen = createSeen();
        const added = identities.slice(0, cut % (identities.length + 1));
        for (const identity of added) seen.add(seen.find(identity).uid, digestOf(identity));
        expect(seen.size()).toBe(added.length);
        for (const identity of identities) expect(seen.find(identity)).toEqual({ uid: uidOf(identity), isKnown: added.includes(identity) });
      }),
      { numRuns: 50 },
    );
  });

  test('documents that a full disk refuses stay known, and are written once there is room', () => {
    const file = stateInMemory();
    let isFull = true;
    const append: typeof file.append = (documents) => {
      if (isFull) throw new Error('database or disk is full');
      file.append(documents);
    };
    const seen = createSeen({ file: { ...file, append } });
    const addUpTo = (count: number): void => {
      for (let index = seen.size(); index < count; index += 1) seen.add(uidOf(`document ${index}`), digestOf(`document ${index}`));
    };
    addUpTo(70_000);
    expect(file.size()).toBe(0);
    isFull = false;
    addUpTo(140_000);
    expect(file.size()).toBeGreaterThan(70_000);
    expect(seen.unwritten().length).toBe(140_000 - file.size());
    for (let index = 0; index < 140_000; index += 1) if (!seen.find(`document ${index}`).isKnown) throw new Error(`document ${index} is lost`);
  });

  test('a uid collision gives the later document another uid, and both stay known by their own', () => {
    const collide = (identity: string, attempt: number): string => (attempt === 0 ? '00000000000000aa' : uidOf(identity, attempt));
    const seen = createSeen({ idOf: collide });
    const first = seen.find('first');
    seen.add(first.uid, digestOf('first'));
    const second = seen.find('second');
    expect(second).toEqual({ uid: uidOf('second', 1), isKnown: false });
    seen.add(second.uid, digestOf('second'));
    expect(seen.find('first')).toEqual({ uid: '00000000000000aa', isKnown: true });
    expect(seen.find('second')).toEqual({ uid: uidOf('second', 1), isKnown: true });
  });

  test('a uid of sixteen zeros is a uid like any other', () => {
    const seen = createSeen({ idOf: (identity, attempt) => (identity === 'zero' && attempt === 0 ? '0000000000000000' : uidOf(identity, attempt)) });
    seen.add(seen.find('zero').uid, digestOf('zero'));
    expect(seen.find('zero').isKnown).toBe(true);
    expect(seen.size()).toBe(1);
  });
});

describe('seen documents in a file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'seen-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const collide = (identity: string, attempt: number): string =>
    attempt === 0 && identity.length === 1 ? 'ffffffffffffffaa' : uidOf(identity, attempt);

  test('more than fit in memory while a state is being made are known, and none other', () => {
    const file = openStateFile(folder)!;
    const seen = createSeen({ file });
    for (let index = 0; index < 70_000; index += 1) seen.add(uidOf(`document ${index}`), digestOf(`document ${index}`));
    expect(file.size()).toBe(65_536);
    expect(seen.unwritten()).toHaveLength(70_000 - 65_536);
    const wrong = Array.from({ length: 80_000 }, (_, index) => index).filter((index) => seen.find(`document ${index}`).isKnown !== index < 70_000);
    expect(wrong).toEqual([]);
    expect(seen.size()).toBe(70_000);
    file.close();
  });

  test('a collision differs from a redelivery whether its uid is in memory or in the file', () => {
    const file = openStateFile(folder)!;
    const seen = createSeen({ file, idOf: collide });
    seen.add(seen.find('a').uid, digestOf('a'));
    expect(seen.find('b')).toEqual({ uid: uidOf('b', 1), isKnown: false });
    file.append(seen.unwritten());
    seen.written(seen.unwritten());
    expect(seen.unwritten()).toEqual([]);
    expect(seen.find('a')).toEqual({ uid: 'ffffffffffffffaa', isKnown: true });
    expect(seen.find('b')).toEqual({ uid: uidOf('b', 1), isKnown: false });
    seen.add(seen.find('b').uid, digestOf('b'));
    expect(seen.find('b')).toEqual({ uid: uidOf('b', 1), isKnown: true });
    file.close();
  });
});
