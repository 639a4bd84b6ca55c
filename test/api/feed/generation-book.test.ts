import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createGenerationBook } from '#api/feed/generation-book.ts';
import { resolvePosition, type GenerationList } from '#schemas/generation.ts';

const nobody = (): Promise<GenerationList> => Promise.reject(new Error('asked for nothing'));

describe('a position', () => {
  test('of a known generation continues where the list says', () => {
    const histories = fc
      .uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 50 }), afterSeq: fc.nat(100) }), { selector: ({ id }) => id, maxLength: 12 })
      .map((generations): GenerationList => generations.toSorted((a, b) => a.id - b.id));
    fc.assert(
      fc.property(histories, fc.nat(120), (generations, seq) => {
        const book = createGenerationBook(nobody);
        book.put(generations);
        for (const generation of [0, ...generations.map(({ id }) => id)]) {
          expect(book.resolve({ generation, seq })).toBe(resolvePosition(generations, { generation, seq }));
        }
        expect(book.newest()).toBe(Math.max(0, ...generations.map(({ id }) => id)));
      }),
    );
  });

  test('of an unknown generation counts as lost only after the list was read again, once for all readers', async () => {
    let asked = 0;
    const book = createGenerationBook(async () => {
      asked += 1;
      await Promise.resolve();
      return [{ id: 10, afterSeq: 0 }, { id: 20, afterSeq: 50 }]; // prettier-ignore
    });
    book.put([{ id: 10, afterSeq: 0 }]);
    const [known, again, lost] = [
      book.resolve({ generation: 20, seq: 70 }),
      book.resolve({ generation: 20, seq: 60 }),
      book.resolve({ generation: 15, seq: 70 }),
    ];
    expect(await Promise.all([known, again, lost])).toEqual([70, 60, 0]);
    expect(asked).toBe(1);
    expect(book.resolve({ generation: 20, seq: 70 })).toBe(70);
    expect(book.resolve({ generation: 10, seq: 70 })).toBe(50);
  });

  test('of an unknown generation fails if the list cannot be read', async () => {
    const book = createGenerationBook(() => Promise.reject(new Error('nothing answers')));
    await expect(book.resolve({ generation: 20, seq: 70 })).rejects.toThrow('nothing answers');
  });
});

test('an older list is ignored', () => {
  const book = createGenerationBook(nobody);
  book.put([{ id: 10, afterSeq: 0 }, { id: 20, afterSeq: 50 }]); // prettier-ignore
  book.put([{ id: 10, afterSeq: 0 }]);
  expect(book.resolve({ generation: 10, seq: 70 })).toBe(50);
});
