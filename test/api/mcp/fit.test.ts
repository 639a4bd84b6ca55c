import { expect, test } from 'vitest';
import { fitted } from '#api/mcp/fit.ts';
import { tokensOf } from '#api/mcp/tokens.ts';
import type { Detail, ToolResult } from '#api/mcp/tool.ts';

const words: Readonly<Record<Detail, number>> = { 0: 60, 1: 20, 2: 4 };

/** Returns an answer with this many rows, whose texts have fewer words at less detail. */
const rowsOf = (rows: number): ToolResult => ({
  at: (detail) => ({
    results: Array.from({ length: rows }, (_, at) => ({ at, text: 'word '.repeat(words[detail]) })),
    next_cursor: `behind ${rows}`,
  }),
  shortened: 'Texts were shortened.',
  fewer: { rows, with: (fewer) => ({ ...rowsOf(fewer), cut: `Only ${fewer} rows.` }) },
});

test('what fits is whole and is not called cut', async () => {
  const { value, text } = await fitted(rowsOf(3), { tokensMax: 2_000 });
  expect(value).toMatchObject({ cut: null, results: { length: 3 } });
  expect(JSON.parse(text)).toEqual(value);
});

test('texts are shortened before rows are left out, and the answer says which', async () => {
  expect(JSON.parse((await fitted(rowsOf(40), { isTextOnly: true, tokensMax: 2_500 })).text)).toMatchObject({
    cut: 'Texts were shortened.',
    results: { length: 40 },
  });
  const { value, text } = await fitted(rowsOf(400), { tokensMax: 2_500 });
  const { length } = value['results'] as unknown[];
  expect(value).toMatchObject({ cut: `Only ${length} rows. Texts were shortened.`, next_cursor: `behind ${length}` });
  expect(length).toBeGreaterThan(20);
  expect(tokensOf(text) + tokensOf(JSON.stringify(value))).toBeLessThanOrEqual(2_500);
});

test('the text is shortened before the value, and both have every row', async () => {
  const { value, text } = await fitted(rowsOf(20), { tokensMax: 2_500 });
  expect(value).toMatchObject({ cut: null, results: { length: 20 } });
  expect(JSON.parse(text)).toMatchObject({ cut: 'Texts were shortened.', results: { length: 20 }, next_cursor: 'behind 20' });
});

test('a tool whose own size is too small for its answer takes the largest', async () => {
  const { fewer: _, ...whole } = rowsOf(40);
  expect((await fitted(whole, { tokensMax: 1_000 })).value['results']).toHaveLength(40);
});

test('what cannot be shortened enough is a fault, not a longer answer', async () => {
  const { fewer: _, ...large } = rowsOf(4_000);
  await expect(fitted({ ...large, fewer: { rows: 4_000, with: () => large } })).rejects.toThrow(/cannot be shortened enough/);
  await expect(fitted(large, { tokensMax: 1_000, isPerCopy: true })).rejects.toThrow(/max_tokens is too small: this answer needs \d+/);
});
