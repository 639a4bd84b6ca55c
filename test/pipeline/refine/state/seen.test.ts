import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeen, type Seen, type SeenOptions } from '#pipeline/refine/state/seen.ts';
import { filesIn } from '#pipeline/refine/seen/run-files.ts';
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

  test('survives growing past its first size', () => {
    const seen = createSeen();
    for (let index = 0; index < 100_000; index += 1) seen.add(uidOf(`document ${index}`), digestOf(`document ${index}`));
    expect(seen.size()).toBe(100_000);
    expect(seen.find('document 7').isKnown).toBe(true);
    expect(seen.find('document 99999').isKnown).toBe(true);
    expect(seen.find('document 100000').isKnown).toBe(false);
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
    const seen = createSeen({
      idOf: (identity, attempt) => (identity === 'zero' && attempt === 0 ? '0000000000000000' : uidOf(identity, attempt)),
    });
    seen.add(seen.find('zero').uid, digestOf('zero'));
    expect(seen.find('zero').isKnown).toBe(true);
    expect(seen.size()).toBe(1);
  });
});

describe('seen documents in files', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'seen-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const small = (changes: SeenOptions = {}): Seen => createSeen({ files: filesIn(folder), headMax: 50, ...changes });
  const add = (seen: Seen, from: number, to: number): void => {
    for (let index = from; index < to; index += 1) seen.add(uidOf(`document ${index}`), digestOf(`document ${index}`));
  };
  const wrong = (seen: Seen, count: number): string[] =>
    Array.from({ length: 2 * count }, (_, index) => `document ${index}`).filter((identity, index) => seen.find(identity).isKnown !== index < count);

  test('are known through every merge, and after the process that wrote them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_200 }), fc.integer({ min: 0, max: 500 }), fc.nat(1_000), (count, more, tidied) => {
        const seen = small();
        add(seen, 0, count);
        seen.tidy(tidied);
        expect(wrong(seen, count)).toEqual([]);
        const kept = { ...seen.kept(), head: seen.kept().head.slice() };
        seen.close();
        const again = small({ kept });
        expect(again.size()).toBe(count);
        add(again, count, count + more);
        again.tidy(tidied);
        expect(wrong(again, count + more)).toEqual([]);
        again.close();
      }),
      { numRuns: 15 },
    );
  });

  test('take a little over a byte of memory each, and few files', () => {
    const seen = small({ headMax: 1_000 });
    add(seen, 0, 60_000);
    seen.tidy(1_000_000);
    expect(seen.kept().runs.length).toBeLessThan(12);
    const headBytes = createSeen({ headMax: 1_000 }).heldBytes();
    expect((seen.heldBytes() - headBytes) / 60_000).toBeLessThan(2);
    seen.close();
  });

  test('added twice are one after their files have been merged', () => {
    const seen = small();
    add(seen, 0, 100);
    add(seen, 0, 100);
    add(seen, 100, 101);
    seen.tidy(10_000);
    expect(seen.size()).toBe(101);
    expect(wrong(seen, 101)).toEqual([]);
    seen.close();
  });

  test('a collision is told from a redelivery whether its uid stands in memory or in a file', () => {
    const collide = (identity: string, attempt: number): string =>
      attempt === 0 && identity.length === 1 ? '00000000000000aa' : uidOf(identity, attempt);
    const seen = small({ idOf: collide });
    seen.add(seen.find('a').uid, digestOf('a'));
    add(seen, 0, 500);
    const { uid, isKnown } = seen.find('b');
    expect({ uid, isKnown }).toEqual({ uid: uidOf('b', 1), isKnown: false });
    seen.add(uid, digestOf('b'));
    add(seen, 500, 1_000);
    expect(seen.find('a')).toEqual({ uid: '00000000000000aa', isKnown: true });
    expect(seen.find('b')).toEqual({ uid, isKnown: true });
    seen.close();
  });

  test('uids that begin alike are sorted like others', () => {
    const seen = small({ headMax: 2_000 });
    const uids = Array.from({ length: 6_500 }, (_, index) => `0000${uidOf(String(index)).slice(4)}`);
    for (const uid of uids) seen.add(uid, digestOf(uid));
    const asked = createSeen({ files: filesIn(folder), kept: { ...seen.kept(), head: seen.kept().head.slice() }, idOf: (identity) => identity });
    expect(uids.every((uid) => asked.find(uid).isKnown)).toBe(true);
    seen.close();
  });

  test('a file of which a byte has changed answers nothing: it is refused', () => {
    const seen = small();
    add(seen, 0, 60);
    const kept = { ...seen.kept(), head: seen.kept().head.slice() };
    seen.close();
    const [name] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name!));
    for (let at = 0; at < bytes.length; at += 7) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 0x10;
      writeFileSync(join(folder, name!), damaged);
      // In the blocks it shows when they are read, elsewhere when the file is opened.
      expect(() => wrong(small({ kept }), 60), `byte ${at} of ${bytes.length}`).toThrow();
    }
    for (const length of [0, 10, bytes.length - 1]) {
      writeFileSync(join(folder, name!), bytes.subarray(0, length));
      expect(() => small({ kept })).toThrow();
    }
  });
});
