import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categories, type Sentiment } from '#schemas/vocabulary.ts';
import { headlineKey, headlineLabels, labelledHeadlines, servedTitle } from '#ops/lab/reader/labels.ts';

test('a text has the same key whatever its case, marks, entities and links', () => {
  expect(headlineKey('A &amp; B rise 5% https://t.co/x1')).toBe(headlineKey('a  B: rise, 5'));
  expect(headlineKey('A rises 5%')).not.toBe(headlineKey('A rises 6%'));
});

test('each label names a text once and has a score, a category where a desk wants it, and no names where none does', () => {
  const labels = headlineLabels();
  expect(labels.length).toBeGreaterThan(10_000);
  expect(new Set(labels.map(({ set, key }) => `${set} ${key}`)).size).toBe(labels.length);
  const directions = new Set<Sentiment | null>();
  for (const { key, serve, score, category, names } of labels) {
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(['yes', 'no', 'maybe']).toContain(serve);
    expect(Number.isInteger(score) && score >= 1 && score <= 10).toBe(true);
    if (serve === 'yes') expect(categories).toContain(category);
    if (serve === 'no') expect(names).toEqual({});
    for (const direction of Object.values(names)) directions.add(direction);
  }
  expect(directions).toEqual(new Set(['negative', 'neutral', 'positive', null]));
});

test('a folder without the texts gives no headlines, and other texts are not taken for theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'headlines-'));
  expect(labelledHeadlines(folder)).toEqual([]);
  mkdirSync(join(folder, 'tickers'));
  writeFileSync(join(folder, 'tickers/twitter_cashtag_headlines.jsonl'), `${JSON.stringify({ headline: 'Norvik opens a branch in Halden' })}\n`);
  expect(labelledHeadlines(folder)).toEqual([]);
});

test('a headline is trained on as it is served: without the hashtags at its end', () => {
  expect(servedTitle('Okta: Finally Time To Go Long. #markets #trading #stockmarket')).toBe('Okta: Finally Time To Go Long');
});
