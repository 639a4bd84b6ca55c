import { eld } from 'eld/small';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDetector } from '#pipeline/refine/article/language-detector.ts';

const detector = createDetector();

const answerOf = ({ language, getScores, isReliable }: ReturnType<typeof eld.detect>): unknown => [language, getScores(), isReliable()];

test('any text has the answer of the package', () => {
  const words = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 9 }),
      fc.constantFrom("O'Brien's", '\\\\', '12:{3}', '$AAPL', 'der', 'los', 'the', 'på', 'été', 'şirket', 'для'),
    ),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(words, (all) => {
      const text = all.join(' ');
      expect(answerOf(detector.detect(text))).toEqual(answerOf(eld.detect(text)));
    }),
  );
});
