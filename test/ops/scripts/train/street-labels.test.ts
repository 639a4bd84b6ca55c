import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categories } from '#schemas/vocabulary.ts';
import { headlineKey, streetHeadlines, streetLabels } from '#ops/scripts/train/street-labels.ts';

test('a text has the same key whatever its case, marks, entities and links', () => {
  expect(headlineKey('A &amp; B rise 5% https://t.co/x1')).toBe(headlineKey('a  B: rise, 5'));
  expect(headlineKey('A rises 5%')).not.toBe(headlineKey('A rises 6%'));
});

test('each label names a text once and has a category of the vocabulary', () => {
  const labels = streetLabels();
  expect(labels.length).toBeGreaterThan(500);
  const seen = new Set(labels.map(({ set, key }) => `${set} ${key}`));
  expect(seen.size).toBe(labels.length);
  for (const { key, category } of labels) {
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(categories).toContain(category);
  }
});

test('a folder without the texts gives no headlines, and other texts are not taken for theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'street-'));
  expect(streetHeadlines(folder)).toEqual([]);
  mkdirSync(join(folder, 'tickers'));
  writeFileSync(join(folder, 'tickers/twitter_cashtag_headlines.jsonl'), `${JSON.stringify({ headline: 'Norvik opens a branch in Halden' })}\n`);
  expect(streetHeadlines(folder)).toEqual([]);
});
