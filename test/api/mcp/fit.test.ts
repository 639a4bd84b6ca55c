import { expect, test } from 'vitest';
import { answerTokensMax, fitted } from '#api/mcp/fit.ts';
import { tokensOf } from '#api/mcp/tokens.ts';
import type { Detail, ToolResult } from '#api/mcp/tool.ts';

const words: Readonly<Record<Detail, number>> = { 0: 60, 1: 20, 2: 4, 3: 1 };

/** Returns an answer with `rows` rows, whose texts have fewer words at less detail. */
const rowsOf = (rows: number): ToolResult => ({
  at: (detail) => ({
    results: Array.from({ length: rows }, (_, at) => ({ at, text: 'word '.repeat(words[detail]) })),
    next_cursor: `behind ${rows}`,
  }),
  shortened: 'Texts were shortened.',
  fewer: { rows, with: (fewer) => ({ ...rowsOf(fewer), cut: `Only ${fewer} rows.` }) },
});

test('an answer that fits is complete and not marked as cut', async () => {
  const { value, text } = await fitted(rowsOf(3), { tokensMax: 2_000 });
  expect(value).toMatchObject({ cut: null, results: { length: 3 } });
  expect(JSON.parse(text)).toEqual(value);
});

test('texts are shortened before rows are left out, and the answer says which', async () => {
  expect(JSON.parse((await fitted(rowsOf(40), { isTextOnly: true, tokensMax: 2_500 })).text)).toMatchObject({
    cut: 'Texts were shortened.',
    results: { length: 40 },
  });
  const { value, text } = await fitted(rowsOf(400), { tokensMax: 3_500 });
  const { length } = value['results'] as unknown[];
  expect(value).toMatchObject({ cut: `Only ${length} rows. Texts were shortened.`, next_cursor: `behind ${length}` });
  expect(length).toBeGreaterThan(20);
  expect(tokensOf(text) + tokensOf(JSON.stringify(value))).toBeLessThanOrEqual(3_500);
});

test('the size that the caller requests is that of each copy, and both copies fit the bound of answers', async () => {
  const each = await fitted(rowsOf(30), { isPerCopy: true, tokensMax: 3_000 });
  expect(tokensOf(each.text)).toBe(tokensOf(JSON.stringify(each.value)));
  expect(tokensOf(each.text)).toBeGreaterThan(1_500);
  const { value, text } = await fitted(rowsOf(250), { isPerCopy: true, tokensMax: answerTokensMax });
  expect(value).toMatchObject({ cut: 'Texts were shortened.', results: { length: 250 } });
  expect(tokensOf(text) + tokensOf(JSON.stringify(value))).toBeLessThanOrEqual(answerTokensMax);
});

test('the shortest form with one row is returned even if it exceeds the size, and says so', async () => {
  const { fewer: _, ...whole } = rowsOf(40);
  for (const isPerCopy of [true, false]) {
    const { value, text } = await fitted(whole, { tokensMax: 300, isPerCopy });
    expect(value).toMatchObject({ results: { length: 40 }, cut: 'Texts were shortened. Its shortest form needs more than max_tokens=300.' });
    expect(JSON.parse(text)).toEqual(value);
  }
  const at = (rows: number): ToolResult => ({ ...rowsOf(rows), at: (detail) => ({ ...rowsOf(rows).at(detail), detail }), fewer: { rows, with: at } });
  const { value } = await fitted(at(400), { tokensMax: 1_000 });
  expect(value).toMatchObject({ detail: 2 });
  expect((value['results'] as unknown[]).length).toBeGreaterThan(1);
});

test('an answer whose rows are smaller than its other parts is reduced to the row that fits', async () => {
  const at = (rows: number): ToolResult => ({ ...rowsOf(rows), at: (detail) => ({ ...rowsOf(rows).at(detail), beside: 'word '.repeat([400, 400, 400, 1][detail]!) }), fewer: { rows, with: at } }); // prettier-ignore
  expect((await fitted(at(100), { tokensMax: 450, isPerCopy: true })).value['results']).toHaveLength(1);
});

test('an answer that cannot be shortened to the bound is an error, not a longer answer', async () => {
  const { fewer: _, ...large } = rowsOf(4_000);
  await expect(fitted({ ...large, fewer: { rows: 4_000, with: () => large } })).rejects.toThrow(/cannot be shortened enough/);
});
