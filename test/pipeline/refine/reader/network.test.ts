import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openNetwork } from '#pipeline/refine/reader/network.ts';

const shipped = fileURLToPath(new URL('../../../../pipeline/refine/reader/model', import.meta.url));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reader-'));
  cpSync(shipped, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each(['reader.json', 'reader.onnx', 'tokenizer.json'])('without %s it does not open, and says which file is missing', (file) => {
  rmSync(join(folder, file));
  expect(() => openNetwork(folder)).toThrow(`${file} cannot be read; restore it from the repository`);
});

test('damaged weights do not open', () => {
  appendFileSync(join(folder, 'reader.onnx'), 'x');
  expect(() => openNetwork(folder)).toThrow('reader.onnx is not the file named in reader.json');
});

test('has a logit for each label, and for each token what it adds to the heads of names', () => {
  const { card, run, tokensOf } = openNetwork(folder);
  const tokens = [101, ...tokensOf('Ford rises'), 102];
  const out = run(tokens);
  const labels = (heads: Readonly<Record<string, readonly string[]>>): number => Object.values(heads).flat().length;
  expect(out.text).toHaveLength(labels(card.text) + 9);
  expect(out.tokens).toHaveLength(tokens.length * out.width);
  expect(out.width).toBeGreaterThanOrEqual(2 * labels(card.name));
});
