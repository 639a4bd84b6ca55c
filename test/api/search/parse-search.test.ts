import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '#api/search/excerpt.ts';
import { parseSearch } from '#api/search/parse-search.ts';
import { createCompanyNames } from '#api/search/company-names.ts';
import { readQuestion } from '#api/search/question.ts';
import { createSymbolDirectory } from '#api/symbols/directory.ts';
import { termsOf } from '#clickhouse/search/question.ts';
import { wordsOf } from '#clickhouse/search/words.ts';
import { symbolEntry } from '#test/support/symbols.ts';
import { complaintAbout } from '#test/support/time-budget.ts';

const wanted = (text: string): string[][] =>
  parseSearch(text).wanted.map((units) => units.map((unit) => (unit.isPhrase ? `"${unit.text}"` : unit.text)));
const excluded = (text: string): string[] => parseSearch(text).excluded.map(({ text: own }) => own);

const loose = (terms: readonly string[]) => ({ terms, phrase: null });

describe('a search', () => {
  test.each([
    ['fed rate cut', [['fed'], ['rate'], ['cut']]],
    ['"rate cut" fed', [['"rate cut"'], ['fed']]],
    ['fed OR ecb rates', [['fed', 'ecb'], ['rates']]],
    ['fed | "bank of england"', [['fed', '"bank of england"']]],
    ['OR fed OR', [['fed']]],
    ['the fed of the us', [['fed'], ['us']]],
    ['"never closed', [['"never closed"']]],
    ['5-2 e-commerce', [['5-2'], ['e-commerce']]],
    ['word"phrase here"word', [['word'], ['"phrase here"'], ['word']]],
    ['the "of the" -', []],
  ])('%s', (text, expected) => expect(wanted(text)).toEqual(expected));

  test('excludes words after a minus sign', () => {
    expect(excluded('fed -rates -"bank of england" - x -the')).toEqual(['rates', 'bank of england']);
    expect(wanted('-OR fed')).toEqual([['fed']]);
  });

  const symbols = createSymbolDirectory();
  for (const symbol of ['AA', 'BB', 'OR', 'AND']) symbols.put(symbolEntry(symbol, { name: `${symbol} word Corp`, brand_aliases: ['a b', 'x'] }));
  const deps = { symbols, names: createCompanyNames(symbols, () => 0) };
  const piece = fc.oneof(
    fc.constantFrom('"', '-', ' ', ' OR ', '“', 'aa', 'AA word', '$bb', 'x', 'é', '&', '.', "'", 'the '),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const text = fc.array(piece, { maxLength: 80 }).map((pieces) => pieces.join('').slice(0, 200));

  test('is read from any text within the limits of the index: each alternative has terms, and all terms fit a mask', () => {
    fc.assert(
      fc.property(text, (given) => {
        const { question } = readQuestion(parseSearch(given), deps);
        const alternatives = [...question.groups.flatMap((group) => group.alternatives), ...question.excluded];
        for (const { terms } of alternatives) expect(terms.length).toBeGreaterThan(0);
        for (const group of question.groups) expect(group.labels.length).toBeGreaterThan(0);
        expect(termsOf(alternatives).length).toBeLessThanOrEqual(40);
        expect(question.groups.length).toBeLessThanOrEqual(16);
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ['rate rates rate fed', [['rate'], ['fed']]],
    ['rate OR fed fed OR rate', [['rate', 'fed']]],
    [`${'rate '.repeat(40)}fed`, [['rate'], ['fed']]],
  ])('has repeated words once: %s', (given, expected) => {
    const { question, leftOut } = readQuestion(parseSearch(given), deps);
    expect(question.groups.map(({ labels }) => labels)).toEqual(expected);
    expect(question.groups.flatMap(({ alternatives }) => alternatives).length).toBe(new Set(question.groups.flatMap(({ alternatives }) => alternatives.map((one) => JSON.stringify([one.terms, one.phrase])))).size); // prettier-ignore
    expect(leftOut).toEqual([]);
  });

  test.each(['-"', 'a OR ', '1.', "a'", 'é\u0301', 'ies '])(
    'takes time by its length, whatever is repeated in it: %j',
    (part) => {
      const read = (size: number) => {
        const given = part.repeat(Math.ceil(size / part.length)).slice(0, size);
        return () => [parseSearch(given), excerptOf(given, [loose(['a', 'x', '1.1'])])];
      };
      expect(complaintAbout({ prepare: read, boundMs: (size) => 20 + size / 200, isSmooth: true })).toBeNull();
    },
    30_000,
  );

  test('a context marks the words of a phrase that are adjacent, with the words between them', () => {
    const given = 'Bank shares fell as Bank of America cut its America fund; a bank of Spain rose.';
    const phrase = { terms: ['bank', 'america'], phrase: ['bank', 'of', 'america'] };
    expect(excerptOf(given, [phrase])).toBe('Bank shares fell as **Bank** **of** **America** cut its America fund; a bank of Spain rose.');
    expect(excerptOf(given, [phrase, loose(['fund'])])).toContain('**America** cut its America **fund**');
    expect(excerptOf('A bank in America', [phrase])).toBeNull();
  });

  test('a context has marks only around searched words, and is otherwise the text', () => {
    const summary = fc.array(fc.constantFrom('alpha', 'Betas', 'gamma,', 'delta.', '…', '—'), { maxLength: 80 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(summary, fc.subarray(['alpha', 'beta', 'zeta']), (given, terms) => {
        const context = excerptOf(given, [loose(terms)]);
        const isHit = wordsOf(given).some(({ term }) => terms.includes(term));
        expect(context === null).toBe(!isHit);
        if (context === null) return;
        const marked = [...context.matchAll(/\*\*(.+?)\*\*/g)].map(([, word]) => wordsOf(word!)[0]!.term);
        expect(marked.length).toBeGreaterThan(0);
        for (const term of marked) expect(terms).toContain(term);
        const plain = context.replaceAll('**', '').replace(/^…/, '').replace(/…$/, '');
        expect(given).toContain(plain);
        expect(context.length).toBeLessThan(600);
      }),
    );
  });
});
