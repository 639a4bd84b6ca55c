import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf } from '#api/mcp/tokens.ts';

/** Tokens of each text: the larger count of cl100k_base and o200k_base, two usual tokenizers (gpt-tokenizer 4.0.0, 2026-11-23). */
const counted: readonly (readonly [string, number])[] = [
  ['9f2c1d3b4a5e6f70', 15],
  ['https://www.sec.gov/Archives/edgar/data/1045810/000104581026000123/0001045810-26-000123-index.htm', 35],
  ['{"uid":"9f2c1d3b4a5e6f70","title":"⟦Fed cuts rates⟧","tickers":[{"ticker":"SPY","sentiment":"positive"}]}', 46],
  ['a8Kd02_Zx9fQ-LmT3rWvB7nYpE1sHcJ5uGiO4tRk6', 37],
  ['日経平均株価は続伸、半導体関連に買い', 26],
  ['1,234,567.89 1045810 98.7654321%', 18],
];

test.each(counted)('the count is at least that of the usual tokenizers: %s', (text, tokens) => {
  expect(tokensOf(text)).toBeGreaterThanOrEqual(tokens);
});

test('the count is at most the number of bytes, and is additive', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(tokensOf(a)).toBeLessThanOrEqual(Buffer.byteLength(a) + 1);
      expect(tokensOf(a + b)).toBeLessThanOrEqual(tokensOf(a) + tokensOf(b) + 1);
    }),
  );
});
