import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { categories, type Sentiment } from '#schemas/vocabulary.ts';
import { headlineKey, labelsIn, servedTitle, streetHeadlines, streetLabels, type StreetLabel } from '#ops/lab/reader/labels.ts';

test('a text has the same key whatever its case, marks, entities and links', () => {
  expect(headlineKey('A &amp; B rise 5% https://t.co/x1')).toBe(headlineKey('a  B: rise, 5'));
  expect(headlineKey('A rises 5%')).not.toBe(headlineKey('A rises 6%'));
});

test('each label names a text once and has a category of the vocabulary, or none where no desk wants it, or directions of names alone', () => {
  const labels = streetLabels();
  expect(labels.length).toBeGreaterThan(500);
  const seen = new Set(labels.map(({ set, key }) => `${set} ${key}`));
  expect(seen.size).toBe(labels.length);
  const directions = new Set<Sentiment | null>();
  for (const { key, category, names = {} } of labels) {
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    if (category === undefined) expect(names).not.toEqual({});
    else if (category !== null) expect(categories).toContain(category);
    for (const direction of Object.values(names)) directions.add(direction);
  }
  expect(directions).toEqual(new Set(['negative', 'neutral', 'positive', null]));
});

test('a folder without the texts gives no headlines, and other texts are not taken for theirs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'street-'));
  expect(streetHeadlines(folder)).toEqual([]);
  mkdirSync(join(folder, 'tickers'));
  writeFileSync(join(folder, 'tickers/twitter_cashtag_headlines.jsonl'), `${JSON.stringify({ headline: 'Norvik opens a branch in Halden' })}\n`);
  expect(streetHeadlines(folder)).toEqual([]);
});

test('a headline is trained on as it is served: without the hashtags at its end', () => {
  expect(servedTitle('Okta: Finally Time To Go Long. #markets #trading #stockmarket')).toBe('Okta: Finally Time To Go Long');
});

test('each headline read by the gold guide has a score, and a category where a desk wants it', () => {
  const labels = labelsIn<StreetLabel & { serve: string; score: number }>('gold');
  expect(new Set(labels.map(({ set, key }) => `${set} ${key}`)).size).toBe(labels.length);
  for (const { serve, score, category, names = {} } of labels) {
    expect(['yes', 'no', 'maybe']).toContain(serve);
    expect(score).toBeGreaterThanOrEqual(1);
    expect(score).toBeLessThanOrEqual(10);
    if (serve === 'yes') expect(categories).toContain(category);
    if (serve === 'no') expect(names).toEqual({});
  }
});
