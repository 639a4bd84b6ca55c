import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeen } from '#pipeline/refine/seen.ts';
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
    const seen = createSeen(collide);
    const first = seen.find('first');
    seen.add(first.uid, digestOf('first'));
    const second = seen.find('second');
    expect(second).toEqual({ uid: uidOf('second', 1), isKnown: false });
    seen.add(second.uid, digestOf('second'));
    expect(seen.find('first')).toEqual({ uid: '00000000000000aa', isKnown: true });
    expect(seen.find('second')).toEqual({ uid: uidOf('second', 1), isKnown: true });
  });

  test('a uid of sixteen zeros is a uid like any other', () => {
    const seen = createSeen((identity, attempt) => (identity === 'zero' && attempt === 0 ? '0000000000000000' : uidOf(identity, attempt)));
    seen.add(seen.find('zero').uid, digestOf('zero'));
    expect(seen.find('zero').isKnown).toBe(true);
    expect(seen.size()).toBe(1);
  });
});
